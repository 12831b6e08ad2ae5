-- The map beside a spot is drawn from the spots around it, and its sheet says how many lie on it.
create function private.list_points_around(at_lng double precision, at_lat double precision, within_meters double precision, most integer)
  returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_array(round(lng::numeric, 5), round(lat::numeric, 5))), '[]')
    from (
      select spots.lng, spots.lat from public.spots
      where status in ('published', 'closed') and visibility = 'public'
      order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
      limit most
    ) as near
    where private.distance_meters(at_lng, at_lat, lng, lat) <= within_meters
  $$;
comment on function private.list_points_around is 'Public points of the nearest spots, [[lng, lat], …]: the ground of a small map.';

-- Half the diagonal of a sheet is 5.2 km at the equator, where it is widest.
create function private.count_on_sheet(at_lng double precision, at_lat double precision, most integer) returns integer
  language sql stable set search_path = ''
  as $$
    with sheet as (
      select least(floor((at_lng + 180) * 12), 4319) / 12 - 180 as west, least(floor((at_lat + 90) * 24), 4319) / 24 - 90 as south
    )
    select count(*)::integer from (
      select from sheet, public.spots
      where status in ('published', 'closed') and visibility = 'public'
        and private.position_cube(lng, lat) operator(extensions.<@)
          extensions.cube_enlarge(private.position_cube(west + 1.0 / 24, south + 1.0 / 48), 5.3, 3)
        and lng >= west and lng < west + 1.0 / 12 and lat >= south and lat < south + 1.0 / 24
      limit most
    ) as found
  $$;
comment on function private.count_on_sheet is
  'How many public spots lie on the same sheet (Maidenhead locator of six characters) as a point; counts no further than most.';

create or replace function public.spot_page(id text, link_secret text default null) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
declare
  spot public.spots;
begin
  if link_secret is not null then
    perform private.use_link_secret(link_secret);
  end if;
  select * into spot from public.spots where spots.id = spot_page.id;
  if spot.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'spot', private.spot_detail(spot),
    'exact_point', (select jsonb_build_object('lng', lng, 'lat', lat) from public.spot_exact_points where spot_id = spot.id),
    'author', (select private.member_card(spot.author_id) || jsonb_build_object('spot_count', (
      select count(*) from public.spots where author_id = spot.author_id and status = 'published' and visibility = 'public'))),
    'city', private.city_card(spot.city_id),
    'photos', (select coalesce(jsonb_agg(private.photo_card(photos) || jsonb_build_object('author', private.member_card(photos.author_id))
      order by photos.id <> spot.cover_photo_id, position, created_at), '[]') from public.photos where spot_id = spot.id),
    'reviews', private.review_list(spot.id),
    'rating_steps', (select coalesce(jsonb_object_agg(rating, count), '{}')
      from (select rating, count(*) from public.reviews where spot_id = spot.id group by rating) as steps (rating, count)),
    'comments', private.comment_list(spot.id, null),
    'nearby', private.nearby_spots(spot.lng, spot.lat, spot.id, 8),
    'around', private.list_points_around(spot.lng, spot.lat, 4000, 150),
    'sheet_count', private.count_on_sheet(spot.lng, spot.lat, 1000),
    'posts', (select coalesce(jsonb_agg(private.post_card(posts)), '[]') from (
      select posts.* from public.post_spots join public.posts on posts.id = post_spots.post_id
      where post_spots.spot_id = spot.id and posts.status = 'published' and posts.visibility in ('public', 'members')
      order by published_at desc limit 6) as posts),
    'history', private.spot_history(spot.id),
    'viewer', private.spot_viewer(spot)
  );
end
$$;

revoke execute on all functions in schema public, private from public;
grant execute on function private.list_points_around, private.count_on_sheet to anon, authenticated, service_role;
