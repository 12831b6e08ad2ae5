-- Access tokens outlive a ban, so the ban is checked when the data is read or written.
create function private.require_not_banned() returns void
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if exists (select from auth.users where id = auth.uid() and banned_until > now()) then
    raise sqlstate 'PT403' using message = 'This account is banned.', hint = 'user_banned';
  end if;
end
$$;
comment on function private.require_not_banned is 'Raises PT403 with hint user_banned if the account of the access token is banned.';

-- A session without the second factor reads and writes nothing, so a stolen password alone opens nothing. Sessions of
-- OAuth apps have no second factor of their own: the member used it when consenting.
create function private.has_valid_session() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_not_banned();
  if auth.jwt() ->> 'aal' in ('aal2', 'aal3') or auth.jwt() ->> 'client_id' is not null then
    return true;
  end if;
  if exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified') then
    raise sqlstate 'PT403' using message = 'Two-factor authentication is required. Confirm with your second factor first.', hint = 'second_factor_needed';
  end if;
  return true;
end
$$;
comment on function private.has_valid_session is
  'True if the account is not banned and the session has its assurance level. Otherwise raises PT403 with hint user_banned or second_factor_needed, because an empty result would look like lost data.';

grant execute on function
  private.has_valid_session
to authenticated;
