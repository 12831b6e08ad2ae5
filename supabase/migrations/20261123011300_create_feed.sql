-- The feed of /account: what is new from the members, cities and lists that a member follows, by day.
create index spots_city_published_idx on public.spots (city_id, published_at desc)
  where status in ('published', 'closed') and visibility in ('public', 'members');
create index list_items_newest_idx on public.list_items (list_id, created_at desc);

-- A stream is one source of entries: the spots or stories of a member, the spots of a city, or the items of a list. The
-- newest day of each of a thousand streams is found by one index probe each, so the work does not grow with their content.
create function private.find_feed_head(kind text, ref text, before timestamptz) returns timestamptz
  language plpgsql stable set search_path = ''
  as $$
begin
  return case kind
    when 'spots' then (
      select published_at from public.spots
      where author_id = ref::uuid and status in ('published', 'closed') and visibility in ('public', 'members') and published_at < before
      order by published_at desc limit 1)
    when 'stories' then (
      select published_at from public.posts
      where author_id = ref::uuid and status in ('published', 'closed') and visibility in ('public', 'members') and published_at < before
      order by published_at desc limit 1)
    when 'city' then (
      select published_at from public.spots
      where city_id = ref::integer and status in ('published', 'closed') and visibility in ('public', 'members') and published_at < before
      order by published_at desc limit 1)
    when 'list' then (
      select created_at from public.list_items where list_id = ref and created_at < before
      order by created_at desc limit 1)
  end;
end
$$;
comment on function private.find_feed_head is 'The time of the newest item of a stream before a time, or null.';

-- Bypasses RLS for speed. It returns no content, only times; private.feed_entry reads the content as the caller.
create function private.list_feed_days(before timestamptz, most integer, zone text)
  returns table (kind text, ref text, head timestamptz, day_start timestamptz, day_end timestamptz)
  language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = force_generic_plan
  as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  -- The groups of this day that are newer than `before` were on an earlier page.
  shown_start constant timestamptz := case when isfinite(before) then date_trunc('day', before, zone) else before end;
  shown_end constant timestamptz := case when isfinite(before) then shown_start + interval '1 day' else before end;
begin
  perform private.has_valid_session();
  return query
  with recursive followed as materialized (
    select follows.member_id as id from public.follows join public.users on users.id = follows.member_id
    where follows.follower_id = me and users.profile_visibility <> 'nobody'
  ), heads as (
    select 'spots' as kind, followed.id::text as ref, case when first.at < before then first.at else second.at end as head
    from followed
    cross join lateral (
      select published_at as at from public.spots
      where author_id = followed.id and status in ('published', 'closed') and visibility in ('public', 'members')
        and published_at < shown_end
      order by published_at desc limit 1
    ) as first
    left join lateral (
      select published_at as at from public.spots
      where first.at >= before and author_id = followed.id and status in ('published', 'closed')
        and visibility in ('public', 'members') and published_at < shown_start
      order by published_at desc limit 1
    ) as second on true
    union all
    select 'stories', followed.id::text, case when first.at < before then first.at else second.at end
    from followed
    cross join lateral (
      select published_at as at from public.posts
      where author_id = followed.id and status in ('published', 'closed') and visibility in ('public', 'members')
        and published_at < shown_end
      order by published_at desc limit 1
    ) as first
    left join lateral (
      select published_at as at from public.posts
      where first.at >= before and author_id = followed.id and status in ('published', 'closed')
        and visibility in ('public', 'members') and published_at < shown_start
      order by published_at desc limit 1
    ) as second on true
    union all
    select stream.kind, stream.ref, case when stream.at < before then stream.at
      else private.find_feed_head(stream.kind, stream.ref, shown_start) end
    from (
      select target.kind, target.ref, private.find_feed_head(target.kind, target.ref, shown_end) as at
      from public.follows
      cross join lateral (
        select case when follows.city_id is not null then 'city' else 'list' end as kind,
          coalesce(follows.city_id::text, follows.list_id) as ref
      ) as target
      where follows.follower_id = me and follows.member_id is null
    ) as stream
  ), newest as materialized (
    select heads.kind, heads.ref, heads.head from heads where heads.head is not null order by heads.head desc limit most + 1
  ), days as (
    select newest.kind, newest.ref, newest.head, 1 as step from newest
    union all
    select earlier.kind, earlier.ref, earlier.head, earlier.step
    from (
      select days.kind, days.ref, days.step + 1 as step,
        private.find_feed_head(days.kind, days.ref, date_trunc('day', days.head, zone)) as head
      from days where days.step <= most
    ) as earlier
    where earlier.head >= (select case when count(*) > most then min(newest.head) else '-infinity' end from newest)
  )
  select days.kind, days.ref, days.head, date_trunc('day', days.head, zone),
    date_trunc('day', days.head, zone) + interval '1 day'
  from days order by days.head desc limit most + 1;
