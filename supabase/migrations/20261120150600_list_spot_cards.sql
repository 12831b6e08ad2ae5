-- The list beside the map shows the same cards as every other list. Runs as the owner: the cards of members' spots are wanted too.
create or replace function private.describe_spots(ids text[]) returns jsonb
  language sql stable
  as $$
    select coalesce(jsonb_agg(private.spot_card(spot) order by wanted.place), '[]')
    from unnest(ids) with ordinality as wanted (id, place) join public.spots as spot on spot.id = wanted.id
  $$;
