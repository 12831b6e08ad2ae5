-- A cell of many spots may hold only one that passes the filters: it is drawn as that spot, found by its key where few have to be
-- looked at. A cell may be two seconds old: whether its only spot may be seen is asked of the spot.
create or replace function private.describe_clusters(filter private.spot_filter, clusters private.map_cluster[], level integer)
  returns jsonb
  language sql stable
  as $$
    select coalesce(jsonb_agg(
      case when spot.id is null
        then jsonb_build_object('n', cluster.n, 'lng', round((cluster.x * 360 - 180)::numeric, 4),
          'lat', round(degrees(atan(sinh(pi() * (1 - 2 * cluster.y))))::numeric, 4), 'groups', cluster.groups)
        else jsonb_build_object('n', 1, 'id', spot.id, 'slug', spot.slug, 'title', spot.title, 'category', spot.category,
          'lng', round(spot.lng::numeric, 6), 'lat', round(spot.lat::numeric, 6))
      end), '[]')
    from (
      select *, least(16, floor(ln(cell) / ln(4) + 0.01)::integer) as depth from unnest(clusters)
    ) as cluster
    left join lateral (
      select * from (
        (select * from public.spots where cluster.n = 1 and id = cluster.spot_id)
        union all
        (select * from public.spots
          where cluster.n = 1 and cluster.spot_id is null and cluster.scanned <= 200
            and map_key >= private.cell_start(cluster.cell, cluster.depth)
            and map_key < private.cell_start(cluster.cell + 1, cluster.depth)
            and category = any (coalesce((filter).categories, array(select id from public.categories)))
            and status in ('published', 'closed') and visibility in ('public', 'members')
            and ((filter).min_rating is null or rating_average >= (filter).min_rating)
            and (not (filter).has_photos or photo_count > 0)
            and private.is_shown(spots, (filter).audience)
          limit 1)
      ) as only_one limit 1
    ) as spot on true
    where cluster.spot_id is null or (spot.id is not null and private.is_shown(spot, (filter).audience))
  $$;
revoke execute on all functions in schema private from public;
