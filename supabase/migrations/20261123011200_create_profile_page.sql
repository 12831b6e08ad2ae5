-- The public profile of a member: a header, and the map and list of what they have marked.

-- Serves the map of a profile and the feed.
create index spots_author_published_idx on public.spots (author_id, published_at desc)
  where status in ('published', 'closed') and visibility in ('public', 'members');
create index posts_author_published_idx on public.posts (author_id, published_at desc)
  where status in ('published', 'closed') and visibility in ('public', 'members');

create function private.is_suspended(member_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from auth.users where id = member_id and banned_until > now()) $$;
comment on function private.is_suspended is 'True while an account is suspended or banned.';

-- Runs as the owner, because the message of a hidden profile names its member.
create function private.find_profile(by text) returns table (id uuid, state text)
  language sql stable security definer set search_path = ''
  as $$
    select member.id, case
      when member.id = auth.uid() then 'own'
      when private.is_suspended(member.id) then 'suspended'
      when private.is_moderator() then 'open'
      when exists (select from public.blocks where blocker_id = auth.uid() and blocked_id = member.id) then 'blocked'
      when member.profile_visibility = 'members' and auth.uid() is null then 'members-only'
      else 'open'
    end
    from public.users as member
    where lower(member.username) = lower(find_profile.by)
      and (
        member.id = auth.uid() or private.is_moderator()
        or (member.profile_visibility <> 'nobody' and not member.id = any (private.list_blockers()))
      )
  $$;
comment on function private.find_profile is
  'The member of a username and the state of their profile for the viewer: own, open, members-only, blocked (by the viewer) or suspended. '
  'No row for unknown usernames, for profiles that no one may see and for members who have blocked the viewer.';

create function private.find_open_profile(by text) returns uuid
  language sql stable set search_path = ''
  as $$ select id from private.find_profile(by) where state in ('own', 'open') $$;
comment on function private.find_open_profile is 'The member of a username whose profile the viewer may see, or null.';

-- A profile shows what others may see of it, also to its own member.
create function private.is_on_profile(visibility public.visibility) returns boolean
  language sql stable
  return visibility = 'public' or (visibility = 'members' and auth.uid() is not null);
comment on function private.is_on_profile is 'True for what the viewer would see on the profile of another member.';

create function private.profile_lists(of_member uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', list.id, 'title', list.title, 'description', list.description, 'visibility', list.visibility,
      'updated_at', list.updated_at, 'item_count', (select count(*) from public.list_items where list_id = list.id),
      'places', (select coalesce(jsonb_agg(jsonb_build_object('id', place.id, 'slug', place.slug, 'title', place.title,
          'category', place.category, 'lng', place.lng, 'lat', place.lat)), '[]')
        from (
          select spots.* from public.list_items join public.spots on spots.id = list_items.spot_id
          where list_id = list.id order by list_items.position, list_items.created_at limit 40
        ) as place)
    ) order by list.updated_at desc), '[]')
    from (
      select * from public.lists
      where author_id = of_member and private.is_on_profile(visibility)
      order by updated_at desc limit 50
    ) as list
  $$;

create function private.profile_stories(of_member uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(private.post_card(post.id) || jsonb_build_object(
      'places', (select coalesce(jsonb_agg(jsonb_build_object('id', place.id, 'slug', place.slug, 'title', place.title,
          'category', place.category, 'lng', place.lng, 'lat', place.lat)), '[]')
        from (
          select spots.* from public.post_spots join public.spots on spots.id = post_spots.spot_id
          where post_id = post.id order by post_spots.position limit 40
        ) as place)
    ) order by post.published_at desc), '[]')
    from (
      select id, published_at from public.posts
      where author_id = of_member and status in ('published', 'closed') and private.is_on_profile(visibility)
      order by published_at desc limit 50
    ) as post
  $$;

create function public.profile_page(by text, tab text default 'spots') returns jsonb
  language plpgsql stable set search_path = ''
  as $$
declare
  found record;
