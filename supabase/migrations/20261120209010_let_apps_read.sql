-- Apps that a member let in (OAuth 2.1) have sessions of their own, which take no second step: the member took it when they consented.
create or replace function private.has_required_assurance() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if auth.jwt() ->> 'aal' in ('aal2', 'aal3') or auth.jwt() ->> 'client_id' is not null then
    return true;
  end if;
  if exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified') then
    raise sqlstate 'PT403' using message = 'Confirm with your second factor first.', hint = 'second_factor_needed';
  end if;
  return true;
end
$$;
