-- The planner joined the rows that have a list with the new ones by comparing all with all.
create or replace function private.import_rows(import public.imports, numbers integer[]) returns void
  language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
  as $$
declare
  status constant public.publication_status := private.next_status(null, 'published', null, import.visibility, import.member_id);
  doubles integer[];
  originals integer[];
  targets jsonb;
  saved integer[];
  been integer[];
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

  -- A new spot is counted as saved from the start, if its row or one that is the same has a list.
  select coalesce(array_agg(number) filter (where is_saved), '{}'), coalesce(array_agg(number) filter (where is_been), '{}')
  into saved, been
  from (
    select coalesce(same.original, place.number) as number, bool_or(lists.kind <> 'been') as is_saved, bool_or(lists.kind = 'been') as is_been
    from public.import_rows as place left join unnest(doubles, originals) as same (number, original) using (number)
    join public.lists on lists.id = targets ->> place.list
    where place.import_id = import.id and place.number = any (numbers)
    group by 1
  ) as listed;

  with fresh as materialized (
    select place.*, private.random_id() as new_id from public.import_rows as place
    where import_id = import.id and number = any (numbers) and state = 'waiting' and number <> all (doubles)
  ),
  created as (
    insert into public.spots (id, title, category, lng, lat, description, address, website, tags, visibility, status, author_id,
      import_batch, city_id, country_code, save_count, been_count)
    select fresh.new_id, fresh.title, fresh.category, fresh.lng, fresh.lat, fresh.description, fresh.address, fresh.website, fresh.tags,
      import.visibility, status, import.member_id, import.id, cities.id, cities.country_code,
      (fresh.number = any (saved))::integer, (fresh.number = any (been))::integer
    from fresh
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
