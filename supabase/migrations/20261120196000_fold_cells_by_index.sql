-- What a fold costs has to follow the changes, not the map. Joined to the roots, the delete compared every cell with every root: minutes for 5,000 changes on a map of 60,000 cells.
create or replace function private.refresh_cells(roots bigint[], map_version bigint) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  parents bigint[] := roots;
  root bigint;
  folded integer;
begin
  foreach root in array roots loop
    for level in 12..16 loop
      delete from private.spot_cells
      where cell >= root << (2 * (level - 12)) and cell < (root + 1) << (2 * (level - 12));
    end loop;
  end loop;
  folded := private.build_cells(roots, 12, map_version);
  for level in reverse 11..0 loop
    parents := array(select distinct cell >> 2 from unnest(parents) as cell);
    delete from private.spot_cells where cell = any (parents);
    folded := folded + private.build_cells(parents, level, map_version);
  end loop;
  return folded;
end
$$;

create or replace function private.list_base_parts(from_keys bigint[], below_keys bigint[]) returns setof private.cell_part
  language sql stable set search_path = '' set enable_nestloop = off set enable_seqscan = off set jit = off
  as $$
    with finest as materialized (
      select private.map_cell(spot.map_key, 16) as cell, private.spot_audience(spot.visibility, spot.status) as audience,
        category.position as category_position, count(*)::integer as n,
        count(*) filter (where spot.rating_average >= 1) as n1, count(*) filter (where spot.rating_average >= 2) as n2,
        count(*) filter (where spot.rating_average >= 3) as n3, count(*) filter (where spot.rating_average >= 4) as n4,
        count(*) filter (where spot.rating_average >= 5) as n5, count(*) filter (where spot.photo_count > 0) as np,
        sum((spot.lng + 180) / 360) as sum_x, sum(private.mercator_y(spot.lat)) as sum_y, min(spot.id) as spot_id
      from unnest(from_keys, below_keys) as stretch (from_key, below_key)
      -- Each stretch by itself (offset 0): joined, every stretch was compared with every spot.
      cross join lateral (
        select spots.* from public.spots
        where spots.map_key >= stretch.from_key and spots.map_key < stretch.below_key
          -- Spelled as in the index, or the planner does not see that it may use it.
          and spots.status in ('published', 'closed') and spots.visibility in ('public', 'members')
        offset 0
      ) as spot
      join public.categories as category on category.id = spot.category
      group by 1, 2, 3
    ),
    parts as materialized (
      select finest.cell >> (2 * (16 - level)) as cell, audience, category_position, sum(n)::integer as n,
        array[sum(n), sum(n1), sum(n2), sum(n3), sum(n4), sum(n5), sum(np)]::integer[] as counts,
        sum(sum_x) as sum_x, sum(sum_y) as sum_y, min(spot_id) as spot_id
      from finest, generate_series(12, 16) as level
      group by 1, 2, 3
    ),
    totals as materialized (
      select cell, sum(n) as n, bool_or(audience = 1) as has_members from parts group by cell
    ),
    wanted as materialized (
      select totals.cell, totals.has_members from totals
      left join totals as parent on parent.cell = totals.cell >> 2
      where parent.cell is null or parent.n > 64
    )
    select cell, 0::smallint, category_position, n, counts, sum_x, sum_y, spot_id from wanted join parts using (cell) where audience = 0
    union all
    select cell, 1::smallint, category_position, sum(n)::integer,
      array[sum(counts[1]), sum(counts[2]), sum(counts[3]), sum(counts[4]), sum(counts[5]), sum(counts[6]),
        sum(counts[7])]::integer[],
      sum(sum_x), sum(sum_y), min(spot_id)
    from wanted join parts using (cell) where has_members
    group by cell, category_position
  $$;

-- A rebuild at the end of an import waits for the fold that the running server is at, instead of giving up.
alter function public.refresh_spot_cells(integer, boolean) set lock_timeout to '15min';
