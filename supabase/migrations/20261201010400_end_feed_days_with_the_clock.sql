-- A day of the feed ended 24 hours after it began. So on the day when clocks go back, the feed left out the last hour, and when
-- they go forward, it showed the first hour of the next day twice.
create function private.start_of_next_day(at timestamp with time zone, zone text)
  returns timestamp with time zone
  language sql
  stable
return (date_trunc('day', at at time zone zone) + interval '1 day') at time zone zone;
comment on function private.start_of_next_day(timestamp with time zone, text) is 'The next midnight in a time zone, also on days of 23 and 25 hours.';

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
  shown_end constant timestamptz := case when isfinite(before) then private.start_of_next_day(before, zone) else before end;
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
    private.start_of_next_day(days.head, zone)
  from days order by days.head desc fetch first (most + 1) rows with ties;
end
$function$;
