-- Spots at the same position came in any order, which could change between two requests.
create or replace function public.list_nearby_duplicates(lng double precision, lat double precision, title text DEFAULT ''::text, except_id text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
  $function$;
