-- Who has a second factor has not signed in with the password alone: until the second step is taken, a session reads and writes
-- nothing. Whoever has only stolen a password meets a closed door here, whatever the screens show.
create function private.has_required_assurance() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if auth.jwt() ->> 'aal' in ('aal2', 'aal3') then
    return true;
  end if;
  if exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified') then
    raise sqlstate 'PT403' using message = 'Confirm with your second factor first.', hint = 'second_factor_needed';
  end if;
  return true;
end
$$;
comment on function private.has_required_assurance is
  'True for a session at its account''s level of assurance. Raises PT403 with hint second_factor_needed for one that still lacks its second step: an empty answer would look like lost data.';
revoke execute on function private.has_required_assurance() from public;
grant execute on function private.has_required_assurance() to authenticated, service_role;

do $$
declare
  guarded text;
begin
  -- All but what every visitor reads and no member writes.
  foreach guarded in array array[
    'account_deletions', 'comments', 'follows', 'links', 'list_items', 'lists', 'notifications', 'page_views', 'photos',
    'post_spots', 'posts', 'reports', 'reviews', 'revisions', 'spot_exact_points', 'spots', 'users'
  ] loop
    execute format(
      'create policy "members have completed two-factor authentication" on public.%I as restrictive for all to authenticated
        using ((select private.has_required_assurance())) with check ((select private.has_required_assurance()))',
      guarded
    );
  end loop;
end
$$;

create policy "administrators change the settings with two-factor authentication" on public.instance_settings
  as restrictive for update to authenticated using ((select private.has_required_assurance()));

create policy "members have completed two-factor authentication" on storage.objects as restrictive for all to authenticated
  using ((select private.has_required_assurance())) with check ((select private.has_required_assurance()));
