-- Parts are made only for the cells that the pyramid keeps, not for all five levels of each spot: 1,000 scattered changes cost 450 ms
-- of processor time among 100,000 spots and 1.9 s among 1,000,000 (620 ms and more before).
create or replace function private.list_base_parts(from_keys bigint[], below_keys bigint[]) returns setof private.cell_part
  language sql stable set search_path = '' set enable_nestloop = off set enable_seqscan = off set jit = off
  set max_parallel_workers_per_gather = 0 set work_mem = '64MB'
  as $$
    with finest as materialized (
      select private.map_cell(spot.map_key, 16) as cell, private.spot_audience(spot.visibility, spot.status) as audience,
        category.position as category_position, count(*)::integer as n,
        count(*) filter (where spot.rating_average >= 1) as n1, count(*) filter (where spot.rating_average >= 2) as n2,
        count(*) filter (where spot.rating_average >= 3) as n3, count(*) filter (where spot.rating_average >= 4) as n4,
        count(*) filter (where spot.rating_average >= 5) as n5, count(*) filter (where spot.photo_count > 0) as np,
        sum((spot.lng + 180) / 360) as sum_x, sum(private.mercator_y(spot.lat)) as sum_y, min(spot.id) as spot_id
      from unnest(from_keys, below_keys) as stretch (from_key, below_key)
      cross join lateral (
        select map_key, visibility, status, category, rating_average, photo_count, lng, lat, id from public.spots
        where map_key >= stretch.from_key and map_key < stretch.below_key
          -- Spelled as in the index, or the planner does not see that it may use it.
          and status in ('published', 'closed') and visibility in ('public', 'members')
        offset 0
      ) as spot
      join public.categories as category on category.id = spot.category
      group by 1, 2, 3
    ),
    crowds as materialized (
      -- Cells of level 12 to 15 with more than 64 spots: only below them the pyramid goes on.
      select cell >> (2 * (16 - level)) as cell from finest, generate_series(12, 15) as level group by 1 having sum(n) > 64
    ),
    parts as materialized (
      select finest.cell >> (2 * (16 - level)) as cell, audience, category_position, sum(n)::integer as n,
        array[sum(n), sum(n1), sum(n2), sum(n3), sum(n4), sum(n5), sum(np)]::integer[] as counts,
        sum(sum_x) as sum_x, sum(sum_y) as sum_y, min(spot_id) as spot_id
      from finest, generate_series(12, 16) as level
      where level = 12 or finest.cell >> (2 * (17 - level)) in (select crowds.cell from crowds)
      group by 1, 2, 3
    ),
    members as materialized (
      select distinct cell from parts where audience = 1
    )
    select cell, 0::smallint, category_position, n, counts, sum_x, sum_y, spot_id from parts where audience = 0
    union all
    select cell, 1::smallint, category_position, sum(n)::integer,
      array[sum(counts[1]), sum(counts[2]), sum(counts[3]), sum(counts[4]), sum(counts[5]), sum(counts[6]),
        sum(counts[7])]::integer[],
      sum(sum_x), sum(sum_y), min(spot_id)
    from members join parts using (cell)
    group by cell, category_position
  $$;

create or replace function private.refresh_cells(roots bigint[], map_version bigint) returns integer
  language plpgsql volatile set search_path = '' set enable_seqscan = off
  as $$
declare
  parents bigint[] := roots;
  folded integer;
begin
  delete from private.spot_cells where cell = any (array(
    select below.cell
    from unnest(roots) as root cross join generate_series(12, 16) as level
    cross join lateral (
      select cell from private.spot_cells
      where cell >= root << (2 * (level - 12)) and cell < (root + 1) << (2 * (level - 12))
      offset 0
    ) as below
  ));
  folded := private.build_cells(roots, 12, map_version);
  for level in reverse 11..0 loop
    parents := array(select distinct cell >> 2 from unnest(parents) as cell);
    delete from private.spot_cells where cell = any (parents);
    folded := folded + private.build_cells(parents, level, map_version);
  end loop;
  return folded;
end
$$;

revoke execute on all functions in schema private from public;
