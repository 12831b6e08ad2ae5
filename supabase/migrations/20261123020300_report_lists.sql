-- Lists can be reported, hidden by reports, and removed and restored by moderators, like everything else that members share.
alter table public.lists add column hidden_at timestamptz, add column removal_reason text,
  add constraint lists_removal_reason_check check (removal_reason is null or (length(removal_reason) between 1 and 1000 and hidden_at is not null));
comment on column public.lists.hidden_at is 'Since then only its author and moderators see it.';
comment on column public.lists.removal_reason is 'Why a moderator removed it. Without one it is hidden by reports until a moderator has looked at it.';
create policy "hidden ones are shown to their author" on public.lists as restrictive for select to anon, authenticated
  using (hidden_at is null or author_id = (select auth.uid()) or (select private.is_moderator()));

alter table public.reports add column list_id text references public.lists (id) on delete cascade;
create index reports_list_id_idx on public.reports (list_id) where list_id is not null;
alter table public.reports drop constraint reports_target_check,
  add constraint reports_target_check check (num_nonnulls(spot_id, post_id, photo_id, review_id, comment_id, member_id, list_id) = 1);
grant insert (list_id) on public.reports to authenticated;
create policy "members report lists that they may read" on public.reports as restrictive for insert to authenticated
  with check (list_id is null or exists (select from public.lists where lists.id = list_id));

alter table public.moderation_items drop constraint moderation_items_kind_check,
  add constraint moderation_items_kind_check check (
    kind in ('spot', 'post', 'photo', 'review', 'comment', 'member', 'suggestion', 'list'));
create trigger _550_items after delete on public.lists for each row execute function private.tg__drop_items();

-- A list that becomes private leaves the queue, and returns to it with its reports.
create function private.tg_lists__sync_reports() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.sync_report_item('list', new.id);
  return null;
end
$$;
create trigger _560_reports after update of visibility on public.lists
  for each row when (new.visibility is distinct from old.visibility) execute function private.tg_lists__sync_reports();

create function private.list_open_reports(of_kind text, of_id text) returns setof public.reports
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return query select reports.* from public.reports
  where status = 'open' and case of_kind
    when 'spot' then spot_id = of_id when 'post' then post_id = of_id when 'list' then list_id = of_id
    when 'photo' then photo_id = of_id::uuid when 'review' then review_id = of_id::uuid
    when 'comment' then comment_id = of_id::uuid else member_id = of_id::uuid end;
end
$$;
comment on function private.list_open_reports is 'The open reports of one thing. Checks nothing: its callers do.';

create or replace function private.report_target(report public.reports, out kind text, out id text) returns record
  language sql immutable
  as $$
    select case
        when report.spot_id is not null then 'spot' when report.post_id is not null then 'post'
        when report.photo_id is not null then 'photo' when report.review_id is not null then 'review'
        when report.comment_id is not null then 'comment'
        when report.list_id is not null then 'list' else 'member' end,
      coalesce(report.spot_id, report.post_id, report.photo_id::text, report.review_id::text, report.comment_id::text,
        report.list_id, report.member_id::text)
  $$;

create or replace function private.sync_report_item(of_kind text, of_id text) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  open_count integer;
  first_at timestamptz;
  target record;
begin
  select count(*), min(created_at) into open_count, first_at from private.list_open_reports(of_kind, of_id);
  select * into target from private.find_moderated(of_kind, of_id);
  if target.id is null then
    delete from public.moderation_items where queue = 'reports' and kind = of_kind and target_id = of_id;
  elsif open_count = 0 then
    perform private.close_item('reports', of_kind, of_id);
  else
    insert into public.moderation_items as item (queue, kind, target_id, author_id, report_count, is_hidden, since)
    values ('reports', of_kind, of_id, target.author_id, open_count, target.is_hidden, first_at)
    on conflict (queue, kind, target_id) do update set
      report_count = excluded.report_count, is_hidden = excluded.is_hidden, since = excluded.since, decided_at = null,
      opened_at = case when item.decided_at is null then item.opened_at end;
  end if;
