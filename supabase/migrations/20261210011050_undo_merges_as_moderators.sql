-- private.unmerge_spots() checks nothing, and every member had the right to call it. The API serves no private functions, but
-- this was the only one of them that changes content of others without a check.
create function private.undo_merge(of_merge bigint) returns text
  language plpgsql security definer set search_path = ''
  as $$
declare
  undone jsonb;
begin
  perform private.require_moderator();
  undone := private.unmerge_spots(of_merge);
  perform private.log_moderation('undo-merge', 'spot', undone ->> 'id', undone ->> 'title', '', (undone ->> 'author_id')::uuid,
    jsonb_build_object('merge', of_merge, 'kept_id', undone ->> 'kept_id'));
  return undone ->> 'id';
end
$$;
comment on function private.undo_merge(bigint) is 'Undoes a merge for a moderator and writes it to the log. Returns the id of the spot that is back.';

create or replace function public.undo_merge(id bigint) returns text
  language sql set search_path = ''
  return private.undo_merge(id);

revoke execute on function private.undo_merge, private.unmerge_spots from public, anon, authenticated;
grant execute on function private.undo_merge to authenticated;
comment on function private.unmerge_spots(bigint) is
  'Moves back what a merge has moved and is still there. What was added since stays with the kept spot. Checks nothing: its callers do.';
