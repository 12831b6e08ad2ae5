-- Members import places from files. The browser reads the files, stages the rows here, and the server imports them in
-- small steps. Each step is one transaction, so an import survives a killed server and a closed browser.
create type public.import_status as enum ('staging', 'running', 'paused', 'done', 'undoing', 'undone');
create type public.import_row_state as enum (
  'waiting', 'created', 'saved', 'known', 'pinless', 'failed', 'left-out', 'undone', 'kept'
);

create table public.imports (
  id uuid not null default gen_random_uuid(),
  member_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  name text not null,
  visibility public.visibility not null default 'private',
  status public.import_status not null default 'staging',
  row_count integer not null,
  created_list_ids text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint imports_pkey primary key (id),
  constraint imports_name_check check (length(btrim(name)) between 1 and 200),
  constraint imports_row_count_check check (row_count between 1 and 100000)
);
create index imports_member_id_idx on public.imports (member_id, created_at desc);
create index imports_active_idx on public.imports (updated_at) where status in ('running', 'undoing');
alter table public.imports enable row level security;
create policy "members are not banned and have used their second factor" on public.imports as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "members read their imports" on public.imports for select to authenticated using (member_id = (select auth.uid()));
revoke all on public.imports from anon, authenticated;
grant select on public.imports to authenticated;
comment on table public.imports is 'Imports of members. Only commands write them.';
comment on column public.imports.created_list_ids is 'The lists that the import created. Undo deletes those that are empty then.';

create table public.import_rows (
  import_id uuid not null references public.imports (id) on delete cascade,
  number integer not null,
  title text not null,
  category text not null references public.categories (id) on update cascade,
  lng double precision,
  lat double precision,
  description text not null default '',
  address text,
  website text,
  tags text[] not null default '{}',
  list text not null default '',
  state public.import_row_state not null default 'waiting',
  reason text not null default '',
  spot_id text references public.spots (id) on delete set null,
  list_id text references public.lists (id) on delete set null,
  constraint import_rows_pkey primary key (import_id, number),
  constraint import_rows_number_check check (number between 1 and 100000),
  constraint import_rows_title_check check (length(btrim(title)) between 1 and 200),
  constraint import_rows_description_check check (length(description) <= 10000),
  constraint import_rows_address_check check (length(address) between 1 and 300),
  constraint import_rows_website_check check (length(website) <= 2000 and website ~* '^https?://[^\s/]+'),
  constraint import_rows_list_check check (length(list) <= 120),
  constraint import_rows_reason_check check (length(reason) <= 500),
  constraint import_rows_position_check check (
    (lng is null) = (lat is null) and lng between -180 and 180 and lat between -90 and 90
  )
);
create index import_rows_state_idx on public.import_rows (import_id, state, number);
create index import_rows_category_idx on public.import_rows (category);
create index import_rows_spot_id_idx on public.import_rows (spot_id) where spot_id is not null;
create index import_rows_list_id_idx on public.import_rows (list_id) where list_id is not null;
alter table public.import_rows enable row level security;
create policy "members are not banned and have used their second factor" on public.import_rows as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "members read the rows of their imports" on public.import_rows for select to authenticated
  using (exists (select from public.imports where imports.id = import_rows.import_id and imports.member_id = (select auth.uid())));
revoke all on public.import_rows from anon, authenticated;
grant select on public.import_rows to authenticated;
comment on table public.import_rows is 'The places of an import and what became of each. Only commands write them.';
comment on column public.import_rows.list_id is 'The list on which the import put the spot. Null if it was there before.';

insert into private.write_limits (table_name, per_hour) values ('imports', 30);
create trigger _900_limit after insert on public.imports for each row when (auth.uid() is not null)
  execute function private.tg__limit_writes();

-- An import is limited as a whole, by its rows, so its spots and list items do not count towards the limits of single
-- contributions. Only functions of the owner set the mark, and only for their transaction.
create or replace function private.tg__limit_writes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  most integer := (select per_hour from private.write_limits where table_name = tg_table_name);
  counted private.write_counts;
begin
  if most is null or current_setting('hereabouts.imports', true) = 'on' then return null; end if;
  insert into private.write_counts as known (member_id, table_name, count) values (auth.uid(), tg_table_name, 1)
  on conflict (member_id, table_name) do update set
    count = case when known.since > now() - interval '1 hour' then known.count + 1 else 1 end,
    since = case when known.since > now() - interval '1 hour' then known.since else now() end
  returning * into counted;
  if counted.count > most then
    raise sqlstate 'PT429' using
      message = format('You can add at most %s %s per hour. Try again in %s minutes.', most,
        case tg_table_name when 'posts' then 'stories' else tg_table_name end,
        greatest(1, ceil(extract(epoch from counted.since + interval '1 hour' - now()) / 60)));
  end if;
  return null;