end
$$;

create or replace function private.find_moderated(of_kind text, of_id text, out kind text, out id text, out title text, out author_id uuid, out spot_id text, out post_id text, out status public.publication_status, out is_hidden boolean) returns record
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if of_kind = 'spot' then
    select 'spot', spots.id, spots.title, spots.author_id, spots.id, null, spots.status, private.is_hidden_by_reports('spot', spots.id)
    into kind, id, title, author_id, spot_id, post_id, status, is_hidden
    from public.spots where spots.id = of_id and visibility <> 'private' and spots.status <> 'draft';
  elsif of_kind = 'post' then
    select 'post', posts.id, posts.title, posts.author_id, null, posts.id, posts.status, private.is_hidden_by_reports('post', posts.id)
    into kind, id, title, author_id, spot_id, post_id, status, is_hidden
    from public.posts where posts.id = of_id and visibility <> 'private' and posts.status <> 'draft';
  elsif of_kind = 'list' then
    select 'list', lists.id, lists.title, lists.author_id, null, null,
      case when lists.removal_reason is not null then 'removed' when lists.hidden_at is not null then 'pending' else 'published' end,
      lists.hidden_at is not null and lists.removal_reason is null
    into kind, id, title, author_id, spot_id, post_id, status, is_hidden
    from public.lists where lists.id = of_id and visibility <> 'private' and lists.kind = 'own';
  elsif of_id !~ '^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$' then
    return;
  elsif of_kind = 'photo' then
    select 'photo', photos.id, 'Photo of ' || spots.title, photos.author_id, spots.id, null,
      case when photos.removal_reason is not null then 'removed' when photos.hidden_at is not null then 'pending' else 'published' end,
      photos.hidden_at is not null and photos.removal_reason is null
    into kind, id, title, author_id, spot_id, post_id, status, is_hidden
    from public.photos join public.spots on spots.id = photos.spot_id
    where photos.id = of_id::uuid and spots.visibility <> 'private';
  elsif of_kind = 'review' then
    select 'review', reviews.id, 'Review of ' || spots.title, reviews.author_id, spots.id, null,
      case when reviews.removal_reason is not null then 'removed' when reviews.hidden_at is not null then 'pending' else 'published' end,
      reviews.hidden_at is not null and reviews.removal_reason is null
    into kind, id, title, author_id, spot_id, post_id, status, is_hidden
    from public.reviews join public.spots on spots.id = reviews.spot_id
    where reviews.id = of_id::uuid and spots.visibility <> 'private';
  elsif of_kind = 'comment' then
    select 'comment', comments.id, 'Comment on ' || coalesce(spots.title, posts.title), comments.author_id, spots.id, posts.id,
      case when comments.removal_reason is not null then 'removed' when comments.hidden_at is not null then 'pending' else 'published' end,
      comments.hidden_at is not null and comments.removal_reason is null
    into kind, id, title, author_id, spot_id, post_id, status, is_hidden
    from public.comments
      left join public.spots on spots.id = comments.spot_id
      left join public.posts on posts.id = comments.post_id
    where comments.id = of_id::uuid and coalesce(spots.visibility, posts.visibility) <> 'private';
  elsif of_kind = 'member' then
    select 'member', users.id, coalesce(users.username, users.name, 'member'), users.id, null, null, 'published', false
    into kind, id, title, author_id, spot_id, post_id, status, is_hidden
    from public.users where users.id = of_id::uuid;
  end if;
  title := left(title, 200);
end
$$;

