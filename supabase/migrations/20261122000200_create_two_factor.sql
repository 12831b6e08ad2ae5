-- A session without the second factor reads and writes nothing, so a stolen password alone opens nothing. Sessions of
-- OAuth apps have no second factor of their own: the member used it when consenting.
create function private.has_required_assurance() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if auth.jwt() ->> 'aal' in ('aal2', 'aal3') or auth.jwt() ->> 'client_id' is not null then
    return true;
  end if;
  if exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified') then
    raise sqlstate 'PT403' using message = 'Two-factor authentication is required. Confirm with your second factor first.', hint = 'second_factor_needed';
  end if;
  return true;
end
$$;
comment on function private.has_required_assurance is
  'True if the session has the assurance level of its account. Otherwise raises PT403 with hint second_factor_needed, because an empty result would look like lost data.';

grant execute on function
  private.has_required_assurance
to authenticated;
