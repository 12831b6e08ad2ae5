-- A session without the second factor of its account could list the addresses and devices of the others, and end them.
create or replace function private.own_session_id()
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path = ''
as $$
declare
  own constant uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  client uuid;
begin
  perform private.has_valid_session();
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
