-- The moderation log showed the username of a member for good, even after their account was deleted. The entries stay, without
-- the name.
create or replace function private.tg_moderation_log__keep()
  returns trigger
  language plpgsql
  set search_path to ''
as $$
begin
  if tg_op = 'UPDATE' and new.target_kind = 'member' and new.target_title = ''
    and to_jsonb(new) - 'target_title' = to_jsonb(old) - 'target_title'
    and not exists (select from public.users where id::text = new.target_id) then
    return new;
  end if;
  raise insufficient_privilege using message = 'Entries of the moderation log cannot be changed or deleted.';
end
$$;

create function private.tg_users__forget_name()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $$
begin
  update private.moderation_log set target_title = ''
  where target_kind = 'member' and target_id = old.id::text and target_title <> '';
  return null;
end
$$;
create trigger _510_forget_name after delete on public.users for each row execute function private.tg_users__forget_name();

update private.moderation_log set target_title = ''
where target_kind = 'member' and target_title <> '' and not exists (select from public.users where id::text = target_id);
comment on column private.moderation_log.target_title is 'The title at the time of the action. Not shown while the target is private, and forgotten with the account of a member.';
