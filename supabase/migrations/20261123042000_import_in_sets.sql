-- An import takes its rows as sets: a step compares, creates, lists and counts with one statement each, where every row had a
-- dozen of its own. 100,000 rows took up to a quarter of an hour.

-- Made of a text that PostgreSQL encodes in one call. Base64 has twice as many signs as an id, so each sign of an id stands for two
-- and stays as likely as the others.
create or replace function private.random_id(length integer default 12) returns text
  language sql
  return left(translate(encode(extensions.gen_random_bytes((length * 3 + 3) / 4), 'base64'),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
    'abcdefghijkmnpqrstuvwxyz23456789abcdefghijkmnpqrstuvwxyz23456789'), length);

-- The queries that call it take it in, so a set of points needs one plan. The rank is computed in double precision, because powers
-- of numerics take longer than the search.
create function private.list_nearest_cities(at_lng double precision, at_lat double precision) returns table (id integer)
  language sql stable
  as $$
    select near.id
    from (
      (
        select cities.id, population,
          private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat) as km
        from public.cities
        order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
        limit 8
      )
      union all
      (
        select cities.id, population,
          private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
        from public.cities
        where population >= 50000
        order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
        limit 4
      )
    ) as near
    where near.km <= 60
    order by (near.km + 0.3) / sqrt(sqrt(near.population + 500))
    limit 1
  $$;
comment on function private.list_nearest_cities is 'The city that a point belongs to, within 60 km; no row if there is none. A large city counts for more than a near village.';
create or replace function private.find_city(at_lng double precision, at_lat double precision) returns public.cities
  language sql stable security definer set search_path = ''
  as $$ select cities from private.list_nearest_cities(at_lng, at_lat) as nearest join public.cities using (id) $$;

-- What a statement inserted is checked once, not once for each row.
drop trigger _910_limit_new_members on public.spots;
create or replace function private.tg_spots__limit_new_members() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  most integer;
  added integer;
begin
  if not exists (select from new_rows where visibility <> 'private') or private.is_moderator()
    or not exists (select from public.users where id = auth.uid() and created_at > now() - interval '7 days') then
    return null;
  end if;
  select new_member_daily_spots into most from public.instance_settings;
  select count(*) into added from (
    select from public.spots where author_id = auth.uid() and visibility <> 'private' and created_at > now() - interval '1 day'
    limit most + 1
  ) as recent;
  if added > most then
    raise sqlstate 'PT429' using
      message = format('New members can add %s spots a day here. Try again tomorrow.', most);
  end if;
  return null;
end
$$;
create trigger _910_limit_new_members after insert on public.spots referencing new table as new_rows
  for each statement when (auth.uid() is not null) execute function private.tg_spots__limit_new_members();

drop trigger _700_renew_inserted on public.spots;
create function private.tg_spots__renew_inserted_pages() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  -- Beyond so many parts of the world all pages are rendered again, which costs less than to count the parts.
  most constant integer := 50;
  buckets integer[];
begin
  select array_agg(distinct private.point_bucket(lng, lat)) into buckets from new_rows
  where visibility = 'public' and status in ('published', 'closed');
  if buckets is null then return null; end if;
  if cardinality(buckets) > most then buckets := array[private.page_bucket('site')]; end if;
  perform private.renew_pages(private.page_bucket('spots') || buckets);
  return null;
end
$$;
comment on function private.tg_spots__renew_inserted_pages is 'Renews the pages of the areas around new spots that visitors see.';
create trigger _700_renew_inserted after insert on public.spots referencing new table as new_rows
  for each statement execute function private.tg_spots__renew_inserted_pages();

-- Under the mark of an import, private.list_import_rows places, counts and logs all items of a step at once.
create or replace function private.tg_list_items__place() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if current_setting('hereabouts.imports', true) = 'on' then return new; end if;
  perform private.lock_list_author(new.list_id);
  if new.added_by is not null and not exists (select from public.users where id = new.added_by) then
    perform private.ensure_profile(new.added_by);
  end if;
  new.position := coalesce((select max(position) from public.list_items where list_id = new.list_id), 0) + 1;
  return new;
