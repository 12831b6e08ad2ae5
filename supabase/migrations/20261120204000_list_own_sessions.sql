-- A member sees where their account is signed in and ends what they do not know. Over auth.sessions, so that it works on a hosted
-- project too, whose accounts service can end all other sessions but not one of them.
create function private.own_session_id() returns uuid
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  own constant uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
begin
  -- An access token outlives its session: whoever was signed out elsewhere must not end the sessions of who did it.
  if own is null or not exists (select from auth.sessions where id = own and user_id = auth.uid()) then
    raise sqlstate 'PT403' using message = 'This session has ended. Sign in again.', hint = 'session_ended';
  end if;
  return own;
end
$$;
comment on function private.own_session_id is 'The session of the request, which must still be there. Raises PT403 when it is not.';

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
  'Where the caller is signed in: the session of the request first, then the latest used. refreshed_at is when it was last heard of.';

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
  'Signs the caller out of one session, also of this one. False when the caller has no such session. Its access token is refused by '
  'the accounts service at once, by the data service when it runs out.';

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
comment on function public.delete_other_sessions is 'Signs the caller out everywhere else. Returns how many sessions that were.';

revoke execute on all functions in schema private from public;
revoke execute on function public.list_own_sessions, public.delete_session, public.delete_other_sessions from public, anon;
grant execute on function private.list_own_sessions, private.delete_session, private.delete_other_sessions to authenticated;
grant execute on function public.list_own_sessions, public.delete_session, public.delete_other_sessions to authenticated;