end
$$;

-- About a hundred metres at the equator, so that the own spots around a point are in nine cells.
create function private.own_cell(lng double precision, lat double precision) returns bigint
  language sql immutable parallel safe
  return (floor((lat + 90) * 1000)::bigint * 1000000 + floor((lng + 180) * 1000)::bigint);
comment on function private.own_cell is 'The cell of 0.001 degrees that contains a point.';
create index spots_own_cell_idx on public.spots (private.own_cell(lng, lat)) where author_id is not null;

create function private.is_same_place(meters double precision, similarity real) returns boolean
  language sql immutable parallel safe
  return (meters <= 150 and similarity >= 0.5) or (meters <= 25 and similarity >= 0.25) or meters <= 1;
comment on function private.is_same_place is 'True if two spots are likely the same, by their distance and the similarity of their titles.';

-- Compares the author in a way that no index serves, because the spots of one member may be 100,000 and the cell is what
-- selects. While the table is new, the planner would read all of it.
create function private.match_place(member uuid, at_lng double precision, at_lat double precision, name text)
  returns table (spot_id text, is_own boolean, title text, meters integer)
  language sql stable set search_path = '' set enable_seqscan = off
  as $$
    with cell as (select private.own_cell(at_lng, at_lat) as middle),
    near as (
      select spots.id, true as is_own, spots.title, spots.lng, spots.lat
      from cell, public.spots
      where spots.author_id is not null and spots.author_id is not distinct from member and spots.status <> 'removed'
        and private.own_cell(spots.lng, spots.lat) = any (array[
          middle - 1000001, middle - 1000000, middle - 999999, middle - 1, middle, middle + 1,
          middle + 999999, middle + 1000000, middle + 1000001])
      union all
      select * from (
        select spots.id, false, spots.title, spots.lng, spots.lat from public.spots
        where spots.status in ('published', 'closed') and spots.visibility = 'public' and spots.author_id is distinct from member
          and private.position_cube(spots.lng, spots.lat) operator(extensions.<@)
            extensions.cube_enlarge(private.position_cube(at_lng, at_lat), 0.15, 3)
        limit 100
      ) as known
    ),
    measured as (
      select near.*, private.distance_meters(at_lng, at_lat, near.lng, near.lat) as distance,
        extensions.similarity(private.fold(near.title), private.fold(name)) as similarity
      from near
    )
    select id, is_own, title, round(distance)::integer from measured
    where private.is_same_place(distance, similarity)
    order by is_own desc, similarity desc, distance limit 1
  $$;
comment on function private.match_place is 'The spot of the member, else the public spot, that a place most likely is; no row if there is none.';

create function private.match_import_rows(rows jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if auth.uid() is null or not private.has_valid_session() then
    raise insufficient_privilege using message = 'Sign in to import places.';
  end if;
  if jsonb_typeof(rows) <> 'array' or jsonb_array_length(rows) > 500 then
    raise sqlstate 'PT400' using message = 'Send at most 500 rows at once.';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('number', place.number, 'is_own', match.is_own, 'title', match.title,
      'meters', match.meters) order by place.number), '[]')
    from jsonb_to_recordset(rows) as place (number integer, title text, lng double precision, lat double precision)
    cross join lateral private.match_place(auth.uid(), place.lng, place.lat, place.title) as match
    where place.lng between -180 and 180 and place.lat between -90 and 90
  );
end
$$;
comment on function private.match_import_rows is 'The rows that the caller has or that are public: [{number, is_own, title, meters}].';

create function private.start_import(name text, visibility public.visibility, row_count integer) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  -- Rows that a member may stage within a day.
  most constant integer := 200000;
  created uuid;
begin
  if auth.uid() is null or not private.has_valid_session() then
    raise insufficient_privilege using message = 'Sign in to import places.';
  end if;
  if (select coalesce(sum(imports.row_count), 0) from public.imports
      where member_id = auth.uid() and created_at > now() - interval '1 day') + row_count > most then
    raise sqlstate 'PT429' using message = 'You can import at most 200,000 places a day. Try again tomorrow.';
  end if;
  perform private.ensure_profile(auth.uid()) where not exists (select from public.users where id = auth.uid());
  delete from public.imports where member_id = auth.uid() and created_at < now() - interval '90 days';
  insert into public.imports (member_id, name, visibility, row_count)
  values (auth.uid(), left(btrim(start_import.name), 200), start_import.visibility, start_import.row_count) returning id into created;
  return created;
