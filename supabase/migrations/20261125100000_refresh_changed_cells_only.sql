-- A change recounted its whole cell of level 12, about 6 km wide in Europe. In a large city of a large site that is tens of thousands of
-- spots. Now it recounts the smallest cell that can have changed, of at most 64 spots or of level 16, and the cells above it.

-- Changes that wait name cells of level 12.
update private.spot_map set needs_rebuild = true where exists (select from private.spot_changes);

create or replace function private.tg_spots__queue_inserted() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.spot_changes (cell, spot_id, author_id, is_new)
  select private.map_cell(map_key, 16), id, author_id, true
  from new_rows where private.spot_audience(visibility, status) is not null;
  return null;
end
$$;

create or replace function private.tg_spots__queue_updated() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.spot_changes (cell, spot_id, author_id, is_new)
  select distinct on (changed.id, place.cell) place.cell, changed.id, changed.author_id,
    place.is_after and changed.was_hidden
  from (
    select after.id, after.author_id, before.map_key as key_before, after.map_key as key_after,
      private.spot_audience(before.visibility, before.status) is null as was_hidden,
      private.spot_audience(after.visibility, after.status) is null as is_hidden
    from old_rows as before join new_rows as after using (id)
    where (before.map_key, before.category, before.visibility, before.status, before.rating_average, before.photo_count)
      is distinct from (after.map_key, after.category, after.visibility, after.status, after.rating_average, after.photo_count)
  ) as changed,
  lateral (values
    (private.map_cell(changed.key_before, 16), false, changed.was_hidden),
    (private.map_cell(changed.key_after, 16), true, changed.is_hidden)
  ) as place (cell, is_after, is_hidden)
  where not place.is_hidden
  order by changed.id, place.cell, place.is_after desc;
  return null;
end
$$;

create or replace function private.tg_spots__queue_deleted() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.spot_changes (cell, spot_id, is_new)
  select private.map_cell(map_key, 16), id, false
  from old_rows where private.spot_audience(visibility, status) is not null;
  return null;
end
$$;
comment on table private.spot_changes is
  'Spots that changed since the last refresh, each with its cells of level 16 before and after the change.';

-- The thresholds are the first cells of levels 13 to 16.
create function private.base_cell_level(cell bigint) returns integer
  language sql immutable strict parallel safe
  return 12 + width_bucket(cell, array[1::bigint << 26, 1::bigint << 28, 1::bigint << 30, 1::bigint << 32]);
comment on function private.base_cell_level is 'The level, 12 to 16, of a cell that is counted from its spots.';

-- A function in a condition would be called for each cell, so the number 64 is repeated where cells are counted.
create function private.find_base_cells(changed bigint[]) returns bigint[]
  language sql stable set search_path = '' set enable_seqscan = off
  as $$
    select array_agg(distinct changed.cell >> (2 * (16 - base.level)))
    from unnest(changed) as changed (cell)
    cross join lateral (
      select coalesce(min(level), 16) as level from generate_series(12, 15) as level
      where not exists (select from private.spot_cells where spot_cells.cell = changed.cell >> (2 * (16 - level)) and n > 64)
    ) as base
  $$;
comment on function private.find_base_cells is
  'For cells of level 16, the smallest cells of levels 12 to 16 around them that have no cells below them.';

drop function private.list_cell_parts(bigint[], integer);
drop function private.list_base_parts(bigint[], bigint[]);