create or replace function private.set_moderated_status(of_kind text, of_id text, wanted public.publication_status, reason text, is_quiet boolean) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
begin
  perform set_config('hereabouts.decides', 'on', true);
  if is_quiet then
    perform set_config('request.jwt.claims', '{}', true);
  end if;
  if of_kind = 'spot' then
    update public.spots set status = wanted, removal_reason = case when wanted = 'removed' then reason end where id = of_id;
  elsif of_kind = 'post' then
    update public.posts set status = wanted, removal_reason = case when wanted = 'removed' then reason end where id = of_id;
  elsif of_kind = 'photo' then
    update public.photos set hidden_at = case wanted when 'published' then null when 'removed' then now() else coalesce(hidden_at, now()) end,
      removal_reason = case when wanted = 'removed' then reason end where id = of_id::uuid;
  elsif of_kind = 'review' then
    update public.reviews set hidden_at = case wanted when 'published' then null when 'removed' then now() else coalesce(hidden_at, now()) end,
      removal_reason = case when wanted = 'removed' then reason end where id = of_id::uuid;
  elsif of_kind = 'comment' then
    update public.comments set hidden_at = case wanted when 'published' then null when 'removed' then now() else coalesce(hidden_at, now()) end,
      removal_reason = case when wanted = 'removed' then reason end where id = of_id::uuid;
  elsif of_kind = 'list' then
    update public.lists set hidden_at = case wanted when 'published' then null when 'removed' then now() else coalesce(hidden_at, now()) end,
      removal_reason = case when wanted = 'removed' then reason end where id = of_id;
  end if;
  if is_quiet then
    delete from public.revisions where created_at = now() and author_id is null and changes - 'status' = '{}'
      and (spot_id = case of_kind when 'spot' then of_id end or post_id = case of_kind when 'post' then of_id end);
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  end if;
  perform set_config('hereabouts.decides', '', true);
end
$$;

create or replace function private.hide_if_reported(of_kind text, of_id text) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  target record;
  needed constant integer := (select hide_after_reports from public.instance_settings);
  weight integer;
begin
  select * into target from private.find_moderated(of_kind, of_id);
  if target.id is null or of_kind = 'member' or target.status not in ('published', 'closed') then
    return;
  end if;
  select count(distinct reporter_id) into weight from private.list_open_reports(of_kind, of_id)
  where counts and reporter_id is distinct from target.author_id;
  -- What a moderator has just kept is not hidden again by those who want it gone.
  if weight < needed or exists (
    select from private.moderation_log where target_kind = of_kind and target_id = of_id and action = 'kept'
      and created_at > now() - interval '7 days'
  ) then
    return;
  end if;
  if of_kind in ('spot', 'post') then
    insert into private.hidden_items (kind, target_id, was) values (of_kind, of_id, target.status);
  end if;
  perform private.set_moderated_status(of_kind, of_id, 'pending', null, true);
  perform private.write_moderation_log(null, 'hid', of_kind, of_id, target.title, target.author_id,
    format('%s reports', weight), jsonb_build_object('was', target.status));
end
$$;

create or replace function private.resolve_reports(log_id bigint, of_kind text, of_id text, wanted public.report_status, outcome text) returns uuid[]
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  report public.reports;
  resolved uuid[] := '{}';
begin
  for report in
    update public.reports set status = wanted, resolution = outcome
    where reports.id in (select open.id from private.list_open_reports(of_kind, of_id) as open)
    returning *
  loop
    resolved := resolved || report.id;
    perform private.hold_notice(log_id, report.reporter_id, 'report-handled', null, null, outcome);
  end loop;
  return resolved;
end
$$;

create or replace function private.list_reports_of(of_kind text, of_id text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'reporter', private.member_card(reporter_id), 'reason', reason,
      'body', body, 'counts', counts, 'created_at', created_at) order by created_at desc), '[]')
    from (
      select reports.* from private.list_open_reports(of_kind, of_id) as reports
      order by created_at desc limit 100
    ) as reports
  $$;

create or replace function private.tg_reports__weigh() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  target record;
  most_per_day constant integer := 50;
begin
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
$$;