end
$$;
comment on function private.list_feed_days is
  'The newest days before a time on which something the caller follows has something new, one row for each stream and day.';

create function private.feed_spots(only_author uuid, only_city integer, since timestamptz, until timestamptz) returns jsonb
  language sql stable set search_path = ''
  as $$
    with found as materialized (
      select id, city_id, published_at from public.spots
      where (only_author is null or author_id = only_author) and (only_city is null or city_id = only_city)
        and status in ('published', 'closed') and visibility in ('public', 'members')
        and published_at >= since and published_at < until
        -- A city leaves out what the feed shows elsewhere, the caller's own spots and those across a block.
        and (only_city is null or author_id is null or not (author_id = auth.uid()
          or author_id in (select member_id from public.follows where follower_id = auth.uid() and member_id is not null)
          or author_id = any (private.list_blocked())))
    )
    select jsonb_build_object(
      'count', count(*),
      'city', case when count(*) = count(city_id) and min(city_id) = max(city_id) then private.city_card(min(city_id)) end,
      'spots', (select coalesce(jsonb_agg(private.spot_card(spots) order by newest.published_at desc), '[]')
        from (select id, published_at from found order by published_at desc limit 3) as newest
        join public.spots on spots.id = newest.id)
    )
    from found
  $$;
comment on function private.feed_spots is 'The spots of a member or of a city between two times: {count, city (if all are in one), spots (three)}.';

-- In PL/pgSQL, because a later migration adds added_by.
create function private.feed_entry(kind text, ref text, since timestamptz, until timestamptz) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
#variable_conflict use_column
begin
  return case feed_entry.kind
      when 'spots' then private.feed_spots(feed_entry.ref::uuid, null, feed_entry.since, feed_entry.until) || jsonb_build_object('actor', private.member_card(feed_entry.ref::uuid))
      when 'city' then private.feed_spots(null, feed_entry.ref::integer, feed_entry.since, feed_entry.until) || jsonb_build_object('city', private.city_card(feed_entry.ref::integer))
      when 'stories' then (
        select jsonb_build_object('actor', private.member_card(feed_entry.ref::uuid), 'count', count(*),
          'posts', (jsonb_agg(private.post_card(post.id) || jsonb_build_object(
            'spot_count', (select count(*) from public.post_spots where post_id = post.id)) order by post.published_at desc)))
        from (
          select id, published_at from public.posts
          where author_id = feed_entry.ref::uuid and status in ('published', 'closed') and visibility in ('public', 'members')
            and published_at >= feed_entry.since and published_at < feed_entry.until
          order by published_at desc limit 20
        ) as post)
      when 'list' then (
        select jsonb_build_object('actor', private.member_card(list.author_id), 'list', jsonb_build_object('id', list.id, 'title', list.title),
          'count', count(item.spot_id),
          'items', coalesce(jsonb_agg(jsonb_build_object('spot', private.spot_card(spots), 'note', item.note,
            'added_by', private.member_card(item.added_by)) order by item.created_at desc)
            filter (where item.place <= 3), '[]'))
        from public.lists as list
        join lateral (
          select list_items.*, row_number() over (order by created_at desc) as place from public.list_items
          where list_id = list.id and created_at >= feed_entry.since and created_at < feed_entry.until and added_by is distinct from auth.uid()
        ) as item on true
        join public.spots on spots.id = item.spot_id
        where list.id = feed_entry.ref
        group by list.id, list.title, list.author_id)
    end;
