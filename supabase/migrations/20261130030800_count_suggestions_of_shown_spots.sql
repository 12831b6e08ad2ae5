-- The badge of moderators counted open suggestions for spots that were removed or merged, which the queue does not list.
create or replace function private.sync_suggestion_item(suggestion public.suggestions)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $$
declare
  spot public.spots;
begin
  select * into spot from public.spots where id = suggestion.spot_id;
  if spot.id is null or spot.visibility = 'private' then
    delete from public.moderation_items where kind = 'suggestion' and target_id = suggestion.id::text;
  elsif suggestion.status = 'open' and spot.status in ('published', 'closed')
    and private.is_for_moderators(suggestion, spot.author_id) then
    perform private.open_item('suggestions', 'suggestion', suggestion.id::text, suggestion.author_id);
  else
    perform private.close_item('suggestions', 'suggestion', suggestion.id::text);
  end if;
end
$$;

create or replace trigger _550_suggestions after update of visibility, author_id, status on public.spots for each row
  when (new.visibility is distinct from old.visibility or new.author_id is distinct from old.author_id or new.status is distinct from old.status)
  execute function private.tg_spots__sync_suggestions();

select private.sync_suggestion_item(suggestions) from public.suggestions join public.spots on spots.id = spot_id
where suggestions.status = 'open' and spots.status not in ('published', 'closed');
