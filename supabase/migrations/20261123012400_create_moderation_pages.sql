-- What the moderation screens show.
create function public.count_moderation() returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'waiting', count(*) filter (where queue = 'waiting'),
      'reports', count(*) filter (where queue = 'reports'),
      'suggestions', count(*) filter (where queue = 'suggestions'))
    from public.moderation_items where decided_at is null
  $$;
comment on function public.count_moderation is 'How many items wait in each queue: {waiting, reports, suggestions}. Zeros for members.';

create function private.member_record(member uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'joined_at', users.created_at,
      'published', private.count_contributions(member, '{published,closed}', 100),
      'removed', private.count_contributions(member, '{removed}', 100),
      'is_trusted', private.is_trusted(member))
    from public.users where id = member
  $$;
comment on function private.member_record is 'The record of an author beside their contribution; counts up to 100 each. Nothing private counts.';

-- Opening an item twice changes nothing, so that two moderators who follow each other's changes do not loop.
create function private.open_moderation_item(of_item bigint) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_moderator();
  if not exists (select from private.moderation_openings where item_id = of_item and moderator_id = auth.uid()) then
    update public.moderation_items set opened_at = now() where id = of_item and decided_at is null;
  end if;
  insert into private.moderation_openings as known (item_id, moderator_id)
  select of_item, id from public.users where id = auth.uid()
  on conflict (item_id, moderator_id) do update set opened_at = now() where known.opened_at < now() - interval '20 seconds';
  return (
    select coalesce(jsonb_agg(jsonb_build_object('member', private.member_card(moderator_id), 'at', opened_at) order by opened_at desc), '[]')
    from private.moderation_openings
    where item_id = of_item and moderator_id <> auth.uid() and opened_at > now() - interval '5 minutes'
  );
end
$$;
comment on function private.open_moderation_item is 'Notes that the caller looks at an item. Returns the colleagues who opened it within five minutes.';

create function private.count_same_text(of public.spots) returns integer
  language sql stable set search_path = ''
  as $$
    select case when of.description = '' then 0 else (
      select count(*)::integer from (
        select description from public.spots where author_id = of.author_id and status in ('pending', 'published') limit 30
      ) as others where others.description = of.description
    ) end
  $$;

create function private.waiting_row(item public.moderation_items) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('id', item.id, 'kind', item.kind, 'target_id', item.target_id, 'since', item.since,
      'asked_at', item.asked_at, 'author', private.member_card(item.author_id), 'record', private.member_record(item.author_id),
      'spot', (select private.spot_card(spots) || jsonb_build_object('same_text', private.count_same_text(spots),
          'has_link', spots.website is not null or spots.description ~* 'https?://')
        from public.spots where item.kind = 'spot' and spots.id = item.target_id),
      'post', case when item.kind = 'post' then private.post_card(item.target_id) end)
  $$;

create function private.moderated_spot(of_id text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'spot', private.spot_detail(spots),
      'exact_point', (select jsonb_build_object('lng', lng, 'lat', lat) from public.spot_exact_points where spot_id = spots.id),
      'photos', (select coalesce(jsonb_agg(private.photo_card(photos) order by position, created_at), '[]')
        from public.photos where spot_id = spots.id),
      'duplicates', public.list_nearby_duplicates(spots.lng, spots.lat, spots.title, spots.id),
      'around', private.list_points_around(spots.lng, spots.lat, 4000, 150),
      'changes', (select jsonb_build_object('at', created_at, 'changes', changes) from public.revisions
        where spot_id = spots.id order by id desc limit 1))
    from public.spots where id = of_id
  $$;
comment on function private.moderated_spot is 'A spot as the moderators preview it, with its neighbours and its latest change.';

