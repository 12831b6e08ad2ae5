-- Counts for the map at every zoom: a pyramid of cells over the published spots. Writers never update it. They add a
-- row to private.spot_changes, and private.refresh_spot_cells recomputes the affected cells from the spots.
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

-- Reading one element of a compressed or short-header array copies the whole array. These arrays are read element by
-- element.
alter table private.spot_cells
  alter column groups set storage plain,
  alter column category_positions set storage plain,
  alter column counts set storage plain,
  alter column category_x set storage plain,
  alter column category_y set storage plain;
comment on table private.spot_cells is
  'Counts of a map cell (private.map_cell). Levels 0 to 12 are complete; 13 to 16 exist only below cells of more than 64 spots.';
comment on column private.spot_cells.audience is
  '0: public spots. 1: public and members-only spots together. Row 1 exists only where the cell has members-only spots; elsewhere row 0 has the same counts.';
comment on column private.spot_cells.x is 'Mean web-mercator x of the spots, 0 to 1 from west to east; y from north to south.';
comment on column private.spot_cells.groups is 'Spots by group: relief, water, green, past, culture, table, way.';
comment on column private.spot_cells.category_positions is 'categories.position of the categories present. The arrays counts, category_x and category_y run parallel.';
comment on column private.spot_cells.counts is
  'Seven numbers for each category: all spots, those rated at least 1, 2, 3, 4 and 5, and those with a photo.';
comment on column private.spot_cells.category_x is 'Mean x of each category, accurate to 3 m; category_y likewise.';
comment on column private.spot_cells.spot_id is 'The spot itself if the cell has only one.';
comment on column private.spot_cells.version is 'The version of the map (private.spot_map) in which the row was last computed.';

create table private.spot_map (
  only_row boolean primary key default true,
  version bigint not null default 0,
  needs_rebuild boolean not null default false,
  constraint spot_map_only_row_check check (only_row)
);
insert into private.spot_map default values;
alter table private.spot_map enable row level security;
comment on table private.spot_map is 'State of the pyramid. The version increases whenever cells change.';

create table private.spot_changes (
  id bigint generated always as identity primary key,
  cell bigint not null,
  spot_id text not null,
  author_id uuid,
  is_new boolean not null
);
create index spot_changes_author_id_idx on private.spot_changes (author_id) where is_new;
alter table private.spot_changes enable row level security;
comment on table private.spot_changes is 'Spots that changed since the last refresh, each with its cells of level 12 before and after the change.';
comment on column private.spot_changes.is_new is 'True if no cell counts the spot yet. Its author still sees it, because the view adds it.';

create function private.spot_audience(visibility public.visibility, status public.publication_status) returns smallint
  language sql immutable parallel safe
  return case
    when status not in ('published', 'closed') then null
    when visibility = 'public' then 0::smallint
    when visibility = 'members' then 1::smallint
  end;
comment on function private.spot_audience is
  'The audience that a spot counts for on the map: 0 everyone, 1 members, null no one. Authors see their own hidden spots in addition.';

create function private.cell_start(cell bigint, level integer) returns bigint
  language sql immutable strict parallel safe
  return (cell - (1::bigint << (2 * level))) << (52 - 2 * level);
comment on function private.cell_start is 'The first map key of a cell. The next cell starts where this one ends.';

create function private.mercator_y(lat double precision) returns double precision
  language sql immutable strict parallel safe
  return least(1, greatest(0, 0.5 - asinh(tan(radians(greatest(-85.05112878, least(85.05112878, lat))))) / (2 * pi())));
comment on function private.mercator_y is 'Web-mercator y, 0 at the top of the map and 1 at its bottom.';

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

grant execute on function
  private.spot_audience,
  private.cell_start,
  private.mercator_y
to anon, authenticated;
