-- Suspending, banning, trusting and roles can be undone within ten seconds, like every other act of a moderator. The log keeps
-- what was before. Sessions that ended with a suspension or a role do not come back: the member signs in again.
create function private.undo_member_act(entry private.moderation_log) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_power_over(entry.target_id::uuid);
  case entry.action
    when 'trusted', 'untrusted' then
      update private.member_standings set is_trusted = coalesce((entry.details ->> 'was_trusted')::boolean, false),
        is_trust_set = coalesce((entry.details ->> 'was_trust_set')::boolean, false), updated_at = now()
      where user_id = entry.target_id::uuid;
    when 'changed-role' then perform private.set_role(entry.target_id::uuid, entry.details ->> 'was_role');
    else perform private.set_ban(entry.target_id::uuid, (entry.details ->> 'was_banned_until')::timestamptz);
  end case;
end
$$;
comment on function private.undo_member_act is 'Puts back the ban, trust or role that a member had before an entry of the log.';

create or replace function private.moderate_member(member uuid, wanted text, reason text, until timestamptz) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  standing private.member_standings;
  role constant text := private.require_power_over(member);
  entry bigint;
  was constant timestamptz := (select banned_until from auth.users where id = member);
  logged constant text := case wanted when 'warn' then 'warned' when 'suspend' then 'suspended' when 'ban' then 'banned'
    when 'lift' then 'lifted-ban' when 'trust' then 'trusted' when 'untrust' then 'untrusted' else 'changed-role' end;
begin
  select * into standing from private.member_standings where user_id = member;
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
    member, jsonb_build_object('was_banned_until', was, 'was_role', role,
      'was_trusted', standing.is_trusted, 'was_trust_set', standing.is_trust_set));
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

create or replace function private.undo_decision(of_log bigint) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  entry private.moderation_log;
  was public.publication_status;
begin
  perform private.require_moderator();
  perform private.has_valid_session();
  select * into entry from private.moderation_log where id = of_log;
  if entry.id is null or entry.action not in ('approved', 'removed', 'kept', 'asked', 'warned', 'suspended', 'banned',
    'lifted-ban', 'trusted', 'untrusted', 'changed-role') or entry.actor_id is distinct from auth.uid() then
    raise sqlstate 'PT404' using message = 'Nothing found to undo.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(entry.target_kind || ':' || entry.target_id, 12));
  if entry.created_at < now() - interval '11 seconds' then
    raise sqlstate 'PT409' using message = 'The time to undo is over. What was removed can be restored from the log for 30 days.';
  end if;
  if exists (select from private.moderation_log where target_kind = entry.target_kind and target_id = entry.target_id and id > entry.id
    and action <> 'trusted') then
    raise sqlstate 'PT409' using message = 'Something else was decided about this in the meantime.';
  end if;
  delete from private.held_notices where log_id = entry.id;
  if entry.action in ('approved', 'removed', 'kept') then
    was := (entry.details ->> 'was')::public.publication_status;
    if (entry.details ->> 'was_hidden')::boolean then
      if entry.target_kind in ('spot', 'post') then
        insert into private.hidden_items (kind, target_id, was) values (entry.target_kind, entry.target_id, was);
      end if;
      was := 'pending';
    end if;
    if entry.target_kind <> 'member' then
      perform private.set_moderated_status(entry.target_kind, entry.target_id, was, null, false);
    end if;
    perform private.delay_news(entry.target_id, true, entry.created_at);
    update public.reports set status = 'open', resolution = null
    where resolved_at = entry.created_at and private.report_target(reports) = (entry.target_kind, entry.target_id);
    perform private.sync_report_item(entry.target_kind, entry.target_id);
    update private.member_standings set is_trusted = false where user_id = entry.author_id and updated_at = entry.created_at and not is_trust_set;
  elsif entry.action = 'asked' then
    update public.moderation_items set asked_at = null where kind = entry.target_kind and target_id = entry.target_id;
  elsif entry.action = 'warned' then
    update private.member_standings set warning_count = greatest(0, warning_count - 1) where user_id = entry.author_id;
  else
    perform private.undo_member_act(entry);
  end if;
  perform private.log_moderation('undid', entry.target_kind, entry.target_id, entry.target_title, entry.action, entry.author_id);
end
$$;