begin
  select * into found from private.find_profile(by);
  if found.id is null then
    return null;
  end if;
  if found.state not in ('own', 'open') then
    return jsonb_build_object('state', found.state, 'member', private.member_card(found.id));
  end if;
  return (
    select jsonb_build_object(
      'state', found.state,
      'member', private.member_card(found.id),
      'bio', profile.bio,
      'created_at', profile.created_at,
      'is_indexed', exists (select from private.list_indexed_members(array[found.id])),
      'follow', private.describe_follow(about_member => found.id),
      'following_count', private.count_following(found.id),
      'home', (select cities.name from (
          select city_id from public.spots
          where author_id = found.id and status in ('published', 'closed') and private.is_on_profile(visibility) and city_id is not null
          group by city_id order by count(*) desc, city_id limit 1
        ) as most join public.cities on cities.id = most.city_id),
      'spot_count', spot.count,
      'save_count', spot.saves,
      'list_count', (select count(*) from public.lists where author_id = found.id and private.is_on_profile(visibility)),
      'story_count', (select count(*) from public.posts
        where author_id = found.id and status in ('published', 'closed') and private.is_on_profile(visibility)),
      'lists', case when tab = 'lists' then private.profile_lists(found.id) else '[]' end,
      'stories', case when tab = 'stories' then private.profile_stories(found.id) else '[]' end
    )
    from public.profiles as profile,
      (
        select count(*) as count, coalesce(sum(save_count), 0) as saves from public.spots
        where author_id = found.id and status in ('published', 'closed') and private.is_on_profile(visibility)
      ) as spot
    where profile.id = found.id
  );
end
$$;
comment on function public.profile_page is
  'The header of /explore?by={username} and the lists or stories of a tab; null if there is no such profile for the viewer. '
  'A profile that is members-only, blocked by the viewer or suspended has only {state, member}.';

create function private.count_following(of_member uuid) returns bigint
  language sql stable security definer set search_path = ''
  as $$ select count(*) from public.follows where follower_id = of_member and member_id is not null $$;
comment on function private.count_following is 'How many members a member follows.';

create function private.list_indexed_members(ids uuid[]) returns setof uuid
  language sql stable security definer set search_path = ''
  as $$
    select id from public.users
    where id = any (ids) and profile_visibility = 'everyone' and not private.is_suspended(id)
  $$;
comment on function private.list_indexed_members is 'Those members whose profile everyone may see, so that search engines may list it.';

-- The origin of distances as explore_page chooses it.
create function private.find_view_origin(
  west double precision, south double precision, east double precision, north double precision, zoom double precision,
  near_lng double precision, near_lat double precision
) returns json
  language sql stable set search_path = ''
  as $$
    with middle as (
      select west + width / 2 - 360 * floor((west + width / 2 + 180) / 360) as lng, (south + north) / 2 as lat, width
      from (select east - west + case when east < west then 360 else 0 end as width) as view
    )
    select coalesce(
      case when near_lng is not null and near_lat is not null
        then json_build_object('name', null, 'lng', near_lng, 'lat', near_lat) end,
      (
        select json_build_object('name', city.name, 'lng', city.lng, 'lat', city.lat) from public.cities as city
        where zoom >= 5 and city.population >= 50000
          and city.lng between middle.lng - width / 6 and middle.lng + width / 6
          and city.lat between middle.lat - (north - south) / 6 and middle.lat + (north - south) / 6
        order by city.population desc limit 1
      ),
      json_build_object('name', null, 'lng', middle.lng, 'lat', middle.lat)
    )
    from middle
  $$;
comment on function private.find_view_origin is 'The given point, else a large city in the middle third of the view, else its middle.';

create function private.list_member_hits(of_member uuid, filter private.spot_filter, most integer) returns setof private.spot_hit
  language sql stable
  as $$
    select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
    from public.spots as spot
    where spot.author_id = of_member
      and spot.status in ('published', 'closed') and spot.visibility in ('public', 'members')
      and private.is_shown(spot, (filter).audience) and private.matches_filter(spot, filter)
    order by spot.published_at desc limit most
  $$;
comment on function private.list_member_hits is 'The newest spots of a member in a view that match the filters.';

create function private.explore_member(
  by text, filter private.spot_filter, zoom double precision, sort text, page_size integer, cursor text
) returns json
  language plpgsql stable security definer set search_path = '' set jit = off
  as $$
declare
  -- Members who have imported more see their newest on the map.
  most constant integer := 3000;
  level constant integer := private.choose_cell_level(filter, zoom);
  hits private.spot_hit[];
  after_rank double precision := 'infinity';
  after_id text := '';
  ids text[];
  next_cursor text;
