-- The home page and the page of a spot cost far less processor time. Most of it was planning: statements made from text were planned
-- for each page, RLS policies included, and so were others whose plans PostgreSQL considered better with known values. And each card
-- of a spot started two queries.
create function private.join_spot_card(spot public.spots, city public.cities, cover public.photos) returns jsonb
  language sql stable
  return jsonb_build_object(

      'id', (spot).id, 'slug', (spot).slug, 'title', (spot).title, 'category', (spot).category, 'tags', (spot).tags,
      'excerpt', left((spot).description, 240), 'lng', (spot).lng, 'lat', (spot).lat, 'precision', (spot).precision,
      'country_code', (spot).country_code, 'visibility', (spot).visibility, 'status', (spot).status, 'author_id', (spot).author_id,
      'rating_average', (spot).rating_average, 'review_count', (spot).review_count, 'photo_count', (spot).photo_count,
      'comment_count', (spot).comment_count, 'save_count', (spot).save_count, 'been_count', (spot).been_count,
      'published_at', (spot).published_at, 'created_at', (spot).created_at, 'updated_at', (spot).updated_at,
      'city', case when (city).id is not null then jsonb_build_object('slug', (city).slug, 'name', (city).name,
        'country_code', (city).country_code, 'country_name', (city).country_name) end,
      'cover', case when (cover).id is not null then private.photo_card(cover) end
    );
comment on function private.join_spot_card is 'The same as private.spot_card, of rows that the caller has joined: one plan reads the photos of all cards, with one check of their RLS policies.';
grant execute on function private.join_spot_card to anon, authenticated;

create or replace function public.home_page()
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $$
declare
  numbers jsonb := private.current_statistics();
begin
  return jsonb_build_object(
    'numbers', numbers - 'categories',
    'categories', private.category_list(numbers -> 'categories'),
    'featured', (
      select coalesce(jsonb_agg(private.join_spot_card(spots, cities, photos) || jsonb_build_object('number', number) order by number), '[]')
      from private.list_featured_spots() as featured join public.spots on spots.id = featured.id
      left join public.cities on cities.id = spots.city_id left join public.photos on photos.id = spots.cover_photo_id
    ),
    'newest', (
      select coalesce(jsonb_agg(private.join_spot_card(spots, cities, photos)
        || jsonb_build_object('author', private.member_card(spots.author_id)) order by spots.published_at desc, spots.id), '[]')
      from (
        select spots.id from public.spots
        where status = 'published' and visibility = 'public' and author_id is not null and import_batch is null
        order by published_at desc, id limit 8
      ) as chosen join public.spots using (id)
      left join public.cities on cities.id = spots.city_id left join public.photos on photos.id = spots.cover_photo_id
    ),
    'best', (
      select coalesce(jsonb_agg(private.join_spot_card(spots, cities, photos) order by spots.score desc, spots.id), '[]')
      from (
        select spots.id from public.spots where status = 'published' and visibility = 'public'
        order by score desc, id limit 10
      ) as chosen join public.spots using (id)
      left join public.cities on cities.id = spots.city_id left join public.photos on photos.id = spots.cover_photo_id
    ),
    'posts', (
      select coalesce(jsonb_agg(private.post_card(posts.id)), '[]')
      from (
        select posts.id, posts.published_at from public.posts where status = 'published' and visibility = 'public'
        order by published_at desc, id limit 6
      ) as posts
    )
  );
end
$$;