end
$$;
comment on function private.start_import is 'Creates an import of the caller and returns its id.';

create function private.require_own_import(of_import uuid) returns public.imports
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  found public.imports;
begin
  perform private.has_valid_session();
  select * into found from public.imports where id = of_import and member_id = auth.uid() for update;
  if not found.id is not null then raise sqlstate 'PT404' using message = 'There is no such import of yours.'; end if;
  return found;
end
$$;
comment on function private.require_own_import is 'Locks and returns an import of the caller. Raises PT404 if it is of somebody else.';

create function private.add_import_rows(of_import uuid, rows jsonb) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  import constant public.imports := private.require_own_import(of_import);
  added integer;
begin
  if import.status <> 'staging' then raise sqlstate 'PT409' using message = 'This import has already started.'; end if;
  if jsonb_typeof(rows) <> 'array' or jsonb_array_length(rows) > 500 then
    raise sqlstate 'PT400' using message = 'Send at most 500 rows at once.';
  end if;
  insert into public.import_rows (import_id, number, title, category, lng, lat, description, address, website, tags, list, state, reason)
  select of_import, number, title, category, lng, lat, coalesce(description, ''), nullif(address, ''), nullif(website, ''),
    coalesce(tags, '{}'), coalesce(list, ''),
    case when coalesce(reason, '') <> '' then 'failed' when lng is null then 'pinless' else 'waiting' end::public.import_row_state,
    coalesce(reason, '')
  from jsonb_to_recordset(rows) as place (number integer, title text, category text, lng double precision, lat double precision,
    description text, address text, website text, tags text[], list text, reason text)
  where number <= import.row_count
  on conflict do nothing;
  get diagnostics added = row_count;
  update public.imports set updated_at = now() where id = of_import;
  return added;
end
$$;
comment on function private.add_import_rows is 'Stages at most 500 rows and returns how many are new. A row that is sent twice counts once.';

create function private.set_import_status(of_import uuid, wanted public.import_status) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  import constant public.imports := private.require_own_import(of_import);
begin
  if (import.status, wanted) not in (('staging', 'running'), ('running', 'paused'), ('paused', 'running')) then
    raise sqlstate 'PT409' using message = 'This import can no longer be changed like that.';
  end if;
  update public.imports set status = wanted, updated_at = now() where id = of_import;
end
$$;
comment on function private.set_import_status is 'Starts, pauses or continues an import of the caller.';

revoke execute on function private.own_cell, private.is_same_place, private.match_place, private.match_import_rows,
  private.start_import, private.require_own_import, private.add_import_rows, private.set_import_status from public;
grant execute on function private.own_cell to anon, authenticated;
grant execute on function private.match_import_rows, private.start_import, private.add_import_rows, private.set_import_status
  to authenticated;

create function public.match_import_rows(rows jsonb) returns jsonb language sql stable set search_path = ''
  return private.match_import_rows(rows);
comment on function public.match_import_rows is 'For a preview: of at most 500 places {number, title, lng, lat}, those that the caller has already or that are public, as [{number, is_own, title, meters}].';
create function public.start_import(name text, row_count integer, visibility public.visibility default 'private') returns uuid
  language sql volatile set search_path = ''
  return private.start_import(name, visibility, row_count);
comment on function public.start_import is 'Creates an import of the caller with a number of rows, at most 100,000, and returns its id.';
create function public.add_import_rows(import uuid, rows jsonb) returns integer language sql volatile set search_path = ''
  return private.add_import_rows(import, rows);
comment on function public.add_import_rows is 'Stages at most 500 numbered rows of an import that has not started, and returns how many are new.';
create function public.set_import_status(import uuid, status public.import_status) returns void language sql volatile set search_path = ''
  return private.set_import_status(import, status);
comment on function public.set_import_status is 'Starts (running), pauses (paused) or continues (running) an import of the caller.';
revoke execute on function public.match_import_rows, public.start_import, public.add_import_rows, public.set_import_status from public, anon;
grant execute on function public.match_import_rows, public.start_import, public.add_import_rows, public.set_import_status to authenticated;
