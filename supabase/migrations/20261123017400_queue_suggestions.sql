-- Suggestions that no author decides are in the queue of the moderators, so that the shield counts them. A suggestion becomes
-- theirs after seven days; each suggestion that is sent or decided also looks for such late ones.
create index moderation_items_suggestion_idx on public.moderation_items (target_id) where kind = 'suggestion';

create function private.sync_suggestion_item(suggestion public.suggestions) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  spot public.spots;
begin
  select * into spot from public.spots where id = suggestion.spot_id;
  if spot.id is null or spot.visibility = 'private' then
    delete from public.moderation_items where kind = 'suggestion' and target_id = suggestion.id::text;
  elsif suggestion.status = 'open' and private.is_for_moderators(suggestion, spot.author_id) then
    perform private.open_item('suggestions', 'suggestion', suggestion.id::text, suggestion.author_id);
  else
    perform private.close_item('suggestions', 'suggestion', suggestion.id::text);
  end if;
end
$$;
comment on function private.sync_suggestion_item is 'Keeps the queue in step with a suggestion. Suggestions for private spots are in no queue.';

create function private.tg_suggestions__sync_item() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' then
    delete from public.moderation_items where kind = 'suggestion' and target_id = old.id::text;
    return null;
  end if;
  perform private.sync_suggestion_item(new);
  perform private.sync_suggestion_item(late) from (
    select suggestions.* from public.suggestions
    where status = 'open' and created_at between now() - interval '14 days' and now() - interval '7 days'
      and not exists (select from public.moderation_items where kind = 'suggestion' and target_id = suggestions.id::text)
    order by created_at limit 20
  ) as late;
  return null;
end
$$;
create trigger _550_queue after insert or delete or update of status, created_at on public.suggestions
  for each row execute function private.tg_suggestions__sync_item();

create function private.tg_spots__sync_suggestions() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.sync_suggestion_item(suggestions) from public.suggestions where spot_id = new.id and status = 'open';
  return null;
end
$$;
create trigger _550_suggestions after update of visibility, author_id on public.spots
  for each row when (new.visibility is distinct from old.visibility or new.author_id is distinct from old.author_id)
  execute function private.tg_spots__sync_suggestions();
