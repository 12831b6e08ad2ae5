-- Cards name the site that shares a spot. Only spots without an author and with a batch can come from another site, so
-- the others cost no query.
create function private.name_origin(spot public.spots) returns text
  language sql stable
  return case when (spot).author_id is null and (spot).import_batch is not null then (
    select origin_name from public.bundle_spots join public.bundle_subscriptions as subscriptions on subscriptions.id = subscription_id
    where bundle_spots.spot_id = (spot).id) end;
comment on function private.name_origin is 'The name of the site that a spot comes from. Null for spots of this one.';
grant execute on function private.name_origin to anon, authenticated;

create or replace function private.spot_card(spot public.spots)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select jsonb_build_object(
      'id', spot.id, 'slug', spot.slug, 'title', spot.title, 'category', spot.category, 'tags', spot.tags,
      'excerpt', left(spot.description, 240), 'lng', spot.lng, 'lat', spot.lat, 'precision', spot.precision,
      'country_code', spot.country_code, 'visibility', spot.visibility, 'status', spot.status, 'author_id', spot.author_id,
      'rating_average', spot.rating_average, 'review_count', spot.review_count, 'photo_count', spot.photo_count,
      'comment_count', spot.comment_count, 'save_count', spot.save_count, 'been_count', spot.been_count,
      'published_at', spot.published_at, 'created_at', spot.created_at, 'updated_at', spot.updated_at,
      'city', (select jsonb_build_object('slug', slug, 'name', name, 'country_code', country_code, 'country_name', country_name)
        from public.cities where id = spot.city_id),
      'cover', (select private.photo_card(photos) from public.photos where id = spot.cover_photo_id),
      'origin', private.name_origin(spot)
    )
  $function$;

create or replace function private.join_spot_card(spot public.spots, city public.cities, cover public.photos)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN jsonb_build_object('id', (spot).id, 'slug', (spot).slug, 'title', (spot).title, 'category', (spot).category, 'tags', (spot).tags, 'excerpt', "left"((spot).description, 240), 'lng', (spot).lng, 'lat', (spot).lat, 'precision', (spot)."precision", 'country_code', (spot).country_code, 'visibility', (spot).visibility, 'status', (spot).status, 'author_id', (spot).author_id, 'rating_average', (spot).rating_average, 'review_count', (spot).review_count, 'photo_count', (spot).photo_count, 'comment_count', (spot).comment_count, 'save_count', (spot).save_count, 'been_count', (spot).been_count, 'published_at', (spot).published_at, 'created_at', (spot).created_at, 'updated_at', (spot).updated_at, 'city', CASE WHEN ((city).id IS NOT NULL) THEN jsonb_build_object('slug', (city).slug, 'name', (city).name, 'country_code', (city).country_code, 'country_name', (city).country_name) ELSE NULL::jsonb END, 'cover', CASE WHEN ((cover).id IS NOT NULL) THEN private.photo_card(cover) ELSE NULL::jsonb END, 'origin', private.name_origin(spot));

create or replace function private.describe_spots(ids text[])
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
    select coalesce(json_agg(json_build_object(
      'id', spot.id, 'slug', spot.slug, 'title', spot.title, 'category', spot.category, 'tags', spot.tags,
      'excerpt', left(spot.description, 240), 'lng', spot.lng, 'lat', spot.lat, 'precision', spot.precision,
      'country_code', spot.country_code, 'visibility', spot.visibility, 'status', spot.status, 'author_id', spot.author_id,
      'rating_average', spot.rating_average, 'review_count', spot.review_count, 'photo_count', spot.photo_count,
      'comment_count', spot.comment_count, 'save_count', spot.save_count, 'been_count', spot.been_count,
      'published_at', spot.published_at, 'created_at', spot.created_at, 'updated_at', spot.updated_at,
      'city', case when city.id is not null then json_build_object(
        'slug', city.slug, 'name', city.name, 'country_code', city.country_code, 'country_name', city.country_name) end,
      'cover', case when photo.id is not null then private.photo_card(photo) end,
      'origin', private.name_origin(spot)
    ) order by wanted.place), '[]')
    from unnest(ids) with ordinality as wanted (id, place)
    join public.spots as spot on spot.id = wanted.id
    left join public.cities as city on city.id = spot.city_id
    left join public.photos as photo on photo.id = spot.cover_photo_id
  $function$;
