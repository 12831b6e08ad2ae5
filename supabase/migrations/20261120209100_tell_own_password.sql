-- Members who came by another service have no password; their settings offer to set one. The accounts service tells nobody.
create function private.has_password() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select coalesce((select encrypted_password from auth.users where id = auth.uid()), '') <> '' $$;

create function public.has_password() returns boolean
  language sql stable set search_path = ''
  as $$ select private.has_password() $$;
comment on function public.has_password is 'Whether the caller''s account has a password.';

revoke execute on function private.has_password from public;
revoke execute on function public.has_password from public, anon;
grant execute on function private.has_password, public.has_password to authenticated;
