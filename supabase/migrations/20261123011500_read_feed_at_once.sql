-- Reads the content of all entries of a feed page in a few statements. Cards through RLS, one spot at a time, took ten
-- times as long as finding the entries.
drop function private.feed_entry(text, text, timestamptz, timestamptz);
drop function private.feed_spots(uuid, integer, timestamptz, timestamptz);

create function private.find_feed_content(before timestamptz, most integer, zone text, shown_lists text[])
  returns table (place bigint, entry jsonb)
  language plpgsql stable security definer set search_path = '' set jit = off
  as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  blocked constant uuid[] := private.list_blocked();
begin
  return query
  with days as materialized (
    select days.kind, days.ref, days.day_start, days.day_end, row_number() over (order by days.head desc) as place,
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
$$;
comment on function private.find_feed_content is
  'The entries of a feed page in their order, with spot ids instead of cards. Bypasses RLS for speed: it returns only published content '
  'that is public or for members, and lists of shown_lists. place > most marks the entry that only shows that there are more.';

create function private.add_feed_cards(raw jsonb[]) returns jsonb
  language plpgsql stable security definer set search_path = '' set jit = off
  as $$
declare
  ids constant text[] := array(
    select jsonb_array_elements_text(nullif(entry -> 'spot_ids', 'null')) from unnest(raw) as entry
    union
    select item ->> 'spot_id' from unnest(raw) as entry, jsonb_array_elements(nullif(entry -> 'items', 'null')) as item
  );
  cards jsonb;
begin
  select coalesce(jsonb_object_agg(card ->> 'id', card), '{}') into cards
  from jsonb_array_elements(private.describe_spots(ids)::jsonb) as card;
  return (
    select coalesce(jsonb_agg(
      entry - 'spot_ids' - 'items'
      || case when entry ? 'spot_ids' then jsonb_build_object('spots', (
        select coalesce(jsonb_agg(cards -> id order by place), '[]')
        from jsonb_array_elements_text(nullif(entry -> 'spot_ids', 'null')) with ordinality as shown (id, place))) else '{}' end
      || case when entry ? 'items' then jsonb_build_object('items', (
        select coalesce(jsonb_agg(item - 'spot_id' || jsonb_build_object('spot', cards -> (item ->> 'spot_id')) order by place), '[]')
        from jsonb_array_elements(nullif(entry -> 'items', 'null')) with ordinality as shown (item, place))) else '{}' end
      order by entry_place), '[]')
    from unnest(raw) with ordinality as entries (entry, entry_place)
  );
end
$$;
comment on function private.add_feed_cards is 'Replaces the spot ids of feed entries by cards. The caller has checked that they may be seen.';

create function private.read_feed(before timestamptz, most integer, zone text, shown_lists text[]) returns jsonb
  language plpgsql stable security definer set search_path = '' set jit = off
  as $$
declare
  raw jsonb[];
  next_cursor text;
begin
  select array_agg(content.entry order by content.place) filter (where content.place <= most and (content.entry ->> 'count')::bigint > 0),
      case when max(content.place) > most then max(content.entry ->> 'at') filter (where content.place = most) end
    into raw, next_cursor
    from private.find_feed_content(before, most, zone, shown_lists) as content;
  return jsonb_build_object('entries', private.add_feed_cards(coalesce(raw, '{}')), 'cursor', next_cursor);
end
$$;
comment on function private.read_feed is 'A page of the feed: {entries, cursor}. It trusts that the member may read shown_lists.';

create or replace function public.feed_page(before timestamptz default null, page_size integer default 20, time_zone text default null) returns jsonb
  language plpgsql stable set search_path = '' set jit = off
  as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  most constant integer := greatest(1, least(50, coalesce(page_size, 20)));
  zone constant text := coalesce(time_zone, private.get_time_zone(me));
  follows jsonb;
  shown_lists text[];
  feed jsonb;
begin
  select jsonb_build_object('members', count(member_id), 'cities', count(city_id), 'lists', count(list_id)) into follows
    from public.follows where follower_id = me;
  if follows ->> 'lists' <> '0' then
    shown_lists := array(select lists.id from public.follows join public.lists on lists.id = follows.list_id where follower_id = me);
  end if;
  feed := private.read_feed(coalesce(before, 'infinity'), most, zone, coalesce(shown_lists, '{}'));
  return feed || jsonb_build_object('follows', follows, 'time_zone', zone, 'today', (now() at time zone zone)::date,
    'suggestions', case when before is null and feed -> 'entries' = '[]' then private.suggest_follows() end);
end
$$;

grant execute on function private.read_feed to authenticated;
