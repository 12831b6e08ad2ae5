-- A member who has only just signed up has no profile row, and an update would change nothing.
create function public.set_profile_visibility(visibility public.profile_visibility) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  perform private.ensure_profile(auth.uid());
  update public.users set profile_visibility = visibility where id = auth.uid();
end
$$;
comment on function public.set_profile_visibility is 'Chooses who may see the profile of the caller.';
grant execute on function public.set_profile_visibility to authenticated;
