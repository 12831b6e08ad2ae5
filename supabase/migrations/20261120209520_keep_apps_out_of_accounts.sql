-- An app that a member has let in (by the OAuth server) acts in the member's name on what is shared here. The account itself is
-- none of its business: it neither sees where the member is signed in, nor signs the member out, nor deletes the account.
create or replace function private.own_session_id() returns uuid
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  own constant uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  client uuid;
begin
  -- An access token outlives its session: whoever was signed out elsewhere must not end the sessions of who did it.
  select oauth_client_id into client from auth.sessions where id = own and user_id = auth.uid();
  if not found then
    raise sqlstate 'PT403' using message = 'This session has ended. Sign in again.', hint = 'session_ended';
  end if;
  if client is not null then
    raise sqlstate 'PT403' using message = 'An app that you let in may not do this.', hint = 'own_session_needed';
  end if;
  return own;
end
$$;
comment on function private.own_session_id is
  'The session of the request, which must still be there and be the member''s own. Raises PT403 when it is not.';
