-- A member's own sessions, read from auth.sessions so that this works on a hosted project too: its accounts service can end all other
-- sessions, but not a single one.

create function private.own_session_id() returns uuid
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  own constant uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  client uuid;
begin
  perform private.require_not_banned();
  -- An access token outlives its session. A member who was signed out elsewhere must not be able to end the sessions of
  -- whoever did that.
  select oauth_client_id into client from auth.sessions where id = own and user_id = auth.uid();
  if not found then
    raise sqlstate 'PT403' using message = 'This session has ended. Sign in again.', hint = 'session_ended';
  end if;
  if client is not null then
    raise sqlstate 'PT403' using message = 'Connected apps may not do this.', hint = 'own_session_needed';
  end if;
  return own;
end
$$;
comment on function private.own_session_id is
  'The session of the request. Raises PT403 unless it still exists and is the member''s own, not that of an OAuth app.';

create function private.list_own_sessions()
  returns table (id uuid, user_agent text, ip text, created_at timestamptz, refreshed_at timestamptz, aal text, is_current boolean)
  language sql stable security definer set search_path = ''
  as $$
    with own as materialized (select private.own_session_id() as id)
    select sessions.id, coalesce(sessions.user_agent, ''), host(sessions.ip), sessions.created_at,
      coalesce(sessions.refreshed_at at time zone 'utc', sessions.created_at), coalesce(sessions.aal::text, 'aal1'),
      sessions.id = own.id
    from own, auth.sessions
    where sessions.user_id = auth.uid() and (sessions.not_after is null or sessions.not_after > now())
    order by sessions.id = own.id desc, coalesce(sessions.refreshed_at at time zone 'utc', sessions.created_at) desc, sessions.id
    limit 200
  $$;

create function public.list_own_sessions()
  returns table (id uuid, user_agent text, ip text, created_at timestamptz, refreshed_at timestamptz, aal text, is_current boolean)
  language sql stable set search_path = ''
  as $$ select * from private.list_own_sessions() $$;
comment on function public.list_own_sessions is
  'The caller''s sessions: the current one first, then by last use. refreshed_at is the time of the last refresh.';

create function private.delete_session(session_id uuid) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.own_session_id();
  delete from auth.sessions where id = delete_session.session_id and user_id = auth.uid();
  return found;
end
$$;

create function public.delete_session(session_id uuid) returns boolean
  language sql volatile set search_path = ''
  as $$ select private.delete_session(session_id) $$;
comment on function public.delete_session is
  'Ends one session of the caller, which may be the current one. False if the caller has no such session. The accounts service rejects its access token '
  'at once, the data service when it expires.';

create function private.delete_other_sessions() returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  own constant uuid := private.own_session_id();
  ended integer;
begin
  delete from auth.sessions where user_id = auth.uid() and id <> own;
  get diagnostics ended = row_count;
  return ended;
end
$$;

create function public.delete_other_sessions() returns integer
  language sql volatile set search_path = ''
  as $$ select private.delete_other_sessions() $$;
comment on function public.delete_other_sessions is 'Ends all other sessions of the caller. Returns their number.';

-- Members who signed up with another provider have no password; the settings offer to set one. The accounts service
-- does not expose this.
create function private.has_password() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_not_banned();
  return coalesce((select encrypted_password from auth.users where id = auth.uid()), '') <> '';
end
$$;

create function public.has_password() returns boolean
  language sql stable set search_path = ''
  as $$ select private.has_password() $$;
comment on function public.has_password is 'True if the caller''s account has a password.';

grant execute on function
  private.list_own_sessions,
  public.list_own_sessions,
  private.delete_session,
  public.delete_session,
  private.delete_other_sessions,
  public.delete_other_sessions,
  private.has_password,
  public.has_password
to authenticated;
