-- Counts for the map at every zoom: a pyramid of cells over the published spots. Writers never touch it: they leave a line in
-- private.spot_changes, and private.refresh_spot_cells recomputes the cells concerned from the spots themselves.
create table private.spot_cells (
  cell bigint not null,
  audience smallint not null,
  n integer not null,
  x double precision not null,
  y double precision not null,
  groups integer[] not null,
  category_positions smallint[] not null,
  counts integer[] not null,
  category_x real[] not null,
  category_y real[] not null,
  spot_id text,
  version bigint not null,
  constraint spot_cells_pkey primary key (cell, audience),
  constraint spot_cells_audience_check check (audience in (0, 1)),
  constraint spot_cells_n_check check (n > 0)
);
alter table private.spot_cells enable row level security;
-- One subscript of a compressed or short-headed array copies the whole of it; these are read element by element.
alter table private.spot_cells
  alter column groups set storage plain,
  alter column category_positions set storage plain,
  alter column counts set storage plain,
  alter column category_x set storage plain,
  alter column category_y set storage plain;

comment on table private.spot_cells is
  'What the map shows of a cell (private.map_cell). Levels 0 to 12 are complete; 13 to 16 exist only below cells of more than 64 spots.';
comment on column private.spot_cells.audience is
  '0: public spots. 1: public and members'' spots together; only where the cell has members'' spots, else row 0 says the same.';
comment on column private.spot_cells.x is 'Mean web-mercator x of the spots, 0 to 1 from west to east; y from north to south.';
comment on column private.spot_cells.groups is 'Spots by group: relief, water, green, past, culture, table, way.';
comment on column private.spot_cells.category_positions is 'categories.position of the categories present. counts, category_x and category_y run parallel.';
comment on column private.spot_cells.counts is
  'For each category seven numbers: all, those rated at least 1, 2, 3, 4 and 5, and those with a photo.';
comment on column private.spot_cells.category_x is 'Mean x of each category, category_y the same; exact to 3 m.';
comment on column private.spot_cells.spot_id is 'The spot itself where there is only one.';
comment on column private.spot_cells.version is 'The version of the map (private.spot_map) in which the row was last computed.';

create table private.spot_map (
  only_row boolean primary key default true,
  version bigint not null default 0,
  needs_rebuild boolean not null default false,
  constraint spot_map_only_row_check check (only_row)
);
insert into private.spot_map default values;
alter table private.spot_map enable row level security;
comment on table private.spot_map is 'State of the pyramid: its version counts up whenever cells change.';

create table private.spot_changes (
  id bigint generated always as identity primary key,
  cell bigint not null,
  spot_id text not null,
  author_id uuid,
  is_new boolean not null
);
create index spot_changes_author_id_idx on private.spot_changes (author_id) where is_new;
alter table private.spot_changes enable row level security;
comment on table private.spot_changes is 'Spots that changed since the last fold, each with its cell of level 12, the one before and the one after.';
comment on column private.spot_changes.is_new is 'Whether no cell counts the spot yet. Its author sees it all the same: the view adds it.';

create function private.spot_audience(visibility public.visibility, status public.publication_status) returns smallint
  language sql immutable parallel safe
  return case
    when status not in ('published', 'closed') then null
    when visibility = 'public' then 0::smallint
    when visibility = 'members' then 1::smallint
  end;
comment on function private.spot_audience is
  'For whom a spot counts on the map: 0 everyone, 1 members, null nobody (the author''s own are added when they look).';

create function private.cell_start(cell bigint, level integer) returns bigint
  language sql immutable strict parallel safe
  return (cell - (1::bigint << (2 * level))) << (52 - 2 * level);
comment on function private.cell_start is 'The first map key of a cell; the cell after it starts where this one ends.';

create function private.mercator_y(lat double precision) returns double precision
  language sql immutable strict parallel safe
  return least(1, greatest(0, 0.5 - asinh(tan(radians(greatest(-85.05112878, least(85.05112878, lat))))) / (2 * pi())));
comment on function private.mercator_y is 'Web-mercator y, 0 at the top of the map and 1 at its bottom.';

-- The queue -------------------------------------------------------------------------------------------------------------------

create function private.tg_spots__queue_inserted() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.spot_changes (cell, spot_id, author_id, is_new)
  select private.map_cell(map_key, 12), id, author_id, true
  from new_rows where private.spot_audience(visibility, status) is not null;
  return null;
end
$$;

create function private.tg_spots__queue_updated() returns trigger
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
    (private.map_cell(changed.key_before, 12), false, changed.was_hidden),
    (private.map_cell(changed.key_after, 12), true, changed.is_hidden)
  ) as place (cell, is_after, is_hidden)
  where not place.is_hidden
  order by changed.id, place.cell, place.is_after desc;
  return null;
