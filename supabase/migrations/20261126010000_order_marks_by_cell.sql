-- The marks of a view come in the order of their cells. Without it the order followed the plan and the place of rows on disk, so the same view
-- could differ from one request to the next.

create or replace function private.cluster_hits(hits private.spot_hit[], level integer, weight integer) returns text
  language sql stable
  as $$
    select string_agg(
      case when cluster.n = 1 and weight = 1
        then private.mark_spot(spot.id, spot.slug, spot.title, spot.category, spot.lng, spot.lat, cluster.loneliness <= 150)
        else private.mark_cluster(cluster.n * weight, cluster.lng, cluster.lat, cluster.groups,
          case when cluster.is_point then 1e6 else private.mark_scale(level) end,
          case when cluster.is_point and weight = 1 then cluster.category end)
      end, ',' order by cluster.cell)
    from (
      -- Titles are long. Only the spots with the fewest others around them have marks of their own.
      select *, rank() over (order by n <> 1, around, cell) as loneliness
      from (
        select private.map_cell((hit).map_key, level) as cell, count(*) as n,
          sum(count(*)) over (partition by private.map_cell((hit).map_key, greatest(0, level - 3))) as around, avg((hit).lng) as lng, avg((hit).lat) as lat,
          -- About two metres: 14 px at the closest zoom.
          count(*) > 1 and min((hit).map_key) >> 4 = max((hit).map_key) >> 4 as is_point,
          (array_agg((hit).category order by (hit).score desc, (hit).id))[1] as category,
          min((hit).id) as spot_id,
          array[
            count(*) filter (where category.group_id = 'relief') * weight,
            count(*) filter (where category.group_id = 'water') * weight,
            count(*) filter (where category.group_id = 'green') * weight,
            count(*) filter (where category.group_id = 'past') * weight,
            count(*) filter (where category.group_id = 'culture') * weight,
            count(*) filter (where category.group_id = 'table') * weight,
            count(*) filter (where category.group_id = 'way') * weight
          ] as groups
        from unnest(hits) as hit join public.categories as category on category.id = (hit).category
        group by private.map_cell((hit).map_key, level), private.map_cell((hit).map_key, greatest(0, level - 3))
      ) as counted
    ) as cluster
    left join public.spots as spot on cluster.n = 1 and weight = 1 and spot.id = cluster.spot_id
  $$;

create or replace function private.describe_clusters(filter private.spot_filter, clusters private.map_cluster[], level integer) returns text
  language sql stable
  as $$
    with drawn as (
      select *, x * 360 - 180 as lng, degrees(atan(sinh(pi() * (1 - 2 * y)))) as lat,
        -- Only the spots with the fewest others around them have marks of their own.
        n = 1 and (spot_id is not null or scanned <= 200)
          and rank() over (order by n <> 1, around, cell) <= 150 as is_single
      from (select *, sum(n) over (partition by cell >> 6) as around from unnest(clusters)) as counted
    )
    select concat_ws(',',
      (select string_agg(private.mark_cluster(n, lng, lat, groups, private.mark_scale(level), null), ',' order by cell) from drawn where not is_single),
      (
        select string_agg(
          case when spot.id is null
            then private.mark_cluster(single.n, single.lng, single.lat, single.groups, private.mark_scale(level), null)
            else private.mark_spot(spot.id, spot.slug, spot.title, spot.category, spot.lng, spot.lat, true)
          end, ',' order by single.cell)
        from (select *, least(16, floor(ln(cell) / ln(4) + 0.01)::integer) as depth from drawn where is_single) as single
        left join lateral (
          (select spots from public.spots where id = single.spot_id)
          union all
          (select spots from public.spots
            where single.spot_id is null
              and map_key >= private.cell_start(single.cell, single.depth)
              and map_key < private.cell_start(single.cell + 1, single.depth)
              and category = any (coalesce((filter).categories, array(select id from public.categories)))
              and status in ('published', 'closed') and visibility in ('public', 'members')
              and ((filter).min_rating is null or rating_average >= (filter).min_rating)
              and (not (filter).has_photos or photo_count > 0)
              and private.is_shown(spots, (filter).audience)
            limit 1)
        ) as found (spot) on true
        cross join lateral (select (found.spot).*) as spot
        where single.spot_id is null or (spot.id is not null and private.is_shown(found.spot, (filter).audience))
      ))
  $$;
