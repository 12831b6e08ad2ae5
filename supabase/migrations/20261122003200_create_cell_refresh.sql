-- Recomputes the cells of the map from the queue of changes.

create type private.cell_part as (
  cell bigint, audience smallint, category_position smallint, n integer, counts integer[], sum_x double precision, sum_y double precision,
  spot_id text
);
comment on type private.cell_part is 'The spots of one category in one cell: the input of the sums.';

-- Without nested loops and sequential scans: while tables have no statistics, the planner takes them for small and joins row by row.
create function private.list_base_parts(from_keys bigint[], below_keys bigint[]) returns setof private.cell_part
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
          -- Written as in the index; otherwise the planner does not recognise that it may use it.
          and status in ('published', 'closed') and visibility in ('public', 'members')
        offset 0
      ) as spot
      join public.categories as category on category.id = spot.category
      group by 1, 2, 3
    ),
    crowds as materialized (
      -- Cells of levels 12 to 15 with more than 64 spots. The pyramid continues only below these.
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
comment on function private.list_base_parts is 'The parts of the cells of levels 12 to 16 in ranges of map keys, counted from the spots.';

create function private.list_parent_parts(parents bigint[]) returns setof private.cell_part
  language sql stable set search_path = '' set enable_nestloop = off set enable_seqscan = off set jit = off
  as $$
    with children as materialized (
      select child.*, child.cell >> 2 as parent,
        row_number() over (partition by child.cell order by child.audience desc) as rank,
        bool_or(child.audience = 1) over (partition by child.cell >> 2) as has_members
      from private.spot_cells as child
      where child.cell = any (array(select (parent << 2) + quarter from unnest(parents) as parent, generate_series(0, 3) as quarter))
    ),
    sides as (
      select 0::smallint as side, * from children where audience = 0
      union all
      select 1::smallint, * from children where has_members and rank = 1
    )
    select parent, side, category_positions[i], sum(counts[i][1])::integer,
      array[sum(counts[i][1]), sum(counts[i][2]), sum(counts[i][3]), sum(counts[i][4]), sum(counts[i][5]),
        sum(counts[i][6]), sum(counts[i][7])]::integer[],
      sum(counts[i][1] * category_x[i]::double precision), sum(counts[i][1] * category_y[i]::double precision), min(spot_id)
    from sides, generate_subscripts(category_positions, 1) as i
    group by parent, side, category_positions[i]
  $$;
comment on function private.list_parent_parts is 'The parts of cells, summed over the four child cells of each.';

create function private.list_cell_parts(cells bigint[], level integer) returns setof private.cell_part
  language plpgsql stable set search_path = ''
  as $$
begin
  if level < 12 then
    return query select * from private.list_parent_parts(cells);
  elsif cells is null then
    return query select * from private.list_base_parts(array[0::bigint], array[1::bigint << 52]);
  else
    return query select * from private.list_base_parts(
      array(select private.cell_start(cell, 12) from unnest(cells) as cell order by cell),
      array(select private.cell_start(cell + 1, 12) from unnest(cells) as cell order by cell));
  end if;
end
$$;

create function private.build_cells(cells bigint[], level integer, map_version bigint) returns integer
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
  from private.list_cell_parts(cells, level) as part join public.categories as category on category.position = part.category_position
  group by part.cell, part.audience;
  get diagnostics built = row_count;
  return built;
end
$$;
comment on function private.build_cells is
  'Inserts cells of a level below 12; with level 12, those cells and all cells below them (all cells if cells is null).';

-- The cost of a refresh must follow the number of changes, not the size of the map. A join of the cells with the roots would compare each pair.
create function private.refresh_cells(roots bigint[], map_version bigint) returns integer
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
comment on function private.refresh_cells is
  'Recomputes cells of level 12 and all cells above and below them. It never adds to existing counts, so a wrong count is fixed by the next change.';

create function private.rebuild_cells(map_version bigint) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  built integer;
begin
  delete from private.spot_changes;
  delete from private.spot_cells;
  built := private.build_cells(null, 12, map_version);
  for level in reverse 11..0 loop
    built := built + private.build_cells(array(
      select distinct cell >> 2 from private.spot_cells
      where cell >= 1::bigint << (2 * (level + 1)) and cell < 1::bigint << (2 * (level + 2))), level, map_version);
  end loop;
  return built;
end
$$;
comment on function private.rebuild_cells is 'Rebuilds the whole pyramid from the spots, for bulk imports.';

-- Lock order: first the advisory lock, which only refreshes take, then rows that only refreshes write. Writers of spots
-- only insert into the queue, so a writer and a refresh never wait for each other.
create function private.refresh_spot_cells(max_changes integer, rebuild boolean) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  fold_lock constant bigint := 7203114520;
  changed bigint[];
  spot_ids text[];
  changes integer := 0;
  folded integer := 0;
  map_version bigint;
  is_rebuild boolean := rebuild;
begin
  if rebuild then
    perform pg_advisory_xact_lock(fold_lock);
  elsif not pg_try_advisory_xact_lock(fold_lock) then
    return jsonb_build_object('changes', 0, 'cells', 0, 'busy', true);
  end if;
  select version + 1, is_rebuild or needs_rebuild into map_version, is_rebuild from private.spot_map;
  if is_rebuild then
    folded := private.rebuild_cells(map_version);
    perform private.collect_words(null);
  else
    with taken as (
      delete from private.spot_changes
      where id in (select id from private.spot_changes order by id limit max_changes)
      returning cell, spot_id
    )
    select array_agg(distinct cell), array_agg(distinct spot_id), count(*) into changed, spot_ids, changes from taken;
    if changes > 0 then
      folded := private.refresh_cells(changed, map_version);
      perform private.collect_words(spot_ids);
    end if;
  end if;
  if is_rebuild or changes > 0 then update private.spot_map set version = map_version, needs_rebuild = false; end if;
  return jsonb_build_object('changes', changes, 'cells', folded, 'busy', false);
end
$$;

create function public.refresh_spot_cells(max_changes integer default 5000, rebuild boolean default false) returns jsonb
  language sql volatile set statement_timeout = '15min' set lock_timeout = '15min'
  return private.refresh_spot_cells(max_changes, rebuild);
comment on function public.refresh_spot_cells is
  'Server chore: applies at most max_changes changed spots to the counts of the map, or rebuilds everything. Returns {changes, cells, busy}.';
