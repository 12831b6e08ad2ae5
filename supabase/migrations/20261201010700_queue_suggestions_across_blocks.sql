-- A block passes open suggestions between the two members to the moderators, and its end gives them back to the author. The
-- badge of the moderators counted neither.
create function private.tg_blocks__sync_suggestions()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $$
declare
  block constant public.blocks := coalesce(new, old);
begin
  perform private.sync_suggestion_item(suggestions)
  from public.suggestions join public.spots on spots.id = suggestions.spot_id
  where suggestions.status = 'open' and suggestions.author_id in (block.blocker_id, block.blocked_id)
    and spots.author_id in (block.blocker_id, block.blocked_id);
  return null;
end
$$;
create trigger _550_suggestions after insert or delete on public.blocks
  for each row execute function private.tg_blocks__sync_suggestions();

do $$
begin
  perform private.sync_suggestion_item(suggestions)
  from public.suggestions join public.spots on spots.id = suggestions.spot_id join public.blocks
    on (blocker_id, blocked_id) in ((spots.author_id, suggestions.author_id), (suggestions.author_id, spots.author_id))
  where suggestions.status = 'open';
end
$$;
