-- A name that would be cut or changed when it is saved was reported as free.
create or replace function private.check_username(username text)
 returns text
 language sql
 stable security definer
 set search_path to ''
as $$
  select case
    when wanted.name is distinct from btrim(normalize(check_username.username, NFKC)) then 'invalid'
    when exists (
      select from public.users where lower(users.username) = lower(wanted.name) and id is distinct from auth.uid()
    ) then 'taken'
    when exists (
      select from public.users where username_skeleton = private.username_skeleton(wanted.name) and id is distinct from auth.uid()
    ) then 'similar'
    when private.is_reserved_username(wanted.name) and not private.is_moderator() then 'reserved'
    else 'free'
  end
  from (select private.clean_username(check_username.username) as name) as wanted
$$;
comment on function public.check_username(text) is 'Whether the caller may use a name: free, taken, similar (looks like the name of another member), reserved or invalid (empty, longer than 40 characters, or with invisible characters or line breaks).';
