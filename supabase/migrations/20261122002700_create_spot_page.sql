-- The page of a spot.

create function private.nearby_spots(at_lng double precision, at_lat double precision, except_id text, most integer) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object(
      'distance_meters', round(private.distance_meters(at_lng, at_lat, lng, lat))
    ) order by private.distance_meters(at_lng, at_lat, lng, lat)), '[]')
    from (
      select spots.* from public.spots
      where status in ('published', 'closed') and visibility = 'public' and id <> except_id
      order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
      limit most
    ) as spots
    where private.distance_meters(at_lng, at_lat, lng, lat) <= 50000
  $$;
comment on function private.nearby_spots is 'Cards of the nearest public spots within 50 km, each with distance_meters.';

create function private.spot_history(of_spot text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'count', count(*), 'contributors', count(distinct author_id), 'last_at', max(created_at),
      'latest', coalesce((
        select jsonb_agg(jsonb_build_object('id', id, 'author', private.member_card(author_id), 'created_at', created_at,
          'fields', (select jsonb_agg(field) from jsonb_object_keys(changes) as field), 'restores', restores))
        from (select revisions.* from public.revisions where spot_id = of_spot order by id desc limit 10) as latest
      ), '[]')
    )
    from public.revisions where spot_id = of_spot
  $$;

create function private.comment_list(of_spot text, of_post text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'parent_id', parent_id, 'body', body, 'created_at', created_at,
      'updated_at', updated_at, 'author', private.member_card(author_id)) order by created_at), '[]')
    from (
      select comments.* from public.comments
      where (of_spot is not null and spot_id = of_spot) or (of_post is not null and post_id = of_post)
      order by created_at desc limit 200
    ) as comments
  $$;
comment on function private.comment_list is 'The latest 200 comments, oldest first; parent_id marks replies.';

create function private.review_list(of_spot text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'rating', rating, 'body', body, 'created_at', created_at,
      'updated_at', updated_at, 'author', private.member_card(author_id)) order by created_at desc), '[]')
    from (select reviews.* from public.reviews where spot_id = of_spot order by created_at desc limit 50) as reviews
  $$;
comment on function private.review_list is 'The latest 50 reviews, newest first.';

create function private.spot_viewer(of public.spots) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'is_author', coalesce(of.author_id = auth.uid(), false),
      'is_moderator', private.is_moderator(),
      'wants', coalesce(bool_or(lists.kind = 'want'), false),
      'has_been', coalesce(bool_or(lists.kind = 'been'), false),
      'is_saved', coalesce(bool_or(lists.kind <> 'been'), false),
      'lists', coalesce(jsonb_agg(lists.id) filter (where lists.id is not null), '[]'),
      'review', (select jsonb_build_object('id', id, 'rating', rating, 'body', body) from public.reviews
        where spot_id = of.id and author_id = auth.uid()),
      'queue_position', case when of.status = 'pending' and of.author_id = auth.uid() then private.queue_position(of.created_at) end,
      'link_secret', (select secret from public.links where spot_id = of.id and owner_id = auth.uid())
    )
    from public.list_items join public.lists on lists.id = list_items.list_id and lists.author_id = auth.uid()
    where list_items.spot_id = of.id
  $$;
comment on function private.spot_viewer is 'How a spot relates to the viewer: authorship, lists, review, link secret.';

create function private.spot_detail(spot public.spots) returns jsonb
  language sql stable set search_path = ''
  as $$
    select private.spot_card(spot) || jsonb_build_object('description', spot.description, 'address', spot.address,
      'website', spot.website, 'access', spot.access, 'confirmed_at', spot.confirmed_at, 'city_id', spot.city_id,
      'removal_reason', spot.removal_reason, 'cover_photo_id', spot.cover_photo_id)
  $$;
comment on function private.spot_detail is 'A card with everything else that the page of the spot shows.';

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
comment on function private.list_points_around is 'Public points of the nearest spots, [[lng, lat], …], for the base of a small map.';

-- Runs as the owner: a condition that is not leakproof cannot use an index before the RLS policy was checked (20 ms instead of 0.3 ms).
-- Half the diagonal of a sheet is 5.2 km at the equator, where it is widest.
create function private.count_on_sheet(at_lng double precision, at_lat double precision, most integer) returns integer
  language sql stable security definer set search_path = ''
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
  'Number of public spots on the same sheet (Maidenhead locator of six characters) as a point, counted up to most.';

create function public.spot_page(id text, link_secret text default null) returns jsonb
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
    'posts', (select coalesce(jsonb_agg(private.post_card(posts.id)), '[]') from (
      select posts.id, posts.published_at from public.post_spots join public.posts on posts.id = post_spots.post_id
      where post_spots.spot_id = spot.id and posts.status = 'published' and posts.visibility in ('public', 'members')
      order by published_at desc limit 6) as posts),
    'history', private.spot_history(spot.id),
    'viewer', private.spot_viewer(spot)
  );
end
$$;
comment on function public.spot_page is 'The data of /spot/{id}; null if the viewer may not see such a spot.';

create function public.list_nearby_duplicates(lng double precision, lat double precision, title text default '', except_id text default '')
  returns jsonb
  language sql stable set search_path = ''
  as $$
    with near as (
      select id, near.title, near.lng, near.lat from (
        select spots.id, spots.title, spots.lng, spots.lat from public.spots
        where status in ('published', 'closed') and visibility = 'public'
        order by private.position_cube(spots.lng, spots.lat)
          operator(extensions.<->) private.position_cube(list_nearby_duplicates.lng, list_nearby_duplicates.lat)
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
    ) order by chosen.similarity > 0.4 desc, chosen.meters), '[]')
    from (
      select * from measured where meters <= 120 or (meters <= 2000 and similarity > 0.4)
      order by similarity > 0.4 desc, meters limit 5
    ) as chosen join public.spots on spots.id = chosen.id
  $$;
comment on function public.list_nearby_duplicates is
  'Up to five possible duplicates of a new spot: within 120 m, or within 2 km with a similar title. Cards with distance_meters and similarity.';

grant execute on function
  private.nearby_spots,
  private.spot_history,
  private.comment_list,
  private.review_list,
  private.spot_viewer,
  private.spot_detail,
  private.list_points_around,
  private.count_on_sheet,
  public.spot_page,
  public.list_nearby_duplicates
to anon, authenticated;
