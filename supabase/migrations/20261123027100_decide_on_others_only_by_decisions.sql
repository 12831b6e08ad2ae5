-- Moderators may edit the spots and stories of others. Whether they are shown is decided by decide() alone, so that the
-- log has each decision with its reason. Closing and reopening are edits: the history shows them.
create function private.tg__decide_on_others() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if current_user = 'authenticated' and old.author_id is distinct from auth.uid()
    and (new.removal_reason is distinct from old.removal_reason
      or new.status is distinct from old.status
        and not (old.status in ('published', 'closed') and new.status in ('published', 'closed'))) then
    raise sqlstate '42501' using
      message = 'Decide on contributions of others with decide(), so that the log has the reason.';
  end if;
  return new;
end
$$;
comment on function private.tg__decide_on_others is
  'Rejects changes of status and reason of others'' spots and stories that do not come from a decision.';
revoke all on function private.tg__decide_on_others from public;

create trigger _150_decide before update of status, removal_reason on public.spots
  for each row execute function private.tg__decide_on_others();
create trigger _150_decide before update of status, removal_reason on public.posts
  for each row execute function private.tg__decide_on_others();