create or replace function private.nearby_spots(at_lng double precision, at_lat double precision, except_id text, most integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $$
    select coalesce(jsonb_agg(private.join_spot_card(spots, cities, photos) || jsonb_build_object(
      'distance_meters', round(private.distance_meters(at_lng, at_lat, spots.lng, spots.lat))
    ) order by private.distance_meters(at_lng, at_lat, spots.lng, spots.lat)), '[]')
    -- An array is planned as ten rows, while the limit of a kept plan is unknown.
    from unnest(array(
      select spots.id from public.spots
      where status in ('published', 'closed') and visibility = 'public' and id <> except_id
      order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
      limit most
    )) as chosen (id) join public.spots using (id)
    left join public.cities on cities.id = spots.city_id left join public.photos on photos.id = spots.cover_photo_id
    where private.distance_meters(at_lng, at_lat, spots.lng, spots.lat) <= 50000
  $$;

create or replace function private.list_threads(of_spot text, of_post text, is_newest_first boolean, from_at timestamp with time zone, from_id uuid, is_inclusive boolean, most integer)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, state text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $$
begin
  if of_spot is not null and not is_newest_first and from_at is null then
    -- The usual page of a spot has a plan that is kept.
    return query select comments.id, comments.created_at, private.comment_state(comments) from public.comments
      where spot_id = of_spot and parent_id is null and review_id is null
        and (private.comment_state(comments) = 'shown' or exists (select from public.comments as reply
          where reply.parent_id = comments.id and private.comment_state(reply) = 'shown'))
      order by comments.created_at, comments.id limit most;
    return;
  end if;
  return query execute format(
    'select comments.id, comments.created_at, private.comment_state(comments) from public.comments '
    'where %1$I = $1 and parent_id is null and review_id is null '
    'and ($2 is null or (comments.created_at, comments.id) %2$s ($2, $3)) '
    'and (private.comment_state(comments) = ''shown'' or exists (select from public.comments as reply '
    'where reply.parent_id = comments.id and private.comment_state(reply) = ''shown'')) '
    'order by comments.created_at %3$s, comments.id %3$s limit $4',
    case when of_spot is null then 'post_id' else 'spot_id' end,
    case when is_newest_first then '<' else '>' end || case when is_inclusive then '=' else '' end,
    case when is_newest_first then 'desc' else 'asc' end
  ) using coalesce(of_spot, of_post), from_at, from_id, most;
end
$$;

create or replace function private.review_page(of_spot text, choice jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $$
declare
  page_size constant integer := 50;
  -- Of reviews with the same rating the newest comes first.
  later constant text := case when choice ->> 'reviews' = 'oldest' then '>' else '<' end;
  direction constant text := case when choice ->> 'reviews' = 'oldest' then 'asc' else 'desc' end;
  rating_direction constant text := case choice ->> 'reviews' when 'highest' then 'desc' when 'lowest' then 'asc' end;
  after constant jsonb := nullif(choice -> 'reviews_after', 'null');
  chosen public.reviews[];
begin
  if choice - array['reviews_after', 'review', 'comment', 'comments', 'comments_after'] = '{}' then
    -- The usual page has a plan that is kept. Planning the statement below takes several milliseconds.
    chosen := array(
      select reviews from public.reviews
      where spot_id = of_spot and (after is null or (created_at, id) < ((after ->> 1)::timestamptz, (after ->> 2)::uuid))
      order by created_at desc, id desc limit page_size + 1
    );
  else
    execute format(
      'select coalesce(array_agg(review), ''{}'') from (select reviews from public.reviews where spot_id = $1 '
      'and ($2 is null or rating = $2) and (not $3 or exists (select from public.photos where review_id = reviews.id)) '
      'and ($4 is null or %1$s) order by %2$s created_at %3$s, id %3$s limit $7) as page (review)',
      case when rating_direction is null then format('(created_at, id) %s ($5, $6)', later)
        else format('(rating %s $4 or (rating = $4 and (created_at, id) < ($5, $6)))',
          case rating_direction when 'asc' then '>' else '<' end) end,
      case when rating_direction is null then '' else format('rating %s, ', rating_direction) end,
      direction
    ) into chosen using of_spot, (choice ->> 'rating')::smallint, coalesce((choice ->> 'photos')::boolean, false),
      (after ->> 0)::smallint, (after ->> 1)::timestamptz, (after ->> 2)::uuid, page_size + 1;
  end if;
  return jsonb_build_object(
    'reviews', coalesce((select jsonb_agg(private.review_card(chosen[place]) order by place)
      from generate_series(1, least(cardinality(chosen), page_size)) as place), '[]'),
    'next', case when cardinality(chosen) > page_size
      then jsonb_build_array((chosen[page_size]).rating, (chosen[page_size]).created_at, (chosen[page_size]).id) end,
    'is_start', after is null,
    'own', (select private.review_card(reviews) from public.reviews where spot_id = of_spot and author_id = auth.uid()),
    'linked', (select private.review_card(reviews) from public.reviews where spot_id = of_spot and id = coalesce(
      (choice ->> 'review')::uuid, (select review_id from public.comments where comments.id = (choice ->> 'comment')::uuid))),
    'photo_count', (select count(distinct review_id) from public.photos where spot_id = of_spot and review_id is not null),
    'latest_at', (select created_at from public.reviews where spot_id = of_spot order by created_at desc limit 1)
  );
end
$$;

alter function private.list_featured_spots rows 6;
alter function public.spot_page set plan_cache_mode = force_generic_plan;