create or replace function private.tg_reports__queue_webhooks() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.queue_webhooks('report.created', jsonb_strip_nulls(jsonb_build_object(
    'id', new.id, 'reason', new.reason, 'spot_id', new.spot_id, 'post_id', new.post_id, 'photo_id', new.photo_id,
    'review_id', new.review_id, 'comment_id', new.comment_id, 'member_id', new.member_id, 'list_id', new.list_id
  )));
  return null;
end
$$;

create or replace function private.is_private_now(of_kind text, of_id text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select case of_kind
      when 'spot' then exists (select from public.spots where id = of_id and visibility = 'private')
      when 'post' then exists (select from public.posts where id = of_id and visibility = 'private')
      when 'list' then exists (select from public.lists where id = of_id and visibility = 'private')
      when 'photo' then exists (select from public.photos join public.spots on spots.id = spot_id where photos.id::text = of_id and visibility = 'private')
      when 'review' then exists (select from public.reviews join public.spots on spots.id = spot_id where reviews.id::text = of_id and visibility = 'private')
      when 'comment' then exists (
        select from public.comments left join public.spots on spots.id = spot_id left join public.posts on posts.id = post_id
        where comments.id::text = of_id and coalesce(spots.visibility, posts.visibility) = 'private')
      else false end
  $$;

create or replace function private.reported_content(of_kind text, of_id text) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  target record;
begin
  perform private.require_moderator();
  select * into target from private.find_moderated(of_kind, of_id);
  if target.id is null then
    return null;
  end if;
  return to_jsonb(target) || jsonb_build_object('content', case of_kind
    when 'spot' then (select private.spot_detail(spots) || jsonb_build_object('photos', (
        select coalesce(jsonb_agg(private.photo_card(photos) order by position, created_at), '[]')
        from public.photos where spot_id = spots.id and hidden_at is null))
      from public.spots where id = of_id)
    when 'post' then (select jsonb_build_object('title', title, 'slug', slug, 'summary', summary, 'body', body) from public.posts where id = of_id)
    when 'list' then (select jsonb_build_object('title', title, 'description', description, 'items', (
        select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object('note', item.note) order by item.position), '[]')
        from (select * from public.list_items where list_id = lists.id order by position limit 50) as item
          join public.spots on spots.id = item.spot_id and spots.visibility <> 'private'))
      from public.lists where id = of_id)
    when 'photo' then (select private.photo_card(photos) from public.photos where id = of_id::uuid)
    when 'review' then (select jsonb_build_object('rating', rating, 'body', body, 'created_at', created_at) from public.reviews where id = of_id::uuid)
    when 'comment' then (select jsonb_build_object('body', body, 'created_at', created_at) from public.comments where id = of_id::uuid)
    else (select jsonb_build_object('name', name, 'bio', bio, 'created_at', created_at) from public.profiles where id = of_id::uuid)
  end, 'on', coalesce(
    (select jsonb_build_object('path', '/spot/' || id, 'title', title) from public.spots where id = target.spot_id),
    (select jsonb_build_object('path', '/post/' || slug, 'title', title) from public.posts where id = target.post_id)));
end
$$;

create or replace function private.list_contributions(member uuid, most integer) returns TABLE(kind text, id text, title text, status text, at timestamp with time zone)
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
      union all
      (select 'list', lists.id, lists.title,
          case when lists.removal_reason is not null then 'removed' when lists.hidden_at is not null then 'pending' else 'published' end,
          lists.created_at
        from public.lists where author_id = member and visibility <> 'private' and lists.kind = 'own'
        order by lists.created_at desc limit most)
    ) as made (kind, id, title, status, at) order by at desc limit most
  $$;

