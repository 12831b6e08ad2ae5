-- As on the pages of own spots and lists: each card checked the session and the policies of photos again.
create or replace function public.city_page(slug text, category text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
      order by population desc, id limit 12) as namesakes),
    'best', (select coalesce(jsonb_agg(private.join_spot_card(spots, cities, photos) order by spots.score desc, spots.id), '[]') from (
      select spots.* from public.spots
      where city_id = city.id and status = 'published' and visibility in ('public', 'members')
        and (city_page.category is null or spots.category = city_page.category)
      order by score desc, id limit 24) as spots
      left join public.cities on cities.id = spots.city_id left join public.photos on photos.id = spots.cover_photo_id),
    'newest', (select coalesce(jsonb_agg(private.join_spot_card(spots, cities, photos) order by spots.published_at desc, spots.id), '[]') from (
      select spots.* from public.spots
      where city_id = city.id and status = 'published' and visibility in ('public', 'members')
        and (city_page.category is null or spots.category = city_page.category)
      order by published_at desc, id limit 12) as spots
      left join public.cities on cities.id = spots.city_id left join public.photos on photos.id = spots.cover_photo_id),
    'posts', (select coalesce(jsonb_agg(private.post_card(posts.id)), '[]') from (
      select posts.id, posts.published_at from public.posts
      where city_id = city.id and status = 'published' and visibility in ('public', 'members')
      order by published_at desc, id limit 12) as posts),
    'contributors', (select coalesce(jsonb_agg(private.member_card(author_id) || jsonb_build_object('spot_count', count,
      'is_followed', exists (select from public.follows where follower_id = auth.uid() and member_id = author_id))), '[]') from (
      select author_id, count(*) from (
        select author_id from public.spots
        where city_id = city.id and status = 'published' and visibility in ('public', 'members') and author_id is not null
        order by score desc limit 5000
      ) as shown group by author_id order by count(*) desc, author_id limit 12) as authors (author_id, count))
  );
end
$function$;

create or replace function private.list_page_items(of_list text, most integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select coalesce(jsonb_agg(jsonb_build_object(
      'spot', private.join_spot_card(spots, cities, photos) || jsonb_build_object('access', spots.access), 'note', item.note, 'position', item.position,
      'is_cover', item.is_cover, 'added_at', item.created_at, 'added_by', private.member_card(item.added_by),
      'has_been', spots.id in (select private.list_been_spot_ids())
    ) order by item.position, item.created_at, item.spot_id), '[]')
    from (
      select list_items.* from public.list_items where list_id = of_list order by position, created_at, spot_id limit most
    ) as item join public.spots on spots.id = item.spot_id
      left join public.cities on cities.id = spots.city_id left join public.photos on photos.id = spots.cover_photo_id
  $function$;