begin
  filter.viewer_id := auth.uid();
  if filter.viewer_id is not null then
    perform private.has_valid_session();
  end if;
  filter.audience := case when filter.viewer_id is null then 0 else 1 end;
  if cursor is not null then
    after_rank := split_part(cursor, '_', 1)::double precision;
    after_id := split_part(cursor, '_', 2);
  end if;
  hits := array(select hit from private.list_member_hits(private.find_open_profile(by), filter, most) as hit);
  select array_agg(ranked.id order by ranked.rank desc, ranked.id desc),
      (array_agg(ranked.rank::text || '_' || ranked.id order by ranked.rank desc, ranked.id desc))[page_size]
    into ids, next_cursor
    from (
      select hit.id, private.get_hit_rank(hit, sort, filter) as rank from unnest(hits) as hit
      where (private.get_hit_rank(hit, sort, filter), hit.id) < (after_rank, after_id)
      order by 2 desc, 1 desc limit page_size + 1
    ) as ranked;
  return ('{"clusters":[' || coalesce(private.cluster_hits(hits, least(26, level + case when level >= 17 then 1 else 0 end), 1), '')
    || '],"total":{"n":' || cardinality(hits) || ',"exact":' || (cardinality(hits) < most)::text
    || '},"spots":' || private.describe_spots(ids[1:page_size])
    || ',"cursor":' || case when cardinality(ids) > page_size then '"' || next_cursor || '"' else 'null' end
    || ',"version":' || (select version from private.spot_map) || '}')::json;
end
$$;
comment on function private.explore_member is
  'Bypasses RLS for speed. Every spot it returns has passed private.is_shown, and its author''s profile is open to the viewer.';

create function public.explore_member_page(
  by text, west double precision, south double precision, east double precision, north double precision, zoom double precision,
  categories text[] default null, min_rating real default null, has_photos boolean default false, access text[] default null,
  tags text[] default null, q text default null, sort text default 'best', near_lng double precision default null,
  near_lat double precision default null, page_size integer default 30, cursor text default null
) returns json
  language plpgsql stable set search_path = ''
  as $$
declare
  origin constant json := private.find_view_origin(west, south, east, north, zoom, near_lng, near_lat);
begin
  if sort not in ('best', 'newest', 'nearest') then
    raise invalid_parameter_value using message = 'sort must be best, newest or nearest.';
  end if;
  if cursor !~ '^-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]{1,2})?_[a-z0-9]{8,24}$' then
    raise invalid_parameter_value using message = 'cursor must be the value returned with the previous page.';
  end if;
  return json_build_object('view', private.explore_member(
      by,
      private.to_spot_filter(west, south, east, north, categories, min_rating, has_photos, access, tags, q,
        (origin ->> 'lng')::double precision, (origin ->> 'lat')::double precision),
      greatest(0, least(24, coalesce(zoom, 0))), coalesce(sort, 'best'), greatest(1, least(100, coalesce(page_size, 30))), cursor
    ), 'origin', origin, 'nearest', null);
end
$$;
comment on function public.explore_member_page is 'A view like explore_page with the spots of one member, for their profile.';

create function public.explore_member_start(
  by text, map_width double precision, map_height double precision,
  categories text[] default null, min_rating real default null, has_photos boolean default false, access text[] default null,
  tags text[] default null, q text default null, sort text default 'best'
) returns json
  language plpgsql stable set search_path = ''
  as $$
declare
  world json;
  place record;
  half_width double precision;
  half_height double precision;
  north double precision;
  south double precision;
