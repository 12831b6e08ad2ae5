-- A reason of more than 1,000 characters was rejected in the words of the database, or shortened without notice.
create function private.require_reason(reason text, missing text)
  returns void
  language plpgsql
  immutable parallel safe
  set search_path = ''
as $$
begin
  if coalesce(btrim(reason), '') = '' then
    raise sqlstate 'PT400' using message = missing;
  end if;
  if length(reason) > 1000 then
    raise sqlstate 'PT400' using message = 'Use at most 1,000 characters.';
  end if;
end
$$;
comment on function private.require_reason(text,text) is 'Rejects a text of a moderator that is empty, with the sentence for that, or longer than the log and notifications keep.';

create or replace function private.decide(of_kind text, of_id text, verdict text, reason text)
  returns jsonb
  language plpgsql
  security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  target record;
  before public.publication_status;
  entry bigint;
  reports uuid[];
  wanted public.publication_status;
  noun constant text := case of_kind when 'post' then 'story' else of_kind end;
begin
  perform private.require_moderator();
  perform private.has_valid_session();
  perform pg_advisory_xact_lock(hashtextextended(of_kind || ':' || of_id, 12));
  select * into target from private.find_moderated(of_kind, of_id);
  if target.id is null then
    raise sqlstate 'PT404' using message = 'Nothing found to moderate. It may have been deleted or made private.';
  end if;
  if verdict = 'removed' then
    perform private.require_reason(reason, 'Enter a reason for the author.');
  end if;
  if verdict = 'removed' and of_kind = 'member' then
    raise sqlstate 'PT400' using message = 'Members cannot be removed. Warn, suspend or ban them.';
  end if;
  if verdict = 'approved' and target.is_hidden then
    verdict := 'kept';
  end if;
  before := coalesce((select was from private.hidden_items where kind = of_kind and target_id = of_id),
    case when target.is_hidden then 'published' else target.status end);
  if (verdict = 'approved' and target.status <> 'pending') or (verdict = 'removed' and target.status = 'removed')
    or (verdict = 'restored' and target.status <> 'removed')
    or (verdict = 'kept' and not exists (
      select from public.moderation_items as item
      where item.queue = 'reports' and item.kind = of_kind and item.target_id = of_id and item.decided_at is null)) then
    return jsonb_build_object('log_id', null, 'decided', private.last_decision(of_kind, of_id));
  end if;
  wanted := case verdict
    when 'removed' then 'removed'
    when 'kept' then case when target.is_hidden then before else target.status end
    when 'restored' then coalesce(private.status_before_removal(of_kind, of_id), 'published')
    else 'published' end;
  entry := private.log_moderation(verdict, of_kind, of_id, target.title, coalesce(reason, ''), target.author_id,
    jsonb_build_object('was', before, 'was_hidden', target.is_hidden));
  delete from private.hidden_items where kind = of_kind and target_id = of_id;
  if of_kind <> 'member' and wanted is distinct from target.status then
    perform private.set_moderated_status(of_kind, of_id, wanted, btrim(reason), verdict = 'kept');
  end if;
  if verdict in ('removed', 'kept') then
    reports := private.resolve_reports(entry, of_kind, of_id,
      case verdict when 'removed' then 'resolved' else 'dismissed' end::public.report_status,
      case verdict when 'removed' then format('The %s you reported was removed. Thank you.', noun)
        else format('The %s you reported stays. Thank you for looking out.', noun) end);
  end if;
  perform private.close_item('waiting', of_kind, of_id);
  perform private.sync_report_item(of_kind, of_id);
  perform private.delay_news(of_id, verdict = 'kept', now());
  if of_kind = 'list' and verdict in ('removed', 'restored') then
    -- No notification is about a list that its author alone sees.
    perform private.hold_notice(entry, target.author_id, 'warning', null, null, case verdict
      when 'removed' then format('Your list “%s” was removed. %s', target.title, reason)
      else format('Your list “%s” is shown again.', target.title) end);
  elsif verdict = 'removed' then
    perform private.hold_notice(entry, target.author_id, 'removed', target.spot_id, target.post_id,
      case when of_kind in ('spot', 'post') then reason else format('Your %s: %s', noun, reason) end);
  elsif verdict in ('approved', 'restored') and wanted in ('published', 'closed') then
    perform private.hold_notice(entry, target.author_id, 'approved', target.spot_id, target.post_id, '');
  end if;
  if verdict = 'approved' then
    perform private.trust_if_earned(target.author_id);
  end if;
  return jsonb_build_object('log_id', entry, 'decided', null);
end
$$;

create or replace function private.remove_contributions(member uuid, chosen jsonb, reason text, with_ban boolean)
  returns jsonb
  language plpgsql
  security definer
  set search_path = ''
as $$
declare
  made record;
  removed jsonb := '[]';
  entry bigint;
  was constant timestamptz := (select banned_until from auth.users where id = member);
begin
  perform private.require_power_over(member);
  perform private.require_reason(reason, 'Enter a reason. The member reads it.');
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

create or replace function private.moderate_member(member uuid, wanted text, reason text, until timestamp with time zone)
  returns jsonb
  language plpgsql
  security definer
  set search_path = ''
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
  if wanted in ('warn', 'suspend', 'ban') then
    perform private.require_reason(reason, 'Enter a reason. The member reads it.');
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

create or replace function private.ask_author(of_kind text, of_id text, question text)
  returns jsonb
  language plpgsql
  security definer
  set search_path = ''
as $$
declare
  target record;
  entry bigint;
begin
  perform private.require_moderator();
  perform private.has_valid_session();
  select * into target from private.find_moderated(of_kind, of_id);
  if target.id is null or of_kind not in ('spot', 'post') then
    raise sqlstate 'PT404' using message = 'Nothing found to ask about.';
  end if;
  perform private.require_reason(question, 'Enter a question for the author.');
  if target.author_id is null then
    raise sqlstate 'PT409' using message = 'The author has deleted their account.';
  end if;
  entry := private.log_moderation('asked', of_kind, of_id, target.title, question, target.author_id);
  update public.moderation_items set asked_at = now() where kind = of_kind and target_id = of_id and decided_at is null;
  perform private.hold_notice(entry, target.author_id, 'question', target.spot_id, target.post_id, question);
  return jsonb_build_object('log_id', entry, 'decided', null);
end
$$;