end
$$;

create or replace function private.tg_list_items__count() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  item public.list_items := case when tg_op = 'INSERT' then new else old end;
  step integer := case when tg_op = 'INSERT' then 1 else -1 end;
  list public.lists;
begin
  if tg_op = 'INSERT' and current_setting('hereabouts.imports', true) = 'on' then return item; end if;
  select * into list from public.lists where id = item.list_id;
  if list.id is null then
    return item; -- the list is gone and has counted its items off
  end if;
  perform from public.users where id = list.author_id for no key update;
  if tg_op = 'INSERT' and exists (
    select from public.list_items where list_id = item.list_id and spot_id = item.spot_id
  ) then
    return item; -- it is there already, so nothing will be inserted
  end if;
  if list.kind = 'been' then
    update public.spots set been_count = been_count + step where id = item.spot_id;
  elsif not private.is_saved_elsewhere(list.author_id, item.spot_id, list.id) then
    update public.spots set save_count = save_count + step where id = item.spot_id;
  end if;
  return item;
end
$$;

create or replace function private.tg_list_items__log() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  item public.list_items := case when tg_op = 'DELETE' then old else new end;
begin
  if tg_op = 'INSERT' and current_setting('hereabouts.imports', true) = 'on' then return null; end if;
  update public.lists set updated_at = now() where id = item.list_id;
  -- A spot that is being deleted takes its items with it.
  if auth.uid() is not null and exists (select from public.spots where id = item.spot_id) then
    perform private.log_list_change(item.list_id,
      case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed' else 'note' end::public.list_change_kind, item.spot_id);
  end if;
  if tg_op = 'INSERT' and item.added_by is not null and item.added_by = auth.uid() then
    insert into private.list_uses (member_id, list_id) select item.added_by, id from public.lists where id = item.list_id and kind <> 'been'
    on conflict on constraint list_uses_pkey do update set used_at = clock_timestamp();
  end if;
  return null;
end
$$;

create function private.list_near_cells(lng double precision, lat double precision) returns bigint[]
  language sql immutable parallel safe
  return (select array[middle - 1000001, middle - 1000000, middle - 999999, middle - 1, middle, middle + 1,
    middle + 999999, middle + 1000000, middle + 1000001] from (values (private.own_cell(lng, lat))) as cell (middle));
comment on function private.list_near_cells is 'The cell of private.own_cell that contains a point, and the eight around it.';

-- Without settings of its own, so that queries take it in and a set of places needs one plan. They switch sequential scans off:
-- while the table is new, the planner would read all of it. Compares the author in a way that no index serves, because the
-- spots of one member may be 100,000 and the cell is what selects.
create or replace function private.match_place(member uuid, at_lng double precision, at_lat double precision, name text)
  returns table (spot_id text, is_own boolean, title text, meters integer)
  language sql stable
  as $$
    with near as (
      select * from (
        select spots.id, true as is_own, spots.title, spots.lng, spots.lat
        from public.spots
        where spots.author_id is not null and spots.author_id is not distinct from member and spots.status <> 'removed'
          and private.own_cell(spots.lng, spots.lat) = any (private.list_near_cells(at_lng, at_lat))
        limit 300
      ) as own
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
alter function private.match_place reset all;
alter function private.match_import_rows set enable_seqscan = off;

-- A list for each row would be 100,000 lists. Rows past this number go on the map, but on no list of their own.
create or replace function private.find_import_list(import public.imports, name text) returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  most constant integer := 300;
  found text;
begin
  select id into found from public.lists
  where author_id = import.member_id and (lower(title) = lower(btrim(name))
    or kind = case lower(btrim(name)) when 'want to go' then 'want' when 'been there' then 'been' end::public.list_kind)
  order by kind, created_at limit 1;
  if found is null and btrim(name) <> '' and (select cardinality(created_list_ids) from public.imports where id = import.id) < most then
    insert into public.lists (author_id, title, visibility) values (import.member_id, left(btrim(name), 120), 'private')
    returning id into found;
    update public.imports set created_list_ids = created_list_ids || found where id = import.id;
  end if;
  return found;
end
$$;

-- The planner expects few rows and would compare all with all. The pairs come in the order of the file, so a row is the same as an
-- earlier one only if that one is created.
create function private.list_same_rows(import uuid, numbers integer[]) returns table (number integer, original integer)
  language plpgsql stable security definer set search_path = '' set enable_nestloop = off
  as $$
declare
  pair record;
  found integer[] := '{}';
begin
  for pair in
    with waiting as materialized (
      select import_rows.number, lng, lat, private.fold(title) as title, private.own_cell(lng, lat) as cell
      from public.import_rows
      where import_id = import and import_rows.number = any (numbers) and state = 'waiting'
    ),
    near as materialized (
      select waiting.number, lng, lat, title, near_cell
      from waiting cross join unnest(private.list_near_cells(lng, lat)) as near_cell
    ),
    measured as (
      select later.number, earlier.number as earlier, extensions.similarity(later.title, earlier.title) as similarity,
        private.distance_meters(later.lng, later.lat, earlier.lng, earlier.lat) as meters
      from near as later join waiting as earlier on earlier.cell = later.near_cell and earlier.number < later.number
    )
    select measured.number, earlier from measured where private.is_same_place(meters, similarity)
    order by measured.number, similarity desc, meters
  loop
    continue when pair.number = any (found) or pair.earlier = any (found);
    found := found || pair.number;
    number := pair.number;
    original := pair.earlier;
    return next;
  end loop;
end
$$;
comment on function private.list_same_rows is 'The waiting rows that are likely the same as an earlier one among those numbered.';

drop function private.import_row_safely, private.import_row;

create function private.import_rows(import public.imports, numbers integer[]) returns void
  language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
  as $$
declare
  status constant public.publication_status := private.next_status(null, 'published', null, import.visibility, import.member_id);
  doubles integer[];
  originals integer[];
  targets jsonb;
begin
  update public.import_rows as place set
    state = case when found.is_own then 'known' else 'saved' end::public.import_row_state, spot_id = found.spot_id,
    reason = case when found.is_own then 'You have it already: ' else 'On the map already: ' end || found.title
  from (
    select waiting.number, match.* from public.import_rows as waiting
    cross join lateral private.match_place(import.member_id, waiting.lng, waiting.lat, waiting.title) as match
    where waiting.import_id = import.id and waiting.number = any (numbers)
  ) as found
  where place.import_id = import.id and place.number = found.number;

  select coalesce(array_agg(number), '{}'), coalesce(array_agg(original), '{}') into doubles, originals
  from private.list_same_rows(import.id, numbers);
  select coalesce(jsonb_object_agg(name, private.find_import_list(import, name)), '{}') into targets
  from (
    select distinct case list when '' then 'Want to go' else list end as name from public.import_rows
    where import_id = import.id and number = any (numbers) and (list <> '' or state = 'saved')
  ) as named;

  with listed as (
    -- A new spot is counted as saved from the start, if its row or one that is the same has a list.
    select coalesce(same.original, place.number) as number, bool_or(lists.kind <> 'been') as is_saved, bool_or(lists.kind = 'been') as is_been
    from public.import_rows as place left join unnest(doubles, originals) as same (number, original) using (number)
    join public.lists on lists.id = targets ->> place.list
    where place.import_id = import.id and place.number = any (numbers)
    group by 1
  ),
  fresh as materialized (
    select place.*, private.random_id() as new_id from public.import_rows as place
    where import_id = import.id and number = any (numbers) and state = 'waiting' and number <> all (doubles)
  ),
  created as (
    insert into public.spots (id, title, category, lng, lat, description, address, website, tags, visibility, status, author_id,
      import_batch, city_id, country_code, save_count, been_count)
    select fresh.new_id, fresh.title, fresh.category, fresh.lng, fresh.lat, fresh.description, fresh.address, fresh.website, fresh.tags,
      import.visibility, status, import.member_id, import.id, cities.id, cities.country_code,
      coalesce(is_saved, false)::integer, coalesce(is_been, false)::integer
    from fresh left join listed using (number)
    left join lateral private.list_nearest_cities(fresh.lng, fresh.lat) as nearest on true
    left join public.cities on cities.id = nearest.id
  )
  update public.import_rows as place set state = 'created', spot_id = fresh.new_id, reason = ''
  from fresh where place.import_id = import.id and place.number = fresh.number;

  update public.import_rows as place set state = 'known', spot_id = first.spot_id, reason = 'You have it already: ' || first.title
  from unnest(doubles, originals) as same (number, original)
  join public.import_rows as first on first.import_id = import.id and first.number = same.original
  where place.import_id = import.id and place.number = same.number;

  if targets <> '{}' then perform private.list_import_rows(import, numbers, targets); end if;
end
$$;
comment on function private.import_rows is 'Imports waiting rows as one set: creates private spots, or finds those that the member has or that are on the map.';

create function private.list_import_rows(import public.imports, numbers integer[], targets jsonb) returns void
  language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
  as $$
begin
  perform from public.users where id = import.member_id for no key update;
  with item as (
    select distinct on (target, spot_id) number, target, spot_id
    from (
      select *, targets ->> case list when '' then 'Want to go' else list end as target from public.import_rows
      where import_id = import.id and number = any (numbers) and (list <> '' or state = 'saved')
    ) as placed
    where target is not null order by target, spot_id, number
  ),
  inserted as (
    insert into public.list_items (list_id, spot_id, added_by, position)
    select target, spot_id, import.member_id,
      coalesce((select max(position) from public.list_items where list_id = target), 0)
        + row_number() over (partition by target order by number)
    from item on conflict do nothing returning list_id, spot_id
  )
  update public.import_rows as place set list_id = inserted.list_id
  from item join inserted on inserted.list_id = item.target and inserted.spot_id = item.spot_id
  where place.import_id = import.id and place.number = item.number;

  -- Spots that the import created are counted already.
  with added as materialized (
    select place.spot_id, place.list_id, lists.kind from public.import_rows as place join public.lists on lists.id = place.list_id
    where place.import_id = import.id and place.number = any (numbers)
      and not exists (select from public.import_rows as first where first.spot_id = place.spot_id and first.import_id = import.id
        and first.number = any (numbers) and first.state = 'created')
  ),
  counted as (
    select spot_id, bool_or(kind = 'been')::integer as been, (bool_or(kind <> 'been') and not exists (
      select from public.list_items join public.lists on lists.id = list_items.list_id
      where list_items.spot_id = added.spot_id and lists.author_id = import.member_id and lists.kind <> 'been'
        and not exists (select from added as own where own.spot_id = list_items.spot_id and own.list_id = list_items.list_id)
    ))::integer as saves
    from added group by spot_id
  )
  update public.spots set been_count = been_count + been, save_count = save_count + saves
  from counted where spots.id = counted.spot_id and been + saves > 0;

  with added as materialized (
    select number, spot_id, list_id from public.import_rows
    where import_id = import.id and number = any (numbers) and list_id is not null
  ),
  touched as (
    update public.lists set updated_at = now() where id in (select list_id from added) returning id, kind
  ),
  used as (
    insert into private.list_uses (member_id, list_id) select import.member_id, id from touched where kind <> 'been'
    on conflict on constraint list_uses_pkey do update set used_at = clock_timestamp()
  )
  insert into public.list_changes (list_id, actor_id, kind, spot_id)
  select added.list_id, import.member_id, 'added', added.spot_id from added join touched on touched.id = added.list_id
  where touched.kind = 'own' order by number;
end
$$;
comment on function private.list_import_rows is 'Puts the spots of imported rows on lists, counts them as saved and notes it in the history of the lists. targets: ids of lists by the name in the file.';

create function private.import_rows_safely(import public.imports, numbers integer[]) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  half constant integer := cardinality(numbers) / 2;
begin
  perform set_config('hereabouts.imports', 'on', true);
  begin
    perform private.import_rows(import, numbers);
  exception when integrity_constraint_violation or data_exception or insufficient_privilege or sqlstate 'PT403' or sqlstate 'PT429' then
    if half = 0 then
      update public.import_rows set state = 'failed', reason = left(sqlerrm, 500) where import_id = import.id and number = any (numbers);
    else
      -- The halves find the rows that cannot be imported. The others are imported.
      perform private.import_rows_safely(import, numbers[:half]);
      perform private.import_rows_safely(import, numbers[half + 1:]);
    end if;
  end;
  perform set_config('hereabouts.imports', '', true);
end
$$;
comment on function private.import_rows_safely is 'Imports rows. A failure becomes the reason of the row that caused it and stops nothing.';

create or replace function private.undo_import_rows(import public.imports, numbers integer[], most integer) returns integer
  language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
  as $$
declare
  chosen constant integer[] := array(
    select number from public.import_rows
    where import_id = import.id and state not in ('undone', 'kept', 'failed') and (numbers is null or number = any (numbers))
    order by number limit most for update);
  kept constant integer[] := array(
    select number from public.import_rows as place
    where import_id = import.id and number = any (chosen) and state = 'created' and (
      exists (select from public.reviews where reviews.spot_id = place.spot_id and author_id is distinct from import.member_id)
      or exists (select from public.comments where comments.spot_id = place.spot_id and author_id is distinct from import.member_id)
      or exists (select from public.photos where photos.spot_id = place.spot_id and author_id is distinct from import.member_id)));
begin
  -- The items of deleted spots go with them.
  delete from public.spots using public.import_rows as place
  where place.import_id = import.id and place.number = any (chosen) and place.number <> all (kept) and place.state = 'created'
    and spots.id = place.spot_id and spots.author_id = import.member_id and spots.import_batch = import.id;
  delete from public.list_items using public.import_rows as place
  where place.import_id = import.id and place.number = any (chosen) and list_items.list_id = place.list_id and list_items.spot_id = place.spot_id;
  update public.import_rows set state = case when number = any (kept) then 'kept' else 'undone' end::public.import_row_state,
    reason = case when number = any (kept) then 'Kept, because others have added to it.' else '' end, list_id = null
  where import_id = import.id and number = any (chosen);
  return cardinality(chosen);
end
$$;

create or replace function private.continue_imports(most integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  import public.imports;
  numbers integer[];
  handled integer;
  claims constant text := current_setting('request.jwt.claims', true);
begin
  select * into import from public.imports where status in ('running', 'undoing') order by updated_at limit 1 for update skip locked;
  if import.id is null then return 0; end if;
  perform private.act_as_member(import.member_id);
  if import.status = 'undoing' then
    handled := private.undo_import_rows(import, null, most);
    if handled = 0 then perform private.finish_undo(import); end if;
  else
    numbers := array(select number from public.import_rows where import_id = import.id and state = 'waiting' order by number limit most for update);
    handled := cardinality(numbers);
    if handled > 0 then perform private.import_rows_safely(import, numbers);
    else update public.imports set status = 'done' where id = import.id;
    end if;
  end if;
  update public.imports set updated_at = now() where id = import.id;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return greatest(handled, 1);
end
$$;

create or replace function private.place_import_row(of_import uuid, of_number integer, at_lng double precision, at_lat double precision) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  import constant public.imports := private.require_own_import(of_import);
  place public.import_rows;
begin
  update public.import_rows set lng = at_lng, lat = at_lat, state = case when at_lng is null then 'left-out' else 'waiting' end::public.import_row_state
  where import_id = of_import and number = of_number and state = 'pinless' and import.status not in ('undoing', 'undone') returning * into place;
  if place.number is null then raise sqlstate 'PT409' using message = 'This place has a pin already or was undone.'; end if;
  if at_lng is not null then perform private.import_rows_safely(import, array[of_number]); end if;
  return (select to_jsonb(row) from public.import_rows as row where import_id = of_import and number = of_number);
end
$$;

revoke execute on function private.list_nearest_cities, private.list_near_cells, private.list_same_rows, private.import_rows,
  private.list_import_rows, private.import_rows_safely, private.tg_spots__renew_inserted_pages from public;
