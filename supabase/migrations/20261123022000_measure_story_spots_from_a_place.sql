-- Without a place there is no distance: asin(least(1, null)) made it half the way around the earth.
create or replace function public.find_story_spots(q text default '', lng double precision default null, lat double precision default null)
  returns jsonb
  language plpgsql stable set search_path = ''
  as $$
#variable_conflict use_column
declare
  has_place constant boolean := find_story_spots.lng is not null and find_story_spots.lat is not null;
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
comment on function public.find_story_spots is
  'Spots to put into a story: those that match the text, or without one the own, saved and near ones. Cards with list (an own list that holds the spot) and distance_meters, which is null without a place.';
