-- The author of a contribution that waits for review again after a restore got no notification. Notifications about
-- restored photos, reviews and comments said that the spot was published, and those about restored lists that a
-- moderator had sent a warning.
create or replace function private.decide(of_kind text, of_id text, verdict text, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  if verdict = 'restored' and of_kind = 'spot' and exists (select from public.spot_redirects where old_id = of_id) then
    raise sqlstate 'PT409' using message = 'This spot was merged with another one. Undo the merge instead.';
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
  -- A contribution that was removed before its review is back in the queue when it is restored.
  if wanted is distinct from 'pending' then
    perform private.close_item('waiting', of_kind, of_id);
  end if;
  perform private.sync_report_item(of_kind, of_id);
  perform private.delay_news(of_id, verdict = 'kept', now());
  if of_kind = 'list' and verdict in ('removed', 'restored') then
    -- No notification is about a list that its author alone sees.
    perform private.hold_notice(entry, target.author_id, verdict::public.notification_kind, null, null,
      format('Your list “%s”: %s', target.title, reason));
  elsif verdict in ('removed', 'restored') and of_kind in ('photo', 'review', 'comment') then
    perform private.hold_notice(entry, target.author_id, verdict::public.notification_kind, target.spot_id, target.post_id,
      format('Your %s: %s', noun, reason));
  elsif verdict = 'removed' then
    perform private.hold_notice(entry, target.author_id, 'removed', target.spot_id, target.post_id, reason);
  elsif verdict = 'restored' and wanted = 'pending' then
    perform private.hold_notice(entry, target.author_id, 'restored', target.spot_id, target.post_id,
      'It is published once a moderator has approved it.');
  elsif verdict in ('approved', 'restored') and wanted in ('published', 'closed') then
    perform private.hold_notice(entry, target.author_id, 'approved', target.spot_id, target.post_id, '');
  end if;
  if verdict = 'approved' then
    perform private.trust_if_earned(target.author_id);
  end if;
  return jsonb_build_object('log_id', entry, 'decided', null);
end
$function$;