begin
  if not (map_width between 200 and 10000 and map_height between 200 and 10000) then
    raise invalid_parameter_value using message = 'map_width and map_height must be between 200 and 10000.';
  end if;
  world := public.explore_member_page(by, -180, -85, 180, 85, 11, categories, min_rating, has_photos, access, tags, q, sort, page_size => 1);
  select fitted.* into place
  from (
    select coalesce(min((cluster ->> 'lng')::double precision), -180) as west,
      coalesce(min((cluster ->> 'lat')::double precision), -60) as south,
      coalesce(max((cluster ->> 'lng')::double precision), 180) as east,
      coalesce(max((cluster ->> 'lat')::double precision), 75) as north
    from json_array_elements(world #> '{view,clusters}') as cluster
  ) as extent, private.fit_map_view(extent.west, extent.south, extent.east, extent.north, map_width, map_height) as fitted;
  half_width := map_width / 512 / 2 ^ place.zoom / 2;
  half_height := map_height / 512 / 2 ^ place.zoom / 2;
  north := degrees(atan(sinh((0.5 - private.mercator_y(place.lat) + half_height) * 2 * pi())));
  south := degrees(atan(sinh((0.5 - private.mercator_y(place.lat) - half_height) * 2 * pi())));
  return json_build_object(
    'position', json_build_object('lng', place.lng, 'lat', place.lat, 'zoom', place.zoom),
    'bounds', json_build_object('west', place.lng - 360 * half_width, 'south', south, 'east', place.lng + 360 * half_width, 'north', north),
    'page', public.explore_member_page(by, place.lng - 360 * half_width, south, place.lng + 360 * half_width, north, place.zoom,
      categories, min_rating, has_photos, access, tags, q, sort)
  );
end
$$;
comment on function public.explore_member_start is
  'The map of a profile without a position: the view that fits the member''s spots, {position, bounds, page}.';

grant execute on function
  private.is_suspended,
  private.find_profile,
  private.find_open_profile,
  private.is_on_profile,
  private.profile_lists,
  private.profile_stories,
  private.count_following,
  private.list_indexed_members,
  private.find_view_origin,
  private.explore_member,
  public.profile_page,
  public.explore_member_page,
  public.explore_member_start
to anon, authenticated;

-- The page of a city says whether the viewer follows it.
create or replace function public.city_page(slug text, category text default null) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
#variable_conflict use_column
declare
  city public.cities;
  counts jsonb;
begin
  select * into city from public.cities where cities.slug = city_page.slug;
  if city.id is null then
    return null;
  end if;
  select coalesce(jsonb_object_agg(category, count), '{}') into counts from (
    select category, count(*) from public.spots
    where city_id = city.id and status = 'published' and visibility in ('public', 'members') group by category
  ) as counted (category, count);
  return jsonb_build_object(
    'city', private.city_card(city.id),
    'follow', private.describe_follow(about_city => city.id),
    'spot_count', (select coalesce(sum(value::bigint), 0) from jsonb_each_text(counts)),
    'categories', private.category_list(counts),
    'around', private.list_points_around(city.lng, city.lat, 20000, 400),
    'nearest', case when counts = '{}' then private.nearby_spots(city.lng, city.lat, '', 4) else '[]' end,
    'member_count', (select count(distinct author_id) from public.spots
      where city_id = city.id and status = 'published' and visibility in ('public', 'members')),
    'namesakes', (select coalesce(jsonb_agg(private.city_card(id)), '[]') from (
      select id from public.cities where private.fold(name) = private.fold(city.name) and id <> city.id
      order by population desc limit 12) as namesakes),
    'best', (select coalesce(jsonb_agg(private.spot_card(spots)), '[]') from (
      select spots.* from public.spots
      where city_id = city.id and status = 'published' and visibility in ('public', 'members')
        and (city_page.category is null or spots.category = city_page.category)
      order by score desc limit 24) as spots),
    'newest', (select coalesce(jsonb_agg(private.spot_card(spots)), '[]') from (
      select spots.* from public.spots
      where city_id = city.id and status = 'published' and visibility in ('public', 'members')
        and (city_page.category is null or spots.category = city_page.category)
      order by published_at desc limit 12) as spots),
    'posts', (select coalesce(jsonb_agg(private.post_card(posts.id)), '[]') from (
      select posts.id, posts.published_at from public.posts
      where city_id = city.id and status = 'published' and visibility in ('public', 'members')
      order by published_at desc limit 12) as posts),
    'contributors', (select coalesce(jsonb_agg(private.member_card(author_id) || jsonb_build_object('spot_count', count,
      'is_followed', exists (select from public.follows where follower_id = auth.uid() and member_id = author_id))), '[]') from (
      select author_id, count(*) from (
        select author_id from public.spots
        where city_id = city.id and status = 'published' and visibility in ('public', 'members') and author_id is not null
        order by score desc limit 5000
      ) as shown group by author_id order by count(*) desc limit 12) as authors (author_id, count))
  );
end
$$;
