-- Who may add spots and stories, and how many spots a new member may add: settings of administrators. Imports, seeds and
-- the server itself have no user id and are not limited.
create function private.tg__require_posting_right() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  needed public.posting_right := (select who_may_post from public.instance_settings);
begin
  if needed = 'members' or private.is_moderator() then return new; end if;
  if needed = 'moderators' then
    raise sqlstate 'PT403' using message = 'Only moderators add spots and stories here at the moment.';
  end if;
  if not private.is_trusted(auth.uid()) then
    raise sqlstate 'PT403' using message = 'Only trusted members add spots and stories here at the moment.';
  end if;
  return new;
end
$$;
comment on function private.tg__require_posting_right is 'Raises PT403 if the setting who_may_post leaves out the caller.';
create trigger _060_require_right before insert on public.spots
  for each row when (auth.uid() is not null) execute function private.tg__require_posting_right();
create trigger _060_require_right before insert on public.posts
  for each row when (auth.uid() is not null) execute function private.tg__require_posting_right();

create function private.tg_spots__limit_new_members() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  most integer := (select new_member_daily_spots from public.instance_settings);
  added integer;
begin
  if private.is_moderator()
    or not exists (select from public.users where id = auth.uid() and created_at > now() - interval '7 days') then
    return null;
  end if;
  select count(*) into added from (
    select from public.spots where author_id = auth.uid() and visibility <> 'private' and created_at > now() - interval '1 day'
    limit most + 1
  ) as recent;
  if added > most then
    raise sqlstate 'PT429' using
      message = format('New members can add %s spots a day here. Try again tomorrow.', most);
  end if;
  return null;
end
$$;
comment on function private.tg_spots__limit_new_members is 'Raises PT429 if a member of the first week adds more spots within 24 hours than new_member_daily_spots.';
create trigger _910_limit_new_members after insert on public.spots
  for each row when (auth.uid() is not null and new.visibility <> 'private') execute function private.tg_spots__limit_new_members();

-- The first steps of an administrator, on the home page and under the settings of the site.
create function private.describe_first_steps() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'is_hidden', hides_first_run,
      'site_name', site_name,
      'contact', contact,
      'registration', registration,
      'is_named', site_name <> 'Hereabouts' or contact is not null,
      'is_reviewed', reviewed_at is not null,
      'has_spot', exists (select from public.spots join auth.users on users.id = spots.author_id
        where users.email is null or users.email not like '%@demo.invalid'),
      'has_import', exists (select from private.imports),
      'has_invited', (select coalesce(sum(max_uses), 0) >= 2 from public.invitations),
      'has_demo', exists (select from public.users where email like '%@demo.invalid')
    )
    from public.instance_settings where private.is_admin()
  $$;
comment on function private.describe_first_steps is 'Runs as the owner, because imports and the addresses of demo members are readable by no one. Null for everyone but administrators.';

create function public.first_steps() returns jsonb
  language sql stable set search_path = '' return private.describe_first_steps();
comment on function public.first_steps is 'Which of the first steps of a new site are done: {is_hidden, is_named, is_reviewed, has_spot, …}. Null unless the caller is an administrator.';

grant execute on function
  private.describe_first_steps,
  public.first_steps
to authenticated;
