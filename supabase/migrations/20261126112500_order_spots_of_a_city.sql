-- Spots of a city page with equal scores or times come in the order of their ids. Without it the order followed the plan.
drop index public.spots_city_shown_idx;
create index spots_city_shown_idx on public.spots (city_id, score desc, id)
  where status = 'published' and visibility in ('public', 'members');

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
    'best', (select coalesce(jsonb_agg(private.spot_card(spots)), '[]') from (
      select spots.* from public.spots
      where city_id = city.id and status = 'published' and visibility in ('public', 'members')
        and (city_page.category is null or spots.category = city_page.category)
      order by score desc, id limit 24) as spots),
    'newest', (select coalesce(jsonb_agg(private.spot_card(spots)), '[]') from (
      select spots.* from public.spots
      where city_id = city.id and status = 'published' and visibility in ('public', 'members')
        and (city_page.category is null or spots.category = city_page.category)
      order by published_at desc, id limit 12) as spots),
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