create function private.moderated_post(of_id text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select private.post_card(posts.id) || jsonb_build_object('body', body, 'spots', (
      select coalesce(jsonb_agg(private.spot_card(spots) order by post_spots.position), '[]')
      from public.post_spots join public.spots on spots.id = post_spots.spot_id where post_id = posts.id))
    from public.posts where id = of_id
  $$;

create function public.moderation_waiting(item bigint default null, from_item bigint default null) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
declare
  first_at timestamptz;
  shown public.moderation_items[];
  opened public.moderation_items;
begin
  perform private.require_moderator();
  select since into first_at from public.moderation_items where id = coalesce(from_item, moderation_waiting.item) and decided_at is null;
  if first_at is not null and from_item is null then
    -- A few before the opened one, so that the list shows where it stands.
    select min(since) into first_at from (
      select since from public.moderation_items where queue = 'waiting' and decided_at is null
        and (since, id) <= (first_at, moderation_waiting.item) order by since desc, id desc limit 10) as before;
  end if;
  select array_agg(page order by page.since, page.id) into shown from (
    select moderation_items.* from public.moderation_items
    where queue = 'waiting' and decided_at is null and since >= coalesce(first_at, '-infinity') order by since, id limit 50) as page;
  if moderation_waiting.item is null then
    opened := shown[1];
  else
    select * into opened from public.moderation_items where id = moderation_waiting.item and queue = 'waiting';
  end if;
  return jsonb_build_object(
    'counts', public.count_moderation(),
    'oldest_at', (select min(since) from public.moderation_items where queue = 'waiting' and decided_at is null),
    'last_decision_at', case when shown is null then private.last_decision_at() end,
    'items', (select coalesce(jsonb_agg(private.waiting_row(row) order by row.since, row.id), '[]') from unnest(shown) as row),
    'position', (select count(*) from public.moderation_items
      where queue = 'waiting' and decided_at is null and (since, id) <= (opened.since, opened.id)),
    'previous', (select id from public.moderation_items
      where queue = 'waiting' and decided_at is null and (since, id) < (opened.since, opened.id) order by since desc, id desc limit 1),
    'next', (select id from public.moderation_items
      where queue = 'waiting' and decided_at is null and (since, id) > (opened.since, opened.id) order by since, id limit 1),
    'earlier', (select min(id) from (select id from public.moderation_items
      where queue = 'waiting' and decided_at is null and since < shown[1].since order by since desc, id desc limit 50) as before),
    'later', (select id from public.moderation_items
      where queue = 'waiting' and decided_at is null and (since, id) > (shown[50].since, shown[50].id) order by since, id limit 1),
    'opened', case when opened.id is not null then private.waiting_row(opened) || jsonb_build_object(
      'decided', case when opened.decided_at is not null then private.last_decision(opened.kind, opened.target_id) end,
      'openings', private.open_moderation_item(opened.id),
      'preview', case opened.kind when 'spot' then private.moderated_spot(opened.target_id) else private.moderated_post(opened.target_id) end
    ) end
  );
end
$$;
comment on function public.moderation_waiting is
  'The queue of new contributions, oldest first: 50 around the opened item or from another one on, and the opened one with everything to decide by.';

create function private.last_decision_at() returns timestamptz
  language sql stable security definer set search_path = ''
  as $$ select created_at from private.moderation_log where action = 'approved' order by id desc limit 1 $$;

-- What is reported may be hidden from everyone, also by RLS from moderators.
create function private.reported_content(of_kind text, of_id text) returns jsonb
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
    when 'photo' then (select private.photo_card(photos) from public.photos where id = of_id::uuid)
    when 'review' then (select jsonb_build_object('rating', rating, 'body', body, 'created_at', created_at) from public.reviews where id = of_id::uuid)
    when 'comment' then (select jsonb_build_object('body', body, 'created_at', created_at) from public.comments where id = of_id::uuid)
    else (select jsonb_build_object('name', name, 'bio', bio, 'created_at', created_at) from public.profiles where id = of_id::uuid)
  end, 'on', coalesce(
    (select jsonb_build_object('path', '/spot/' || id, 'title', title) from public.spots where id = target.spot_id),
    (select jsonb_build_object('path', '/post/' || slug, 'title', title) from public.posts where id = target.post_id)));
end
$$;
comment on function private.reported_content is 'What a report is about: its place, status and content. Null for private content.';

create function private.list_reports_of(of_kind text, of_id text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'reporter', private.member_card(reporter_id), 'reason', reason,
      'body', body, 'counts', counts, 'created_at', created_at) order by created_at desc), '[]')
    from (
      select reports.* from public.reports
      where status = 'open' and case of_kind
        when 'spot' then spot_id = of_id when 'post' then post_id = of_id when 'photo' then photo_id = of_id::uuid
        when 'review' then review_id = of_id::uuid when 'comment' then comment_id = of_id::uuid else member_id = of_id::uuid end
      order by created_at desc limit 100
    ) as reports
  $$;

create function private.list_log_of(of_kind text, of_id text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('action', action, 'actor', private.member_card(actor_id), 'reason', reason,
      'at', created_at) order by id desc), '[]')
    from (
      select moderation_log.* from private.moderation_log where target_kind = of_kind and target_id = of_id order by id desc limit 20
    ) as moderation_log
  $$;

create function private.reported_row(item public.moderation_items) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object('id', item.id, 'kind', item.kind, 'target_id', item.target_id, 'since', item.since,
      'report_count', item.report_count, 'is_hidden', item.is_hidden, 'author', private.member_card(item.author_id),
      'title', (select title from private.find_moderated(item.kind, item.target_id)),
      'reason', (select reports.reason from public.reports where status = 'open' and case item.kind
        when 'spot' then spot_id = item.target_id when 'post' then post_id = item.target_id
        when 'photo' then photo_id = item.target_id::uuid when 'review' then review_id = item.target_id::uuid
        when 'comment' then comment_id = item.target_id::uuid else member_id = item.target_id::uuid end
        group by reason order by count(*) desc limit 1))
  $$;

create function public.moderation_reports(item bigint default null) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
declare
  shown public.moderation_items[];
  opened public.moderation_items;
