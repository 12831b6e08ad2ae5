-- Members as moderators see them, and what moderators may do: trust, warn, suspend, ban, give roles, remove everything.
create index users_username_prefix_idx on public.users (lower(username) text_pattern_ops);
create index users_name_prefix_idx on public.users (lower(name) text_pattern_ops);
create index users_created_at_idx on public.users (created_at desc);

-- Access tokens outlive a role, so a role that was taken away is checked when the data is read or written.
create or replace function private.require_not_banned() returns void
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  until constant timestamptz := (select banned_until from auth.users where id = auth.uid());
begin
  if until > now() then
    raise sqlstate 'PT403' using hint = 'user_banned', message = case
      when until > now() + interval '10 years' then 'This account is banned.'
      else format('This account is suspended until %s UTC.', to_char(until at time zone 'utc', 'FMDD FMMonth YYYY, HH24:MI')) end;
  end if;
  if auth.jwt() -> 'app_metadata' ->> 'role' in ('moderator', 'admin') and exists (
    select from private.member_standings
    where user_id = auth.uid() and role_changed_at > to_timestamp((auth.jwt() ->> 'iat')::double precision)
  ) then
    raise sqlstate 'PT403' using message = 'Your role has changed. Sign in again.', hint = 'session_ended';
  end if;
end
$$;
comment on function private.require_not_banned is
  'Raises PT403 with hint user_banned if the account of the access token is banned or suspended, and with hint session_ended if the token '
  'has a role that the account has lost.';

create function private.get_role(member uuid) returns text
  language sql stable security definer set search_path = ''
  as $$
    select case when raw_app_meta_data ->> 'role' in ('moderator', 'admin') then raw_app_meta_data ->> 'role' else 'member' end
    from auth.users where id = member
  $$;

create function private.count_reports_about(member uuid, of_status public.report_status) returns integer
  language sql stable security definer set search_path = ''
  as $$
    select count(*)::integer from (
      select from public.reports where author_id = member and status = of_status
        and (private.find_moderated((private.report_target(reports)).kind, (private.report_target(reports)).id)).id is not null
      limit 100
    ) as reports
  $$;
comment on function private.count_reports_about is 'Reports about a member and what they made, up to 100, without those about private content.';