create or replace function private.decide(of_kind text, of_id text, verdict text, reason text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
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
  if verdict = 'removed' and coalesce(btrim(reason), '') = '' then
    raise sqlstate 'PT400' using message = 'Enter a reason for the author.';
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

-- The queue of reports in one query, read as the owner once the caller is known to moderate. A list has no cards of its own.
create function private.reported_rows(shown public.moderation_items[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', item.id, 'kind', item.kind, 'target_id', item.target_id, 'since', item.since,
      'report_count', item.report_count, 'is_hidden', item.is_hidden, 'author', private.member_card(item.author_id),
      'title', target.title, 'reason', report.reason) order by item.is_hidden desc, item.report_count desc, item.since, item.id), '[]')
    from unnest(shown) as item
      left join lateral (select found.title from private.find_moderated(item.kind, item.target_id) as found) as target on true
      left join lateral (
        select open.reason from private.list_open_reports(item.kind, item.target_id) as open
        group by open.reason order by count(*) desc limit 1
      ) as report on true
  );
end
$$;
comment on function private.reported_rows is 'Rows of the queue of reports. Checks nothing: its callers do.';

create function private.reports_page(of_item bigint) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  shown public.moderation_items[];
  opened public.moderation_items;
begin
  perform private.require_moderator();
  perform private.has_valid_session();
  select array_agg(page order by page.is_hidden desc, page.report_count desc, page.since, page.id) into shown from (
    select moderation_items.* from public.moderation_items where queue = 'reports' and decided_at is null
    order by is_hidden desc, report_count desc, since, id limit 50) as page;
  if of_item is null then
    opened := shown[1];
  else
    select * into opened from public.moderation_items where id = of_item and queue = 'reports';
  end if;
  return jsonb_build_object(
    'counts', public.count_moderation(),
    'report_count', (select coalesce(sum(report_count), 0) from public.moderation_items where queue = 'reports' and decided_at is null),
    'items', private.reported_rows(shown),
    'opened', case when opened.id is not null then private.reported_rows(array[opened]) -> 0 || jsonb_build_object(
      'decided', case when opened.decided_at is not null then private.last_decision(opened.kind, opened.target_id) end,
      'openings', private.open_moderation_item(opened.id),
      'content', private.reported_content(opened.kind, opened.target_id),
      'record', private.member_record(opened.author_id),
      'reports', private.list_reports_of(opened.kind, opened.target_id),
      'history', private.list_log_of(opened.kind, opened.target_id)
    ) end
  );
end
$$;

create or replace function public.moderation_reports(item bigint default null) returns jsonb
  language sql volatile set search_path = '' return private.reports_page(item);
drop function private.reported_row(public.moderation_items);

create or replace function private.delete_removed_content() returns integer
  language sql volatile security definer set search_path = ''
  as $$
    with photos as (
      delete from public.photos where removal_reason is not null and hidden_at < now() - interval '30 days' returning 1
    ), reviews as (
      delete from public.reviews where removal_reason is not null and hidden_at < now() - interval '30 days' returning 1
    ), lists as (
      delete from public.lists where removal_reason is not null and hidden_at < now() - interval '30 days' returning 1
    ), comments as (
      delete from public.comments where removal_reason is not null and hidden_at < now() - interval '30 days'
        and not private.has_replies(id) returning 1
    ), emptied as (
      update public.comments set body = 'Removed.'
      where removal_reason is not null and hidden_at < now() - interval '30 days' and private.has_replies(id) and body <> 'Removed.'
    ), items as (
      delete from public.moderation_items where decided_at < now() - interval '1 day' returning 1
    )
    select ((select count(*) from photos) + (select count(*) from reviews) + (select count(*) from lists)
      + (select count(*) from comments))::integer
  $$;
comment on function public.delete_removed_content is
  'A chore: deletes photos, reviews, comments and lists that were removed 30 days ago. Returns their number.';

grant execute on function private.reports_page to authenticated;

-- The planner expects more rows than there are, and compiling the queries took longer than running them.
alter function private.waiting_page(bigint, bigint) set jit = off;
alter function private.reports_page(bigint) set jit = off;