-- Without nested loops and sequential scans: while tables have no statistics, the planner takes them for small and joins row by row.
create function private.list_base_parts(from_keys bigint[], below_keys bigint[], levels integer[]) returns setof private.cell_part
  language sql stable set search_path = '' set enable_nestloop = off set enable_seqscan = off set jit = off
  set max_parallel_workers_per_gather = 0 set work_mem = '64MB'
  as $$
    with finest as materialized (
      select private.map_cell(spot.map_key, 16) as cell, private.spot_audience(spot.visibility, spot.status) as audience,
        category.position as category_position, stretch.base_level, count(*)::integer as n,
        count(*) filter (where spot.rating_average >= 1) as n1, count(*) filter (where spot.rating_average >= 2) as n2,
        count(*) filter (where spot.rating_average >= 3) as n3, count(*) filter (where spot.rating_average >= 4) as n4,
        count(*) filter (where spot.rating_average >= 5) as n5, count(*) filter (where spot.photo_count > 0) as np,
        sum((spot.lng + 180) / 360) as sum_x, sum(private.mercator_y(spot.lat)) as sum_y, min(spot.id) as spot_id
      from unnest(from_keys, below_keys, levels) as stretch (from_key, below_key, base_level)
      cross join lateral (
        select map_key, visibility, status, category, rating_average, photo_count, lng, lat, id from public.spots
        where map_key >= stretch.from_key and map_key < stretch.below_key
          -- Written as in the index; otherwise the planner does not recognise that it may use it.
          and status in ('published', 'closed') and visibility in ('public', 'members')
        offset 0
      ) as spot
      join public.categories as category on category.id = spot.category
      group by 1, 2, 3, 4
    ),
    crowds as materialized (
      -- Cells with more than 64 spots. The pyramid continues only below these.
      select cell >> (2 * (16 - level)) as cell from finest, generate_series(12, 15) as level
      where level >= base_level group by 1 having sum(n) > 64
    ),
    parts as materialized (
      select finest.cell >> (2 * (16 - level)) as cell, audience, category_position, sum(n)::integer as n,
        array[sum(n), sum(n1), sum(n2), sum(n3), sum(n4), sum(n5), sum(np)]::integer[] as counts,
        sum(sum_x) as sum_x, sum(sum_y) as sum_y, min(spot_id) as spot_id
      from finest, generate_series(12, 16) as level
      where level = base_level
        or level > base_level and finest.cell >> (2 * (17 - level)) in (select crowds.cell from crowds)
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
comment on function private.list_base_parts is
  'The parts of the cells in ranges of map keys, counted from the spots: of the level given for each range, and of all below it to 16.';

create function private.list_cell_parts(cells bigint[], are_bases boolean) returns setof private.cell_part
  language plpgsql stable set search_path = ''
  as $$
begin
  if not are_bases then
    return query select * from private.list_parent_parts(cells);
  elsif cells is null then
    return query select * from private.list_base_parts(array[0::bigint], array[1::bigint << 52], array[12]);
  else
    return query select * from private.list_base_parts(
      array(select private.cell_start(cell, private.base_cell_level(cell)) from unnest(cells) as cell order by cell),
      array(select private.cell_start(cell + 1, private.base_cell_level(cell)) from unnest(cells) as cell order by cell),
      array(select private.base_cell_level(cell) from unnest(cells) as cell order by cell));
  end if;
end
$$;

drop function private.build_cells(bigint[], integer, bigint);
create function private.build_cells(cells bigint[], are_bases boolean, map_version bigint) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  built integer;
begin
  insert into private.spot_cells (cell, audience, n, x, y, groups, category_positions, counts, category_x, category_y, spot_id, version)
  select part.cell, part.audience, sum(part.n), sum(part.sum_x) / sum(part.n), sum(part.sum_y) / sum(part.n),
    array[
      coalesce(sum(part.n) filter (where category.group_id = 'relief'), 0),
      coalesce(sum(part.n) filter (where category.group_id = 'water'), 0),
      coalesce(sum(part.n) filter (where category.group_id = 'green'), 0),
      coalesce(sum(part.n) filter (where category.group_id = 'past'), 0),
      coalesce(sum(part.n) filter (where category.group_id = 'culture'), 0),
      coalesce(sum(part.n) filter (where category.group_id = 'table'), 0),
      coalesce(sum(part.n) filter (where category.group_id = 'way'), 0)
    ],
    array_agg(part.category_position order by part.category_position),
    array_agg(part.counts order by part.category_position),
    array_agg((part.sum_x / part.n)::real order by part.category_position),
    array_agg((part.sum_y / part.n)::real order by part.category_position),
    case when sum(part.n) = 1 then min(part.spot_id) end,
    map_version
  from private.list_cell_parts(cells, are_bases) as part
  join public.categories as category on category.position = part.category_position
  group by part.cell, part.audience;
  get diagnostics built = row_count;
  return built;
end
$$;
comment on function private.build_cells is
  'Inserts cells: counted from their spots, with the cells below them (all cells of levels 12 to 16 if cells is null), or added up from the cells below them.';

create function private.delete_cells_below(parents bigint[], level integer) returns void
  language sql volatile set search_path = '' set enable_seqscan = off
  as $$
    delete from private.spot_cells where cell = any (array(
      select below.cell
      from (
        select cell from private.spot_cells where cell = any (parents) group by cell having max(n) <= 64
      ) as thin
      cross join generate_series(level + 1, 16) as level_below
      cross join lateral (
        select cell from private.spot_cells
        where cell >= thin.cell << (2 * (level_below - level)) and cell < (thin.cell + 1) << (2 * (level_below - level))
        offset 0
      ) as below
    ))
  $$;
comment on function private.delete_cells_below is 'Deletes the cells below those of the given cells that have at most 64 spots.';

-- The cost of a refresh must follow the number of changes, not the size of the map. A join of the cells with the roots would compare each pair.
drop function private.refresh_cells(bigint[], bigint);
create function private.refresh_cells(changed bigint[], map_version bigint) returns integer
  language plpgsql volatile set search_path = '' set enable_seqscan = off
  as $$
declare
  bases constant bigint[] := private.find_base_cells(changed);
  parents bigint[];
  refreshed integer;
begin
  delete from private.spot_cells where cell = any (bases);
  refreshed := private.build_cells(bases, true, map_version);
  for level in reverse 15..0 loop
    parents := array(
      select distinct base >> (2 * (private.base_cell_level(base) - level)) from unnest(bases) as base
      where private.base_cell_level(base) > level);
    delete from private.spot_cells where cell = any (parents);
    refreshed := refreshed + private.build_cells(parents, false, map_version);
    if level >= 12 then perform private.delete_cells_below(parents, level); end if;
  end loop;
  return refreshed;
end
$$;
comment on function private.refresh_cells is
  'Recounts the cells that changes in cells of level 16 can have changed. It never adds to existing counts.';

create or replace function private.rebuild_cells(map_version bigint) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  built integer;
begin
  delete from private.spot_changes;
  delete from private.spot_cells;
  built := private.build_cells(null, true, map_version);
  for level in reverse 11..0 loop
    built := built + private.build_cells(array(
      select distinct cell >> 2 from private.spot_cells
      where cell >= 1::bigint << (2 * (level + 1)) and cell < 1::bigint << (2 * (level + 2))), false, map_version);
  end loop;
  return built;
end
$$;