end
$$;
comment on function private.feed_entry is 'What a stream has new between two times, as the caller may see it; null or a count of 0 for nothing.';

create function private.suggest_follows() returns jsonb
  language sql stable set search_path = ''
  as $$
    with home as materialized (
      select coalesce(
        (select city_id from public.spots where author_id = auth.uid() and city_id is not null
          group by city_id order by count(*) desc limit 1),
        (select city_id from (
            select city_id from public.spots where status = 'published' and visibility = 'public' order by published_at desc limit 500
          ) as recent where city_id is not null group by city_id order by count(*) desc, city_id limit 1)
      ) as id
    )
    select jsonb_build_object(
      'city', private.city_card(home.id) || jsonb_build_object('follow', private.describe_follow(about_city => home.id)),
      'members', (
        select coalesce(jsonb_agg(private.member_card(best.author_id) || jsonb_build_object('spot_count', best.count) order by best.count desc), '[]')
        from (
          select author_id, count(*) as count
          from (
            select author_id from public.spots
            where city_id = home.id and status = 'published' and visibility in ('public', 'members')
              and author_id is not null and author_id <> auth.uid()
            order by score desc limit 2000
          ) as shown
          where author_id in (select id from public.profiles)
            and not author_id in (select member_id from public.follows where follower_id = auth.uid() and member_id is not null)
            and not author_id = any (private.list_blocked())
          group by author_id order by count(*) desc limit 3
        ) as best)
    )
    from home where home.id is not null
  $$;
comment on function private.suggest_follows is 'Whom a new member could follow: a city near their spots and its three most active members.';

create function public.feed_page(before timestamptz default null, page_size integer default 20, time_zone text default null) returns jsonb
  language plpgsql stable set search_path = '' set jit = off
  as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  most constant integer := greatest(1, least(50, coalesce(page_size, 20)));
  zone constant text := coalesce(time_zone, private.get_time_zone(me));
  follows jsonb;
  entries jsonb;
  next_cursor timestamptz;
begin
  select jsonb_build_object('members', count(member_id), 'cities', count(city_id), 'lists', count(list_id)) into follows
    from public.follows where follower_id = me;
  with days as materialized (
    select *, row_number() over (order by head desc) as place
    from private.list_feed_days(coalesce(before, 'infinity'), most, zone)
  )
  select
    (select coalesce(jsonb_agg(shown.entry || jsonb_build_object('kind', shown.kind, 'at', shown.head, 'day', (shown.day_start at time zone zone)::date)
        order by shown.head desc), '[]')
      from (
        select days.*, private.feed_entry(kind, ref, day_start, day_end) as entry from days where place <= most
      ) as shown
      where (shown.entry ->> 'count')::bigint > 0),
    (select max(head) filter (where place = most) from days having count(*) > most)
    into entries, next_cursor;
  return jsonb_build_object('entries', entries, 'cursor', next_cursor, 'follows', follows, 'time_zone', zone, 'today', (now() at time zone zone)::date,
   
    'suggestions', case when before is null and entries = '[]' then private.suggest_follows() end);
end
$$;
comment on function public.feed_page is
  'What is new from what the caller follows: {entries, cursor, follows, time_zone, today, suggestions}. An entry is one member, city or list on one day. '
  'kind is spots, stories, city or list. Pass the cursor as before for the next page.';

grant execute on function
  private.list_feed_days,
  private.feed_spots,
  private.feed_entry,
  private.suggest_follows,
  public.feed_page
to authenticated;
