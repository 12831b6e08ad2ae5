-- A page of the feed that ended between entries of the same time lost the others. The spot of a followed member in a
-- followed city is the newest one of both. A page now ends behind all of them.
create or replace function private.list_feed_days(before timestamp with time zone, most integer, zone text)
 RETURNS TABLE(kind text, ref text, head timestamp with time zone, day_start timestamp with time zone, day_end timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  -- The groups of this day that are newer than `before` were on an earlier page.
  shown_start constant timestamptz := case when isfinite(before) then date_trunc('day', before, zone) else before end;
  shown_end constant timestamptz := case when isfinite(before) then shown_start + interval '1 day' else before end;
  followed constant uuid[] := array(
    select member_id from public.follows join public.users on users.id = member_id
    where follower_id = me and profile_visibility <> 'nobody'
  );
  -- All who have a spot, or a story, since `since`.
  markers uuid[];
  writers uuid[];
  since timestamptz;
  walked integer;
  walk integer;
begin
  perform private.has_valid_session();
  foreach walk in array array[500, 5000] loop
    with newest as materialized (
      select author_id, published_at from public.spots
      where status in ('published', 'closed') and visibility in ('public', 'members') and published_at < shown_end
      order by published_at desc limit walk
    )
    select count(*), min(published_at), array(
        select author_id from newest join unnest(followed) as member (id) on member.id = author_id
        group by author_id having max(published_at) < before or min(published_at) < shown_start)
      into walked, since, markers from newest;
    exit when cardinality(markers) > most or walked < walk;
  end loop;
  if walked < walk then
    since := '-infinity';
  elsif cardinality(markers) <= most then
    since := null;
    markers := followed;
  end if;
  writers := case when since is null then followed else array(
    select distinct author_id from public.posts join unnest(followed) as member (id) on member.id = author_id
    where status in ('published', 'closed') and visibility in ('public', 'members')
      and published_at >= since and published_at < shown_end
  ) end;
  return query
  with recursive firsts as materialized (
    select 'spots' as kind, member.id::text as ref, first.at
    from unnest(markers) as member (id) cross join lateral (
      select published_at as at from public.spots
      where author_id = member.id and status in ('published', 'closed') and visibility in ('public', 'members')
        and published_at < shown_end
      order by published_at desc limit 1
    ) as first
    union all
    select 'stories', member.id::text, first.at
    from unnest(writers) as member (id) cross join lateral (
      select published_at as at from public.posts
      where author_id = member.id and status in ('published', 'closed') and visibility in ('public', 'members')
        and published_at < shown_end
      order by published_at desc limit 1
    ) as first
    union all
    select 'city', follows.city_id::text, first.at
    from public.follows cross join lateral (
      select published_at as at from public.spots
      where city_id = follows.city_id and status in ('published', 'closed') and visibility in ('public', 'members')
        and published_at < shown_end
      order by published_at desc limit 1
    ) as first
    where follows.follower_id = me and follows.city_id is not null
    union all
    select 'list', follows.list_id, first.at
    from public.follows cross join lateral (
      select created_at as at from public.list_items where list_id = follows.list_id and created_at < shown_end
      order by created_at desc limit 1
    ) as first
    where follows.follower_id = me and follows.list_id is not null
  ), heads as (
    select kind, ref, at as head from firsts where at < before
    union all
    -- A stream whose group of this day was on an earlier page continues before that day.
    select kind, ref, private.find_feed_head(kind, ref, shown_start)
    from (select kind, ref from firsts where at >= before offset 0) as shown
  ), newest as materialized (
    select heads.kind, heads.ref, heads.head from heads where heads.head is not null order by heads.head desc
    fetch first (most + 1) rows with ties
  ), days as (
    select newest.kind, newest.ref, newest.head, 1 as step from newest
    union all
    select earlier.kind, earlier.ref, earlier.head, earlier.step
    from (
      select days.kind, days.ref, days.step + 1 as step,
        private.find_feed_head(days.kind, days.ref, date_trunc('day', days.head, zone)) as head
      from days where days.step <= most offset 0
    ) as earlier
    where earlier.head >= (select case when count(*) > most then min(newest.head) else '-infinity' end from newest)
  )
  select days.kind, days.ref, days.head, date_trunc('day', days.head, zone),
    date_trunc('day', days.head, zone) + interval '1 day'
  from days order by days.head desc fetch first (most + 1) rows with ties;
end
$function$;

create or replace function private.find_feed_content(before timestamp with time zone, most integer, zone text, shown_lists text[])
 RETURNS TABLE(place bigint, entry jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  blocked constant uuid[] := private.list_blocked();
begin
  return query
  with days as materialized (
    select days.kind, days.ref, days.day_start, days.day_end, rank() over (order by days.head desc) as place,
      jsonb_build_object('kind', days.kind, 'at', days.head, 'day', (days.day_start at time zone zone)::date) as entry
    from private.list_feed_days(before, most, zone) as days
  )
  select day.place, day.entry || jsonb_build_object('actor', private.member_card(day.ref::uuid), 'count', spot.count,
      'city', private.city_card(spot.city_id), 'spot_ids', spot.ids)
  from days as day
  cross join lateral (
    select count(*) as count, (array_agg(id order by published_at desc))[1:3] as ids,
      case when count(*) = count(city_id) and min(city_id) = max(city_id) then min(city_id) end as city_id
    from public.spots
    where author_id = case when day.kind = 'spots' then day.ref::uuid end
      and status in ('published', 'closed') and visibility in ('public', 'members')
      and published_at >= day.day_start and published_at < day.day_end
  ) as spot
  where day.kind = 'spots'
  union all
  -- A city leaves out what the feed shows elsewhere, the caller's own spots and those across a block.
  select day.place, day.entry || jsonb_build_object('count', spot.count, 'city', private.city_card(day.ref::integer), 'spot_ids', spot.ids)
  from days as day
  cross join lateral (
    select count(*) as count, (array_agg(id order by published_at desc))[1:3] as ids
    from public.spots
    where city_id = case when day.kind = 'city' then day.ref::integer end
      and status in ('published', 'closed') and visibility in ('public', 'members')
      and published_at >= day.day_start and published_at < day.day_end
      and (author_id is null or not (author_id = me or author_id = any (blocked)
        or exists (select from public.follows where follower_id = me and member_id = author_id)))
  ) as spot
  where day.kind = 'city'
  union all
  select day.place, day.entry || jsonb_build_object('actor', private.member_card(day.ref::uuid), 'count', post.count, 'posts', post.cards)
  from days as day
  cross join lateral (
    select count(*) as count, jsonb_agg(private.post_card(id) || jsonb_build_object(
      'spot_count', (select count(*) from public.post_spots where post_id = newest.id)) order by published_at desc) as cards
    from (
      select id, published_at from public.posts
      where author_id = case when day.kind = 'stories' then day.ref::uuid end
        and status in ('published', 'closed') and visibility in ('public', 'members')
        and published_at >= day.day_start and published_at < day.day_end
      order by published_at desc limit 20
    ) as newest
  ) as post
  where day.kind = 'stories'
  union all
  select day.place, day.entry || jsonb_build_object('actor', private.member_card(list.author_id), 'count', item.count,
      'list', jsonb_build_object('id', list.id, 'title', list.title), 'items', item.newest)
  from days as day
  left join public.lists as list on list.id = day.ref and list.id = any (shown_lists)
  cross join lateral (
    select count(*) as count, jsonb_agg(jsonb_build_object('spot_id', added.spot_id, 'note', added.note,
      'added_by', private.member_card(added.added_by)) order by added.created_at desc) filter (where added.rank <= 3) as newest
    from (
      select list_items.*, row_number() over (order by list_items.created_at desc) as rank
      from public.list_items join public.spots on spots.id = list_items.spot_id
      where list_items.list_id = list.id and list_items.created_at >= day.day_start and list_items.created_at < day.day_end
        and list_items.added_by is distinct from me
        and spots.status in ('published', 'closed') and spots.visibility in ('public', 'members')
    ) as added
  ) as item
  where day.kind = 'list';
end
$function$;
comment on function private.find_feed_content(timestamp with time zone,integer,text,text[]) is 'The entries of a feed page, with spot ids instead of cards. Entries of the same time have the same place. Bypasses RLS for speed: it returns only published content that is public or for members, and lists of shown_lists. place > most marks entries that only show that there are more.';

create or replace function private.read_feed(before timestamp with time zone, most integer, zone text, shown_lists text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  raw jsonb[];
  next_cursor text;
begin
  select array_agg(content.entry order by content.place) filter (where content.place <= most and (content.entry ->> 'count')::bigint > 0),
      case when count(*) > most
        then (array_agg(content.entry ->> 'at' order by content.place desc) filter (where content.place <= most))[1] end
    into raw, next_cursor
    from private.find_feed_content(before, most, zone, shown_lists) as content;
  return jsonb_build_object('entries', private.add_feed_cards(coalesce(raw, '{}')), 'cursor', next_cursor);
end
$function$;
