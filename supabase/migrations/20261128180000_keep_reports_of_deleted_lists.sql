-- The owner of a reported list could get rid of the reports by deleting and restoring it. A list that reports had hidden
-- stayed hidden then, without waiting for a moderator.
alter table private.deleted_lists add column reports jsonb not null default '[]';

create or replace function private.delete_list(list text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  old public.lists;
begin
  perform private.require_list_owner(list);
  select * into old from public.lists where id = list for update;
  if old.id is null then
    raise sqlstate 'PT404' using message = 'List not found, or it is not yours.';
  end if;
  if old.kind <> 'own' then
    raise sqlstate 'PT400' using message = 'This list belongs to every account and cannot be deleted.';
  end if;
  delete from private.deleted_lists where deleted_at < now() - interval '1 day' or id = list;
  insert into private.deleted_lists (id, author_id, content, items, members, follows, reports, secret)
  select old.id, old.author_id, to_jsonb(old),
    (select coalesce(jsonb_agg(to_jsonb(list_items)), '[]') from public.list_items where list_id = list),
    (select coalesce(jsonb_agg(to_jsonb(list_members)), '[]') from public.list_members where list_id = list),
    (select coalesce(jsonb_agg(jsonb_build_object('follower_id', follower_id, 'created_at', created_at)), '[]')
      from public.follows where list_id = list),
    (select coalesce(jsonb_agg(to_jsonb(reports)), '[]') from public.reports where list_id = list),
    (select links.secret from public.links where list_id = list);
  delete from public.lists where id = list;
  return jsonb_build_object('id', old.id, 'title', old.title);
end
$function$;

create or replace function private.restore_list(list text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept private.deleted_lists;
begin
  if auth.uid() is not null and private.has_valid_session() then
    delete from private.deleted_lists
    where id = list and author_id = auth.uid() and deleted_at >= now() - interval '1 day' returning * into kept;
  end if;
  if kept.id is null then
    raise sqlstate 'PT404' using message = 'There is no deleted list to restore.';
  end if;
  -- What is restored was counted when it was added.
  perform set_config('hereabouts.undoes', 'on', true);
  insert into public.lists select * from jsonb_populate_record(null::public.lists, kept.content);
  update public.links set secret = kept.secret where list_id = kept.id and kept.secret is not null;
  insert into public.list_items
  select item.* from jsonb_populate_recordset(null::public.list_items, kept.items) as item
  join public.spots on spots.id = item.spot_id
  where item.added_by is null or exists (select from public.users where users.id = item.added_by)
  order by item.position, item.created_at;
  insert into public.list_members
  select member.* from jsonb_populate_recordset(null::public.list_members, kept.members) as member
  join public.users on users.id = member.member_id;
  insert into public.follows (follower_id, list_id, created_at)
  select follow.follower_id, kept.id, follow.created_at
  from jsonb_populate_recordset(null::public.follows, kept.follows) as follow
  join public.users on users.id = follow.follower_id;
  insert into public.reports
  select (jsonb_populate_record(null::public.reports, report || jsonb_build_object(
    'reporter_id', (select users.id from public.users where users.id = (report ->> 'reporter_id')::uuid),
    'resolved_by', (select users.id from public.users where users.id = (report ->> 'resolved_by')::uuid)))).*
  from jsonb_array_elements(kept.reports) as report;
  -- A list that returns is no news.
  delete from private.follower_news where created_at = now() and list_id = kept.id;
  perform set_config('hereabouts.undoes', '', true);
  return jsonb_build_object('id', kept.id, 'title', kept.content ->> 'title');
end
$function$;

create or replace function private.tg_reports__weigh()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target record;
  most_per_day constant integer := 50;
begin
  -- A report that returns with its list was weighed when it was sent.
  if current_setting('hereabouts.undoes', true) = 'on' then return new; end if;
  target := private.report_target(new);
  new.author_id := (select author_id from private.find_moderated(target.kind, target.id));
  if new.reporter_id is null then
    return new;
  end if;
  -- Serialises the reports of one member, so that neither check can be passed twice.
  perform pg_advisory_xact_lock(hashtextextended('reports:' || new.reporter_id, 12));
  if exists (
    select from public.reports where reporter_id = new.reporter_id and status = 'open'
      and (spot_id, post_id, photo_id, review_id, comment_id, member_id, list_id) is not distinct from
        (new.spot_id, new.post_id, new.photo_id, new.review_id, new.comment_id, new.member_id, new.list_id)
  ) then
    raise sqlstate 'PT409' using message = 'You have reported this already. A moderator will look at it.';
  end if;
  if (select count(*) from (
    select from public.reports where reporter_id = new.reporter_id and created_at > now() - interval '1 day' limit most_per_day
  ) as sent) >= most_per_day then
    raise sqlstate 'PT429' using message = format('You can send at most %s reports per day. Try again tomorrow.', most_per_day);
  end if;
  new.counts := private.report_weighs(new.reporter_id);
  return new;
end
$function$;

create or replace function private.tg_reports__queue_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if current_setting('hereabouts.undoes', true) = 'on' then return null; end if;
  perform private.queue_webhooks('report.created', jsonb_strip_nulls(jsonb_build_object(
    'id', new.id, 'reason', new.reason, 'spot_id', new.spot_id, 'post_id', new.post_id, 'photo_id', new.photo_id,
    'review_id', new.review_id, 'comment_id', new.comment_id, 'member_id', new.member_id, 'list_id', new.list_id
  )));
  return null;
end
$function$;

create or replace function private.tg_reports__sync()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target record;
begin
  target := private.report_target(case tg_op when 'DELETE' then old else new end);
  if tg_op = 'INSERT' and current_setting('hereabouts.undoes', true) is distinct from 'on' then
    perform pg_advisory_xact_lock(hashtextextended(target.kind || ':' || target.id, 12));
    perform private.hide_if_reported(target.kind, target.id);
  end if;
  perform private.sync_report_item(target.kind, target.id);
  return null;
end
$function$;