end
$$;

create function private.tg_spots__queue_deleted() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.spot_changes (cell, spot_id, is_new)
  select private.map_cell(map_key, 12), id, false
  from old_rows where private.spot_audience(visibility, status) is not null;
  return null;
end
$$;

create function private.tg_spots__queue_truncated() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update private.spot_map set needs_rebuild = true;
  return null;
end
$$;

create trigger _500_queue_inserted after insert on public.spots
  referencing new table as new_rows for each statement execute function private.tg_spots__queue_inserted();
create trigger _500_queue_updated after update on public.spots
  referencing old table as old_rows new table as new_rows for each statement execute function private.tg_spots__queue_updated();
create trigger _500_queue_deleted after delete on public.spots
  referencing old table as old_rows for each statement execute function private.tg_spots__queue_deleted();
create trigger _500_queue_truncated after truncate on public.spots
  for each statement execute function private.tg_spots__queue_truncated();

-- The fold --------------------------------------------------------------------------------------------------------------------

create type private.cell_part as (
  cell bigint, audience smallint, category_position smallint, n integer, counts integer[], sum_x double precision, sum_y double precision,
  spot_id text
);
comment on type private.cell_part is 'One category in one cell: what cells are added up from.';

-- Without nested loops and full scans: while tables have no statistics the planner takes them for small and joins row by row.
create function private.list_base_parts(from_keys bigint[], below_keys bigint[]) returns setof private.cell_part
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
      join public.spots as spot on spot.map_key >= stretch.from_key and spot.map_key < stretch.below_key
      join public.categories as category on category.id = spot.category
      -- Spelled as in the index, or the planner does not see that it may use it.
      where spot.status in ('published', 'closed') and spot.visibility in ('public', 'members')
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
comment on function private.list_base_parts is 'The parts of the cells of levels 12 to 16 in stretches of the map, counted from the spots.';

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
comment on function private.list_parent_parts is 'The parts of cells, added up from the four cells below each.';

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
  'Inserts cells of a level below 12, or with level 12 those cells and all below them (every one when cells is null).';

create function private.refresh_cells(roots bigint[], map_version bigint) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  parents bigint[] := roots;
  folded integer;
begin
  delete from private.spot_cells as cells using unnest(roots) as root, generate_series(12, 16) as level
  where cells.cell >= root << (2 * (level - 12)) and cells.cell < (root + 1) << (2 * (level - 12));
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
  'Recomputes cells of level 12 and all above and below them. Never adds to what was there, so an error heals with the next change.';

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
comment on function private.rebuild_cells is 'Builds the whole pyramid from the spots, for bulk imports.';

-- Lock order: first the advisory lock, which only folds take, then rows that only folds write. Writers of spots only insert into
-- the queue, so no writer and no fold ever waits for the other.
create function private.refresh_spot_cells(max_changes integer, rebuild boolean) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  changed bigint[];
  changes integer := 0;
  folded integer := 0;
  map_version bigint;
  is_rebuild boolean := rebuild;
begin
  if rebuild then
    perform pg_advisory_xact_lock(7203114512);
  elsif not pg_try_advisory_xact_lock(7203114512) then
    return jsonb_build_object('changes', 0, 'cells', 0, 'busy', true);
  end if;
  select version + 1, is_rebuild or needs_rebuild into map_version, is_rebuild from private.spot_map;
  if is_rebuild then
    folded := private.rebuild_cells(map_version);
  else
    with taken as (
      delete from private.spot_changes
      where id in (select id from private.spot_changes order by id limit max_changes)
      returning cell
    )
    select array_agg(distinct cell), count(*) into changed, changes from taken;
    if changes > 0 then folded := private.refresh_cells(changed, map_version); end if;
  end if;
  if is_rebuild or changes > 0 then update private.spot_map set version = map_version, needs_rebuild = false; end if;
  return jsonb_build_object('changes', changes, 'cells', folded, 'busy', false);
end
$$;

create function public.refresh_spot_cells(max_changes integer default 5000, rebuild boolean default false) returns jsonb
  language sql volatile
  return private.refresh_spot_cells(max_changes, rebuild);
comment on function public.refresh_spot_cells is
  'Brings the map''s counts up to date: at most max_changes changes of spots, or everything with rebuild. For the server''s chores.';

revoke execute on all functions in schema private from public;
revoke execute on function public.refresh_spot_cells from public, anon, authenticated;
grant execute on function private.refresh_spot_cells, public.refresh_spot_cells to service_role;
grant execute on function private.spot_audience, private.cell_start, private.mercator_y to anon, authenticated, service_role;
