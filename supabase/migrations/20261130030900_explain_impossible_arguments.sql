-- Some functions answered impossible arguments in the words of the database, such as "cannot work with arrays containing NULLs".
create function private.is_position(lng double precision, lat double precision)
  returns boolean
  language sql
  immutable
  parallel safe
return coalesce(lng between -3600 and 3600 and lat between -90 and 90, false);
comment on function private.is_position(double precision,double precision) is 'True for degrees. False for nulls, NaN and infinite numbers.';
grant execute on function private.is_position(double precision,double precision) to anon, authenticated;

create function private.require_position(lng double precision, lat double precision)
  returns void
  language plpgsql
  immutable
  set search_path to ''
as $$
begin
  if not private.is_position(lng, lat) then
    raise sqlstate 'PT400' using message = 'lng and lat must be degrees.';
  end if;
end
$$;
grant execute on function private.require_position(double precision,double precision) to anon, authenticated;

create or replace function public.find_nearest_city(lng double precision, lat double precision)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $$
    select private.require_position(find_nearest_city.lng, find_nearest_city.lat);
    select jsonb_build_object('slug', city.slug, 'name', city.name, 'country_code', city.country_code, 'country_name', city.country_name)
    from private.find_city(find_nearest_city.lng, find_nearest_city.lat) as city where city.id is not null
  $$;

create or replace function public.list_nearest_spots(lng double precision, lat double precision, most integer default 10)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $$
    select private.require_position(list_nearest_spots.lng, list_nearest_spots.lat);
    select private.list_nearest_spots(lng, greatest(-90, least(90, lat)), greatest(1, least(50, most)));
$$;

create or replace function public.list_nearby_duplicates(lng double precision, lat double precision, title text DEFAULT ''::text, except_id text DEFAULT ''::text)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $$
    select private.require_position(list_nearby_duplicates.lng, list_nearby_duplicates.lat);
    with near as (
      select id, near.title, near.lng, near.lat from (
        select spots.id, spots.title, spots.lng, spots.lat from public.spots
        where status in ('published', 'closed') and visibility = 'public'
        order by private.position_cube(spots.lng, spots.lat)
          operator(extensions.<->) private.position_cube(list_nearby_duplicates.lng, list_nearby_duplicates.lat), id
        limit 40
      ) as near
      union
      select id, own.title, own.lng, own.lat from (
        select spots.id, spots.title, spots.lng, spots.lat from public.spots
        where author_id = (select auth.uid()) and status <> 'removed' order by created_at desc limit 200
      ) as own
    ), measured as (
      select near.id,
        private.distance_meters(near.lng, near.lat, list_nearby_duplicates.lng, list_nearby_duplicates.lat) as meters,
        extensions.similarity(private.fold(near.title), private.fold(list_nearby_duplicates.title)) as similarity
      from near where near.id <> list_nearby_duplicates.except_id
    )
    select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object(
      'distance_meters', round(chosen.meters), 'similarity', round(chosen.similarity::numeric, 2)
    ) order by chosen.similarity > 0.4 desc, chosen.meters, chosen.id), '[]')
    from (
      select * from measured where meters <= 120 or (meters <= 2000 and similarity > 0.4)
      order by similarity > 0.4 desc, meters, id limit 5
    ) as chosen join public.spots on spots.id = chosen.id
  $$;

create or replace function public.find_story_spots(q text DEFAULT ''::text, lng double precision DEFAULT NULL::double precision, lat double precision DEFAULT NULL::double precision)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
as $$
#variable_conflict use_column
declare
  has_place constant boolean := private.is_position(find_story_spots.lng, find_story_spots.lat);
  is_search constant boolean := length(btrim(q)) >= 2;
  ids text[];
begin
  if is_search then
    ids := array(select entry ->> 'id' from jsonb_array_elements(private.suggest(q, find_story_spots.lng, find_story_spots.lat)) as entry
      where entry ->> 'type' = 'spot');
  else
    ids := array(
      (select id from public.spots where author_id = auth.uid() and status <> 'removed' order by created_at desc limit 3)
      union (select spot_id from (
        select list_items.spot_id, list_items.created_at from public.lists join public.list_items on list_items.list_id = lists.id
        where lists.author_id = auth.uid() order by list_items.created_at desc limit 3) as saved)
      union (select entry ->> 'id' from jsonb_array_elements(case when has_place
        then private.nearby_spots(find_story_spots.lng, find_story_spots.lat, '', 5) else '[]' end) as entry));
  end if;
  return (
    select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object('list', shown.list, 'distance_meters', round(shown.meters))
      order by case when is_search then array_position(ids, spots.id) end, shown.meters nulls last,
        spots.author_id = auth.uid() desc, spots.created_at desc, spots.id), '[]')
    from public.spots cross join lateral (
      select
        (select lists.title from public.lists join public.list_items on list_items.list_id = lists.id
          where lists.author_id = auth.uid() and list_items.spot_id = spots.id order by lists.created_at limit 1) as list,
        case when has_place
          then private.distance_meters(find_story_spots.lng, find_story_spots.lat, spots.lng, spots.lat) end as meters
    ) as shown
    where spots.id = any (ids));
