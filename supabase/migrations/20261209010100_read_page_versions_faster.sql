-- PostgreSQL planned page_versions() again at each call, which took 1.5 ms of 1.8: the condition on an array of ids made a
-- plan for the given array look cheaper than the general one. The site calls it before it sends a page from memory.
create or replace function private.list_nearby_buckets(lng double precision, lat double precision) returns setof integer
  language plpgsql immutable set search_path = ''
  as $$
declare
  -- 50 km in degrees, rounded up.
  reach constant double precision := 0.46;
  reach_lng constant double precision := case when abs(lat) > 88 then 180 else reach / cosd(abs(lat) + reach) end;
  tiles integer;
begin
  for band in greatest(-90, floor(lat - reach)::integer) .. least(89, floor(lat + reach)::integer) loop
    tiles := private.count_tiles(band);
    for tile in floor((lng - reach_lng + 180) / 360 * tiles)::integer .. floor((lng + reach_lng + 180) / 360 * tiles)::integer loop
      return next private.tile_bucket(band, tile);
    end loop;
  end loop;
end
$$;

create or replace function private.page_versions(spot_ids text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  versions jsonb;
  spot_id text;
  buckets integer[];
begin
  select jsonb_object_agg(area, version) into versions
  from (
    select area, coalesce(sum(version), 0)::text as version
    from unnest(array['site', 'spots', 'totals', 'counters', 'lists']) as area
      left join private.page_versions on bucket = private.page_bucket(area)
    group by area
  ) as counted;
  -- One by one, because PostgreSQL plans a condition on an array again for each call.
  foreach spot_id in array spot_ids loop
    select array_agg(distinct bucket) into buckets
    from public.spots, lateral (
      select private.spot_bucket(id) union all select private.list_nearby_buckets(lng, lat)
    ) as of_spot (bucket)
    -- Hidden spots are like missing ones.
    where id = spot_id and visibility = 'public' and status in ('published', 'closed');
    continue when buckets is null;
    -- With its buckets, because a spot that has moved may have others with the same sum.
    select versions || jsonb_build_object('spot/' || spot_id, buckets::text || coalesce(sum(version), 0)) into versions
    from private.page_versions where bucket = any (buckets);
  end loop;
  return versions;
end
$$;