begin
  perform private.require_moderator();
  select array_agg(page order by page.is_hidden desc, page.report_count desc, page.since, page.id) into shown from (
    select moderation_items.* from public.moderation_items where queue = 'reports' and decided_at is null
    order by is_hidden desc, report_count desc, since, id limit 50) as page;
  if moderation_reports.item is null then
    opened := shown[1];
  else
    select * into opened from public.moderation_items where id = moderation_reports.item and queue = 'reports';
  end if;
  return jsonb_build_object(
    'counts', public.count_moderation(),
    'report_count', (select coalesce(sum(report_count), 0) from public.moderation_items where queue = 'reports' and decided_at is null),
    'items', (select coalesce(jsonb_agg(private.reported_row(row) order by row.is_hidden desc, row.report_count desc, row.since, row.id), '[]')
      from unnest(shown) as row),
    'opened', case when opened.id is not null then private.reported_row(opened) || jsonb_build_object(
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
comment on function public.moderation_reports is
  'Reported items, hidden ones and those with most reports first, and the opened one with its reports and history.';

create index moderation_log_title_idx on private.moderation_log using gin (private.fold(target_title) extensions.gin_trgm_ops);

create function private.may_restore(entry private.moderation_log) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select entry.created_at > now() - interval '30 days' and case entry.action
      when 'removed' then (select status from private.find_moderated(entry.target_kind, entry.target_id)) = 'removed'
      when 'hid' then (select is_hidden from private.find_moderated(entry.target_kind, entry.target_id))
      when 'removed-all' then true
      else false end
      and not exists (
        select from private.moderation_log as later
        where later.target_kind = entry.target_kind and later.target_id = entry.target_id and later.id > entry.id
          and later.action in ('removed', 'restored', 'restored-all', 'undid', 'kept', 'hid'))
  $$;
comment on function private.may_restore is 'True if the log offers to restore what an entry removed or hid.';

create function private.is_private_now(of_kind text, of_id text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select case of_kind
      when 'spot' then exists (select from public.spots where id = of_id and visibility = 'private')
      when 'post' then exists (select from public.posts where id = of_id and visibility = 'private')
      when 'photo' then exists (select from public.photos join public.spots on spots.id = spot_id where photos.id::text = of_id and visibility = 'private')
      when 'review' then exists (select from public.reviews join public.spots on spots.id = spot_id where reviews.id::text = of_id and visibility = 'private')
      when 'comment' then exists (
        select from public.comments left join public.spots on spots.id = spot_id left join public.posts on posts.id = post_id
        where comments.id::text = of_id and coalesce(spots.visibility, posts.visibility) = 'private')
      else false end
  $$;

create function private.list_moderation_log(
  search text, actor uuid, of_action text, since timestamptz, until timestamptz, before bigint, most integer
) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  member uuid;
begin
  perform private.require_moderator();
  perform private.has_valid_session();
  if search is not null then
    member := (select id from public.users where lower(username) = lower(search));
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', created_at, 'actor', private.member_card(actor_id),
      'is_site', actor_id is null, 'action', action, 'kind', target_kind, 'target_id', target_id,
      'title', case when private.is_private_now(target_kind, target_id) then null else target_title end, 'reason', reason,
      'author', private.member_card(author_id), 'may_restore', private.may_restore(entry)) order by id desc), '[]')
    from (
      select moderation_log.* from private.moderation_log
      where (before is null or id < before) and (actor is null or actor_id = actor) and (of_action is null or action = of_action)
        and (list_moderation_log.since is null or created_at >= list_moderation_log.since)
        and (until is null or created_at < until)
        and (search is null or author_id = member
          or private.fold(target_title) like '%' || replace(replace(private.fold(search), '%', '\%'), '_', '\_') || '%')
      order by id desc limit least(most, 5000)
    ) as entry
  );
end
$$;

create function private.list_moderators() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_moderator();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'username', username) order by lower(username)), '[]')
    from public.users where is_moderator);
end
$$;

create function public.list_moderation_log(
  search text default null, actor uuid default null, action text default null, since timestamptz default null,
  until timestamptz default null, before bigint default null, most integer default 100
) returns jsonb
  language sql stable set search_path = ''
  return jsonb_build_object(
    'counts', public.count_moderation(),
    'entries', private.list_moderation_log(search, actor, action, since, until, before, most),
    'moderators', private.list_moderators());
comment on function public.list_moderation_log is
  'Moderators: {counts, entries, moderators}. Entries of the log, latest first, up to 5,000; before is the id of the last one shown.';

drop function public.moderation_queue();

grant execute on function
  public.count_moderation,
  private.member_record,
  private.open_moderation_item,
  private.count_same_text,
  private.waiting_row,
  private.moderated_spot,
  private.moderated_post,
  public.moderation_waiting,
  private.last_decision,
  private.last_decision_at,
  private.reported_content,
  private.list_reports_of,
  private.list_log_of,
  private.reported_row,
  public.moderation_reports,
  private.list_moderation_log,
  public.list_moderation_log,
  private.list_moderators
to authenticated;