end
$$;

create or replace function private.to_spot_filter(west double precision, south double precision, east double precision, north double precision, categories text[], min_rating real, has_photos boolean, access text[], tags text[], q text, near_lng double precision, near_lat double precision)
  returns private.spot_filter
  language plpgsql
  stable
  set search_path to ''
as $$
declare
  filter private.spot_filter;
begin
  if not (west between -3600 and 3600 and east between -3600 and 3600 and south between -90 and 90 and north between -90 and 90)
    or south > north or west is null or east is null or south is null or north is null
  then
    raise invalid_parameter_value using message = 'west, south, east and north must be degrees, with south below north.';
  end if;
  if exists (select from unnest(access) as wanted where wanted not in (select unnest(enum_range(null::public.spot_access))::text)) then
    raise invalid_parameter_value using message = 'access must be free, fee, customers, permit or unknown.';
  end if;
  if near_lng not between -3600 and 3600 then
    raise invalid_parameter_value using message = 'near_lng and near_lat must be degrees.';
  end if;
  if min_rating not between -5 and 5 then
    raise invalid_parameter_value using message = 'min_rating must be between 0 and 5.';
  end if;
  filter.south := south;
  filter.north := north;
  if east - west >= 360 then
    filter.west := -180;
    filter.east := 180;
  else
    -- 180 stays 180, so that a view that ends there does not become one that wraps around.
    filter.west := west - 360 * floor((west + 180) / 360);
    filter.east := east - 360 * ceil((east - 180) / 360);
  end if;
  filter.categories := nullif(array(select distinct category from unnest(categories) as category limit 24), '{}');
  filter.min_rating := nullif(greatest(min_rating, 0), 0);
  filter.has_photos := coalesce(has_photos, false);
  filter.access := nullif(array(select wanted::public.spot_access from unnest(access) as wanted), '{}');
  filter.tags := nullif(array(select lower(btrim(tag)) from unnest(tags) as tag where btrim(tag) <> '' limit 12), '{}');
  filter.query := private.to_search_query(concat_ws(' ', q, array_to_string(filter.tags, ' ')));
  filter.from_lng := coalesce(near_lng, filter.west + (filter.east - filter.west
    + case when filter.west > filter.east then 360 else 0 end) / 2);
  filter.from_lat := greatest(-90, least(90, coalesce(near_lat, (south + north) / 2)));
  return filter;
end
$$;

create or replace function public.feed_page(before timestamp with time zone DEFAULT NULL::timestamp with time zone, page_size integer DEFAULT 20, time_zone text DEFAULT NULL::text)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  set jit to 'off'
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
  if time_zone is not null and not exists (select from pg_catalog.pg_timezone_names where name = time_zone) then
    raise sqlstate 'PT400' using message = 'Choose a time zone of the list, such as Europe/Rome.';
  end if;
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

create or replace function private.list_moderation_log(search text, actor uuid, of_action text, since timestamp with time zone, until timestamp with time zone, before bigint, most integer)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
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
          or private.fold(target_title) like '%' || replace(replace(replace(private.fold(search), '\', '\\'), '%', '\%'), '_', '\_') || '%')
      order by id desc limit greatest(0, least(most, 5000))
    ) as entry
  );
end
$$;

create or replace function private.set_import_status(of_import uuid, wanted public.import_status)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $$
declare
  import constant public.imports := private.require_own_import(of_import);
begin
  if wanted is null or (import.status, wanted) not in (('staging', 'running'), ('running', 'paused'), ('paused', 'running')) then
    raise sqlstate 'PT409' using message = 'This import can no longer be changed like that.';
  end if;
  update public.imports set status = wanted, updated_at = now() where id = of_import;
end
$$;

create or replace function public.set_profile_visibility(visibility public.profile_visibility)
  returns void
  language plpgsql
  set search_path to ''
as $$
begin
  if visibility is null then
    raise sqlstate 'PT400' using message = 'Choose who may see your profile.';
  end if;
  perform private.ensure_profile(auth.uid());
  update public.users set profile_visibility = visibility where id = auth.uid();
end
$$;
