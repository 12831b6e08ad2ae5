-- Functions of moderators relied on RLS policies for the second factor, which are evaluated only where a table has a row.
create or replace function private.require_moderator()
  returns void
  language plpgsql
  stable
  set search_path = ''
as $$
begin
  if not private.is_moderator() then
    raise insufficient_privilege using message = 'Only moderators may do this.';
  end if;
  perform private.has_valid_session();
end
$$;

create or replace function private.require_admin()
  returns void
  language plpgsql
  stable
  set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators may do this.';
  end if;
  perform private.has_valid_session();
end
$$;
