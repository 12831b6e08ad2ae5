-- Copies a change of role to the profile at once, also one by the operator's command or the API of accounts. Until the
-- next change of the profile, the site otherwise took itself for one without moderators, and published first
-- contributions unseen; or it made them wait for a moderator who was none any more.

create function private.tg_auth_users__copy_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A trigger of the profile copies the role on any update.
  update public.users set updated_at = now() where id = new.id;
  return null;
end
$$;
create trigger _200_copy_role after update of raw_app_meta_data on auth.users
  for each row when (old.raw_app_meta_data ->> 'role' is distinct from new.raw_app_meta_data ->> 'role')
  execute function private.tg_auth_users__copy_role();
create or replace function private.set_role(member uuid, wanted text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  role constant text := private.get_role(member);
begin
  perform private.require_admin();
  -- Serialises changes of roles, so that two administrators cannot remove each other at once.
  perform pg_advisory_xact_lock(hashtextextended('roles', 12));
  if private.get_role(auth.uid()) <> 'admin' then
    raise insufficient_privilege using message = 'Only administrators may do this.';
  end if;
  update auth.users set raw_app_meta_data = case wanted
    when 'member' then coalesce(raw_app_meta_data, '{}') - 'role'
    else coalesce(raw_app_meta_data, '{}') || jsonb_build_object('role', wanted) end
  where id = member;
  if wanted = 'member' or (role = 'admin' and wanted <> 'admin') then
    insert into private.member_standings (user_id, role_changed_at) values (member, now())
    on conflict (user_id) do update set role_changed_at = now(), updated_at = now();
    delete from auth.sessions where user_id = member;
  end if;
end
$function$;

comment on column public.users.is_moderator is 'Copied from the account''s app_metadata. Tells whether and which moderators exist; permissions come from the token.';

update public.users set updated_at = users.updated_at
from auth.users as account
where account.id = users.id
  and users.is_moderator <> (coalesce(account.raw_app_meta_data ->> 'role', '') in ('moderator', 'admin'));