-- Everything a member made that is not private, latest first.
create function private.list_contributions(member uuid, most integer)
  returns table (kind text, id text, title text, status text, at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select * from (
      (select 'spot', spots.id, spots.title, spots.status::text, spots.created_at from public.spots
        where author_id = member and visibility <> 'private' and spots.status <> 'draft' order by spots.created_at desc limit most)
      union all
      (select 'post', posts.id, posts.title, posts.status::text, posts.created_at from public.posts
        where author_id = member and visibility <> 'private' and posts.status <> 'draft' order by posts.created_at desc limit most)
      union all
      (select 'review', reviews.id::text, 'Review of ' || spots.title,
          case when reviews.removal_reason is not null then 'removed' when reviews.hidden_at is not null then 'pending' else 'published' end,
          reviews.created_at
        from public.reviews join public.spots on spots.id = spot_id
        where reviews.author_id = member and visibility <> 'private' order by reviews.created_at desc limit most)
      union all
      (select 'comment', comments.id::text, 'Comment on ' || coalesce(spots.title, posts.title),
          case when comments.removal_reason is not null then 'removed' when comments.hidden_at is not null then 'pending' else 'published' end,
          comments.created_at
        from public.comments left join public.spots on spots.id = spot_id left join public.posts on posts.id = post_id
        where comments.author_id = member and coalesce(spots.visibility, posts.visibility) <> 'private'
        order by comments.created_at desc limit most)
      union all
      (select 'photo', photos.id::text, 'Photo of ' || spots.title,
          case when photos.removal_reason is not null then 'removed' when photos.hidden_at is not null then 'pending' else 'published' end,
          photos.created_at
        from public.photos join public.spots on spots.id = spot_id
        where photos.author_id = member and visibility <> 'private' and spots.author_id is distinct from member
        order by photos.created_at desc limit most)
    ) as made (kind, id, title, status, at) order by at desc limit most
  $$;
comment on function private.list_contributions is
  'What a member made and moderators may see: spots, stories, reviews, comments, and photos of spots of others.';

create function private.member_row(member uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select private.member_card(member) || private.member_record(member) || jsonb_build_object(
      'role', private.get_role(member), 'is_suspended', private.is_suspended(member),
      'report_count', private.count_reports_about(member, 'open'))
  $$;

create function private.list_members(search text, of_filter text) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  found uuid[];
  prefix text;
begin
  perform private.require_moderator();
  perform private.has_valid_session();
  if search is not null then
    prefix := replace(replace(replace(lower(search), '\', '\\'), '%', '\%'), '_', '\_') || '%';
    select array_agg(id) into found from (
      select id from auth.users where email = lower(search) and is_sso_user = false
      union
      (select id from public.users where lower(username) like prefix order by lower(username) limit 50)
      union
      (select id from public.users where lower(name) like prefix order by lower(name) limit 50)
      limit 50
    ) as members;
  elsif of_filter = 'reported' then
    select array_agg(author_id) into found from (
      select distinct author_id from public.moderation_items where queue = 'reports' and decided_at is null and author_id is not null limit 50
    ) as members;
  elsif of_filter = 'suspended' then
    select array_agg(id) into found from (select id from auth.users where banned_until > now() order by banned_until limit 50) as members;
  elsif of_filter = 'team' then
    select array_agg(id) into found from (select id from public.users where is_moderator order by lower(username) limit 50) as members;
  else
    select array_agg(id) into found from (select id from public.users order by created_at desc limit 50) as members;
  end if;
  return (select coalesce(jsonb_agg(private.member_row(member) order by place), '[]')
    from unnest(found) with ordinality as members (member, place) where private.member_card(member) is not null);
end
$$;

create function private.member_page(member uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select private.member_row(member) || jsonb_build_object(
      'last_seen_at', (select last_sign_in_at from auth.users where id = member),
      'banned_until', (select case when banned_until > now() then banned_until end from auth.users where id = member),
      'warning_count', coalesce((select warning_count from private.member_standings where user_id = member), 0),
      'numbers', jsonb_build_object(
        'published', private.count_contributions(member, '{published,closed}', 1000),
        'waiting', private.count_contributions(member, '{pending}', 1000),
        'removed', private.count_contributions(member, '{removed}', 1000),
        'reports_upheld', private.count_reports_about(member, 'resolved')),
      'contributions', (select coalesce(jsonb_agg(to_jsonb(made) order by at desc), '[]') from private.list_contributions(member, 200) as made),
      'log', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'action', action, 'actor', private.member_card(actor_id),
          'reason', reason, 'at', created_at, 'may_restore', private.may_restore(entry)) order by id desc), '[]')
        from (select moderation_log.* from private.moderation_log
          where target_kind = 'member' and target_id = member::text order by id desc limit 20) as entry))
    from public.users where id = member
  $$;

create function public.moderation_members(search text default null, filter text default null, member uuid default null) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
begin
  perform private.require_moderator();
  return jsonb_build_object('counts', public.count_moderation(), 'is_admin', private.is_admin(),
    'members', private.list_members(search, filter), 'opened', private.member_page(member));
end
$$;
comment on function public.moderation_members is
  'Moderators: members by the start of a name, by e-mail address or by filter (new, reported, suspended, team), and one with record and contributions.';

create function private.require_power_over(member uuid) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  role constant text := private.get_role(member);
begin
  perform private.require_moderator();
  perform private.has_valid_session();
  if role is null or not exists (select from public.users where id = member) then
    raise sqlstate 'PT404' using message = 'Member not found.';
  end if;
  if member = auth.uid() then
    raise sqlstate 'PT409' using message = 'You cannot do this to your own account.';
  end if;
  if role <> 'member' and not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators may do this to a moderator.';
  end if;
  return role;
end
$$;
comment on function private.require_power_over is
  'Raises unless the caller may act on a member: moderators on members, administrators on everyone but themselves. Returns the role.';

create function private.set_ban(member uuid, until timestamptz) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  update auth.users set banned_until = until where id = member;
  if until > now() then
    delete from auth.sessions where user_id = member;
  end if;
end
$$;

create function private.set_trust(member uuid, wanted boolean) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into private.member_standings (user_id, is_trusted, is_trust_set) values (member, wanted, true)
    on conflict (user_id) do update set is_trusted = excluded.is_trusted, is_trust_set = true, updated_at = now()
  $$;

create function private.set_role(member uuid, wanted text) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  role constant text := private.get_role(member);
begin
  perform private.require_admin();
  -- Serialises changes of roles, so that two administrators cannot remove each other at once.
  perform pg_advisory_xact_lock(hashtextextended('roles', 12));
  if private.get_role(auth.uid()) <> 'admin' then
    raise insufficient_privilege using message = 'Only administrators may do this.';
  end if;
  update auth.users set raw_app_meta_data = case wanted
    when 'member' then coalesce(raw_app_meta_data, '{}') - 'role'
    else coalesce(raw_app_meta_data, '{}') || jsonb_build_object('role', wanted) end
  where id = member;
  -- A trigger copies the role to the profile on any update.
  update public.users set updated_at = now() where id = member;
  if wanted = 'member' or (role = 'admin' and wanted <> 'admin') then
    insert into private.member_standings (user_id, role_changed_at) values (member, now())
    on conflict (user_id) do update set role_changed_at = now(), updated_at = now();
    delete from auth.sessions where user_id = member;
  end if;
end
$$;
comment on function private.set_role is
  'Administrators: member, moderator or admin. Losing a role ends all sessions, and access tokens from before are rejected.';

create function private.moderate_member(member uuid, wanted text, reason text, until timestamptz) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  role constant text := private.require_power_over(member);
  entry bigint;
  was constant timestamptz := (select banned_until from auth.users where id = member);
  logged constant text := case wanted when 'warn' then 'warned' when 'suspend' then 'suspended' when 'ban' then 'banned'
    when 'lift' then 'lifted-ban' when 'trust' then 'trusted' when 'untrust' then 'untrusted' else 'changed-role' end;
begin
  if wanted in ('warn', 'suspend', 'ban') and coalesce(btrim(reason), '') = '' then
    raise sqlstate 'PT400' using message = 'Enter a reason. The member reads it.';
  end if;
  if wanted = 'suspend' and (until is null or until < now() or until > now() + interval '1 year') then
    raise sqlstate 'PT400' using message = 'Choose a date within the next year.';
  end if;
  if wanted = 'lift' and (was is null or was < now()) then
    raise sqlstate 'PT409' using message = 'This member is not suspended or banned any more.';
  end if;
  entry := private.log_moderation(logged, 'member', member::text, (select username from public.users where id = member),
    case wanted when 'suspend' then format('Until %s: %s', to_char(until at time zone 'utc', 'YYYY-MM-DD'), reason)
      when 'role-moderator' then format('moderator, was: %s', role) when 'role-admin' then format('administrator, was: %s', role)
      when 'role-member' then format('member, was: %s', role) else reason end,
    member, jsonb_build_object('was_banned_until', was));
  case wanted
    when 'warn' then
      insert into private.member_standings (user_id, warning_count) values (member, 1)
      on conflict (user_id) do update set warning_count = member_standings.warning_count + 1, updated_at = now();
      perform private.hold_notice(entry, member, 'warning', null, null, reason);
    when 'suspend' then
      perform private.set_ban(member, until);
      perform private.hold_notice(entry, member, 'warning', null, null,
        format('Your account is suspended until %s. %s', to_char(until at time zone 'utc', 'FMDD FMMonth YYYY'), reason));
    when 'ban' then
      perform private.set_ban(member, now() + interval '100 years');
      perform private.hold_notice(entry, member, 'warning', null, null, format('Your account is banned. %s', reason));
    when 'lift' then perform private.set_ban(member, null);
    when 'trust' then perform private.set_trust(member, true);
    when 'untrust' then perform private.set_trust(member, false);
    when 'role-member' then perform private.set_role(member, 'member');
    when 'role-moderator' then perform private.set_role(member, 'moderator');
    when 'role-admin' then perform private.set_role(member, 'admin');
    else raise sqlstate 'PT400' using message = 'Unknown action.';
  end case;
  return jsonb_build_object('log_id', entry, 'decided', null);
end
$$;

create function public.moderate_member(member uuid, action text, reason text default null, until timestamptz default null) returns jsonb
  language sql volatile set search_path = '' return private.moderate_member(member, action, reason, until);
comment on function public.moderate_member is
  'Moderators: warn, suspend, ban, lift, trust or untrust a member. Administrators: role-member, role-moderator, role-admin. Returns {log_id}.';

-- One entry of the log for everything, with the previous status of each item, so that one click restores all of it.
create function private.remove_contributions(member uuid, chosen jsonb, reason text, with_ban boolean) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  made record;
  removed jsonb := '[]';
  entry bigint;
  was constant timestamptz := (select banned_until from auth.users where id = member);
begin
  perform private.require_power_over(member);
  if coalesce(btrim(reason), '') = '' then
    raise sqlstate 'PT400' using message = 'Enter a reason. The member reads it.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('member:' || member, 12));
  for made in
    select listed.* from private.list_contributions(member, 5000) as listed
    where listed.status <> 'removed' and (chosen is null or chosen ? (listed.kind || ':' || listed.id))
  loop
    removed := removed || jsonb_build_array(jsonb_build_array(made.kind, made.id,
      coalesce((select hidden.was::text from private.hidden_items as hidden where hidden.kind = made.kind and target_id = made.id),
        case when made.kind in ('spot', 'post') then made.status else 'published' end)));
    delete from private.hidden_items as hidden where hidden.kind = made.kind and target_id = made.id;
    perform private.set_moderated_status(made.kind, made.id, 'removed', btrim(reason), false);
  end loop;
  if jsonb_array_length(removed) = 0 and not with_ban then
    raise sqlstate 'PT409' using message = 'Nothing is left to remove.';
  end if;
  entry := private.log_moderation('removed-all', 'member', member::text, (select username from public.users where id = member),
    reason, member, jsonb_build_object('items', removed, 'with_ban', with_ban, 'was_banned_until', was));
  for made in select item ->> 0 as kind, item ->> 1 as id from jsonb_array_elements(removed) as item loop
    perform private.resolve_reports(entry, made.kind, made.id, 'resolved',
      format('The %s you reported was removed. Thank you.', case made.kind when 'post' then 'story' else made.kind end));
    perform private.close_item('waiting', made.kind, made.id);
  end loop;
  perform private.resolve_reports(entry, 'member', member::text, 'resolved', 'The member you reported was dealt with. Thank you.');
  if with_ban then
    perform private.set_trust(member, false);
    perform private.set_ban(member, now() + interval '100 years');
  end if;
  perform private.hold_notice(entry, member, 'warning', null, null,
    format('%s items of yours were removed. %s', jsonb_array_length(removed), reason));
  return jsonb_build_object('log_id', entry, 'decided', null, 'count', jsonb_array_length(removed));
end
$$;
create function public.remove_contributions(member uuid, items jsonb default null, reason text default null, with_ban boolean default false)
  returns jsonb
  language sql volatile set search_path = '' return private.remove_contributions(member, items, reason, with_ban);
comment on function public.remove_contributions is
  'Moderators: removes what a member made, all of it or chosen items ("spot:id"), and bans them if wanted. One undo for 30 days.';

create function private.restore_contributions(of_log bigint) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  entry private.moderation_log;
  item jsonb;
  restored integer := 0;
begin
  perform private.require_moderator();
  select * into entry from private.moderation_log where id = of_log and action = 'removed-all';
  if entry.id is null then
    raise sqlstate 'PT404' using message = 'Nothing found to restore.';
  end if;
  perform private.require_power_over(entry.target_id::uuid);
  perform pg_advisory_xact_lock(hashtextextended('member:' || entry.target_id, 12));
  if entry.created_at < now() - interval '30 days' then
    raise sqlstate 'PT409' using message = 'Removed content can be restored for 30 days.';
  end if;
  if exists (select from private.moderation_log where target_kind = 'member' and target_id = entry.target_id and id > entry.id
    and action = 'restored-all' and details ->> 'of' = entry.id::text) then
    raise sqlstate 'PT409' using message = 'This was restored already.';
  end if;
  delete from private.held_notices where log_id = entry.id;
  for item in select * from jsonb_array_elements(entry.details -> 'items') loop
    if (select status from private.find_moderated(item ->> 0, item ->> 1)) = 'removed' then
      perform private.set_moderated_status(item ->> 0, item ->> 1, (item ->> 2)::public.publication_status, null, false);
      restored := restored + 1;
    end if;
  end loop;
  if (entry.details ->> 'with_ban')::boolean then
    perform private.set_ban(entry.target_id::uuid, (entry.details ->> 'was_banned_until')::timestamptz);
  end if;
  perform private.log_moderation('restored-all', 'member', entry.target_id, entry.target_title, format('%s items', restored),
    entry.author_id, jsonb_build_object('of', entry.id));
  return restored;
end
$$;
create function public.restore_contributions(log_id bigint) returns integer
  language sql volatile set search_path = '' return private.restore_contributions(log_id);
comment on function public.restore_contributions is
  'Moderators: restores everything that one entry of the log removed, and lifts the ban that came with it. Returns the number of items.';

create or replace function private.may_restore(entry private.moderation_log) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select entry.created_at > now() - interval '30 days' and case entry.action
      when 'removed' then (select status from private.find_moderated(entry.target_kind, entry.target_id)) = 'removed'
        and not exists (
          select from private.moderation_log as later
          where later.target_kind = entry.target_kind and later.target_id = entry.target_id and later.id > entry.id
            and later.action in ('removed', 'restored', 'undid'))
      when 'hid' then (select is_hidden from private.find_moderated(entry.target_kind, entry.target_id))
      when 'removed-all' then not exists (
        select from private.moderation_log as later
        where later.target_kind = 'member' and later.target_id = entry.target_id and later.id > entry.id
          and later.action = 'restored-all' and later.details ->> 'of' = entry.id::text)
      else false end
  $$;

grant execute on function
  private.list_members,
  private.member_page,
  public.moderation_members,
  private.moderate_member,
  public.moderate_member,
  private.remove_contributions,
  public.remove_contributions,
  private.restore_contributions,
  public.restore_contributions
to authenticated;
