-- After the undo of an import, rows that had added nothing were counted as undone: those that the member had already
-- and those that never got a pin. The former keep their outcome, the latter are left out.
create or replace function private.undo_import_rows(import public.imports, numbers integer[], most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  chosen constant integer[] := array(
    select number from public.import_rows
    where import_id = import.id and state not in ('undone', 'kept', 'failed')
      and case when numbers is not null then number = any (numbers)
        else state not in ('known', 'left-out') or list_id is not null or details ? 'review'
          or exists (select from public.import_photos as photo
            where photo.import_id = import.id and photo.row_number = import_rows.number and photo.state <> 'left-out') end
    order by number limit most for update);
  kept constant integer[] := array(
    select number from public.import_rows as place
    where import_id = import.id and number = any (chosen) and state = 'created' and (
      exists (select from public.reviews where reviews.spot_id = place.spot_id and author_id is distinct from import.member_id)
      or exists (select from public.comments where comments.spot_id = place.spot_id and author_id is distinct from import.member_id)
      or exists (select from public.photos where photos.spot_id = place.spot_id and author_id is distinct from import.member_id)));
  gone constant text[] := array(
    select spots.id from public.import_rows as place join public.spots on spots.id = place.spot_id
    where place.import_id = import.id and place.number = any (chosen) and place.number <> all (kept) and place.state = 'created'
      and spots.author_id = import.member_id and spots.import_batch = import.id
    for update of spots);
begin
  delete from public.list_items using public.import_rows as place
  where place.import_id = import.id and place.number = any (chosen) and list_items.list_id = place.list_id and list_items.spot_id = place.spot_id
    and place.spot_id <> all (gone);
  delete from public.photos using public.import_photos as named
  where named.import_id = import.id and named.row_number = any (chosen) and named.row_number <> all (kept)
    and photos.id = named.photo_id and photos.author_id = import.member_id
    and (photos.spot_id is null or photos.spot_id <> all (gone));
  update public.import_photos set state = 'left-out'
  where import_id = import.id and row_number = any (chosen) and (row_number <> all (kept) or state in ('waiting', 'stored'));
  -- A review that was changed afterwards is the member's own work and stays.
  delete from public.reviews using public.import_rows as place
  where place.import_id = import.id and place.number = any (chosen) and place.details ? 'review' and reviews.spot_id = place.spot_id
    and place.spot_id <> all (gone)
    and reviews.author_id = import.member_id
    and (reviews.id = place.review_id or (place.review_id is null and reviews.created_at >= import.created_at))
    and reviews.body = coalesce(place.details #>> '{review,body}', '');
  update public.import_rows set
    state = case
      when number = any (kept) then 'kept'
      when state in ('waiting', 'pinless', 'left-out') then 'left-out'
      else 'undone'
    end::public.import_row_state,
    reason = case when number = any (kept) then 'Kept, because others have added to it.' else '' end, list_id = null,
    spot_id = case when spot_id = any (gone) then null else spot_id end
  where import_id = import.id and number = any (chosen);
  -- The items, reviews and photos of deleted spots go with them.
  delete from public.spots where id = any (gone);
  return cardinality(chosen);
end
$function$;

-- A place that is twice in a file was said to be one that the member had already.
create or replace function private.import_rows(import public.imports, numbers integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  doubles integer[];
  originals integer[];
  targets jsonb;
  saved integer[];
  been integer[];
begin
  -- The matches come first, because the planner would compare each row with all of the import.
  with found as materialized (
    select waiting.number, match.* from public.import_rows as waiting
    cross join lateral private.match_place(import.member_id, waiting.lng, waiting.lat, waiting.title) as match
    where waiting.import_id = import.id and waiting.number = any (numbers)
  )
  update public.import_rows as place set
    state = case when found.is_own then 'known' else 'saved' end::public.import_row_state, spot_id = found.spot_id,
    reason = coalesce(
      (select format('The same place as row %s: %s', first.number, first.title) from public.import_rows as first
        where first.import_id = import.id and first.spot_id = found.spot_id and first.state = 'created' order by first.number limit 1),
      case when found.is_own then 'You have it already: ' else 'On the map already: ' end || found.title)
  from found where place.import_id = import.id and place.number = found.number;

  select coalesce(array_agg(number), '{}'), coalesce(array_agg(original), '{}') into doubles, originals
  from private.list_same_rows(import.id, numbers);
  select coalesce(jsonb_object_agg(name, private.find_import_list(import, name)), '{}') into targets
  from (
    select distinct case list when '' then 'Want to go' else list end as name from public.import_rows
    where import_id = import.id and number = any (numbers) and (list <> '' or (state = 'saved' and not details ? 'review'))
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
      import_batch, city_id, country_code, save_count, been_count, precision, access, created_at, published_at, confirmed_at)
    select fresh.new_id, fresh.title, fresh.category, fresh.lng, fresh.lat, fresh.description, fresh.address, fresh.website, fresh.tags,
      chosen.visibility, settled.status, import.member_id, import.id,
      cities.id, cities.country_code, (fresh.number = any (saved))::integer, (fresh.number = any (been))::integer,
      coalesce((details ->> 'precision')::public.position_precision, 'exact'), coalesce((details ->> 'access')::public.spot_access, 'unknown'),
      coalesce(dates.created_at, now()), dates.published_at, dates.confirmed_at
    from fresh
    cross join lateral (select coalesce((details ->> 'visibility')::public.visibility, import.visibility) as visibility,
      case details ->> 'status' when 'draft' then 'draft' else 'published' end::public.publication_status as status) as chosen
    cross join lateral private.next_status(null, chosen.status, null, chosen.visibility, import.member_id) as next
    cross join lateral (select case when next = 'published' and details ->> 'status' = 'closed' then 'closed' else next end as status) as settled
    cross join lateral private.read_spot_dates(fresh.details, settled.status) as dates
    left join lateral private.list_nearest_cities(fresh.lng, fresh.lat) as nearest on true
    left join public.cities on cities.id = nearest.id
  )
  update public.import_rows as place set state = 'created', spot_id = fresh.new_id, reason = ''
  from fresh where place.import_id = import.id and place.number = fresh.number;

  update public.import_rows as place set state = 'known', spot_id = first.spot_id,
    reason = format('The same place as row %s: %s', first.number, first.title)
  from unnest(doubles, originals) as same (number, original)
  join public.import_rows as first on first.import_id = import.id and first.number = same.original
  where place.import_id = import.id and place.number = same.number;

  -- An archive of this product says more about a place than other files.
  insert into public.spot_exact_points (spot_id, lng, lat, address)
  select spot_id, lng, lat, address from public.import_rows as place
  where place.import_id = import.id and place.number = any (numbers) and state = 'created' and details ->> 'precision' = 'area'
  on conflict (spot_id) do nothing;
  with written as (
  insert into public.reviews (spot_id, author_id, rating, body, created_at)
  select distinct on (place.spot_id) place.spot_id, import.member_id, (details #>> '{review,rating}')::smallint,
    coalesce(details #>> '{review,body}', ''), coalesce(private.to_past_date(details #>> '{review,created_at}'), now())
  from public.import_rows as place
  where place.import_id = import.id and place.number = any (numbers) and place.spot_id is not null and details ? 'review'
    and not exists (select from public.reviews where reviews.spot_id = place.spot_id and reviews.author_id = import.member_id)
  order by place.spot_id, place.number
  returning id, spot_id)
  update public.import_rows as place set review_id = written.id
  from written where place.import_id = import.id and place.number = any (numbers) and place.spot_id = written.spot_id and details ? 'review';
  if targets <> '{}' then perform private.list_import_rows(import, numbers, targets); end if;
  perform private.attach_import_photos(import, numbers);
end
$function$;
