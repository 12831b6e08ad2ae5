-- Importing rows takes most of its time to search for cities. The lands around a point are now read once for all its candidates, and
-- across the antimeridian only near it. Two joins no longer compare the rows of a step with all rows of the import.

create or replace function private.list_lands(at_lng double precision, at_lat double precision) returns smallint[]
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(array_agg(distinct land), '{}')
    from (
      select floor((at_lat + 90) * 10)::integer as row, floor((at_lng + 180) * 10)::integer % 3600 as middle,
        -- Cells are narrow in the north: about as far to the sides as up and down.
        least(10, ceil(1 / greatest(0.1, cos(radians(at_lat)))))::integer as reach
    ) as cell
    join private.land_rows on land_rows.row between cell.row - 1 and cell.row + 1,
    unnest(starts, lengths, lands) as run (start, length, land),
    -- Columns continue on the other side of the antimeridian.
    unnest(case when middle < reach then array[-3600, 0] when middle + reach >= 3600 then array[0, 3600] else array[0] end) as columns
    where start + columns <= middle + reach and start + length + columns > middle - reach
  $$;

create or replace function private.list_nearest_cities(at_lng double precision, at_lat double precision) returns table (id integer)
  language sql stable
  as $$
    select ranked.id
    from (
      select near.id, near.lng, near.lat, near.km, (near.km + 0.3) / sqrt(sqrt(near.population + 500)) as rank
      from (
        (
          select cities.id, population, lng, lat,
            private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat) as km
          from public.cities
          order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
          limit 8
        )
        union all
        (
          select cities.id, population, lng, lat,
            private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
          from public.cities
          where population >= 50000
          order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
          limit 4
        )
      ) as near
      where near.km <= 60
      order by rank
      offset 0
    ) as ranked
    where ranked.km <= 12 or (select private.list_lands(at_lng, at_lat)) && private.list_lands(ranked.lng, ranked.lat)
    order by ranked.rank
    limit 1
  $$;

create or replace function private.tg_spots__derive()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  city public.cities;
  exact public.spot_exact_points;
  has_moved constant boolean := tg_op = 'INSERT' or (new.lng, new.lat) is distinct from (old.lng, old.lat);
begin
  new.title := btrim(regexp_replace(new.title, '[[:cntrl:]\s]+', ' ', 'g'));
  new.address := nullif(btrim(new.address), '');
  new.website := nullif(btrim(new.website), '');
  new.slug := private.to_slug(new.title, 'spot');
  if tg_op = 'UPDATE' and new.precision = 'exact' and old.precision = 'area' then
    delete from public.spot_exact_points where spot_id = new.id returning * into exact;
    if not has_moved and exact.lng is not null then
      new.lng := exact.lng;
      new.lat := exact.lat;
    end if;
  elsif new.precision = 'area' and (has_moved or old.precision = 'exact') then
    if tg_op = 'UPDATE' then
      insert into public.spot_exact_points (spot_id, lng, lat) values (new.id, new.lng, new.lat)
        on conflict (spot_id) do update set lng = excluded.lng, lat = excluded.lat;
    end if;
    select area_lng, area_lat into new.lng, new.lat from private.area_point(new.lng, new.lat);
  end if;
  -- A step of an import has searched for the cities of its rows already.
  if has_moved and (tg_op = 'UPDATE' or (new.city_id is null and current_setting('hereabouts.imports', true) is distinct from 'on')) then
    city := private.find_city(new.lng, new.lat);
    new.city_id := city.id;
    if city.id is not null then
      new.country_code := city.country_code;
    end if;
  end if;
  if new.status = 'published' and new.published_at is null then
    new.published_at := now();
    new.confirmed_at := coalesce(new.confirmed_at, now());
  end if;
  return new;
end
$function$;

create or replace function private.list_import_rows(import public.imports, numbers integer[], targets jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
begin
  perform from public.users where id = import.member_id for no key update;
  with item as (
    select distinct on (target, spot_id) number, target, spot_id, coalesce(left(details ->> 'note', 280), '') as note,
      (details ->> 'went_on')::date as went_on
    from (
      select *, targets ->> case list when '' then 'Want to go' else list end as target from public.import_rows
      where import_id = import.id and number = any (numbers) and (list <> '' or (state = 'saved' and not details ? 'review'))
    ) as placed
    where target is not null order by target, spot_id, number
  ),
  -- Read once for each list, not for each row: the index also has the items of this step, which the query has to skip.
  last as materialized (
    select target, coalesce((select max(position) from public.list_items where list_id = target), 0) as position
    from (select distinct target from item) as named
  ),
  inserted as (
    insert into public.list_items (list_id, spot_id, added_by, note, went_on, position)
    select target, spot_id, import.member_id, note, went_on,
      last.position + row_number() over (partition by target order by number)
    from item join last using (target) on conflict do nothing returning list_id, spot_id
  )
  update public.import_rows as place set list_id = inserted.list_id
  from item join inserted on inserted.list_id = item.target and inserted.spot_id = item.spot_id
  where place.import_id = import.id and place.number = item.number;

  -- Spots that the import created are counted already.
  with added as materialized (
    select place.spot_id, place.list_id, lists.kind from public.import_rows as place join public.lists on lists.id = place.list_id
    where place.import_id = import.id and place.number = any (numbers)
      and place.spot_id not in (select first.spot_id from public.import_rows as first where first.import_id = import.id
        and first.number = any (numbers) and first.state = 'created' and first.spot_id is not null)
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
$function$;

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
    reason = case when found.is_own then 'You have it already: ' else 'On the map already: ' end || found.title
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
      import_batch, city_id, country_code, save_count, been_count, precision, access)
    select fresh.new_id, fresh.title, fresh.category, fresh.lng, fresh.lat, fresh.description, fresh.address, fresh.website, fresh.tags,
      chosen.visibility, private.next_status(null, chosen.status, null, chosen.visibility, import.member_id), import.member_id, import.id,
      cities.id, cities.country_code, (fresh.number = any (saved))::integer, (fresh.number = any (been))::integer,
      coalesce((details ->> 'precision')::public.position_precision, 'exact'), coalesce((details ->> 'access')::public.spot_access, 'unknown')
    from fresh
    cross join lateral (select coalesce((details ->> 'visibility')::public.visibility, import.visibility) as visibility,
      case details ->> 'status' when 'draft' then 'draft' else 'published' end::public.publication_status as status) as chosen
    left join lateral private.list_nearest_cities(fresh.lng, fresh.lat) as nearest on true
    left join public.cities on cities.id = nearest.id
  )
  update public.import_rows as place set state = 'created', spot_id = fresh.new_id, reason = ''
  from fresh where place.import_id = import.id and place.number = fresh.number;

  update public.import_rows as place set state = 'known', spot_id = first.spot_id, reason = 'You have it already: ' || first.title
  from unnest(doubles, originals) as same (number, original)
  join public.import_rows as first on first.import_id = import.id and first.number = same.original
  where place.import_id = import.id and place.number = same.number;

  -- An archive of this product says more about a place than other files.
  insert into public.spot_exact_points (spot_id, lng, lat)
  select spot_id, lng, lat from public.import_rows as place
  where place.import_id = import.id and place.number = any (numbers) and state = 'created' and details ->> 'precision' = 'area'
  on conflict (spot_id) do nothing;
  insert into public.reviews (spot_id, author_id, rating, body)
  select distinct on (place.spot_id) place.spot_id, import.member_id, (details #>> '{review,rating}')::smallint,
    coalesce(details #>> '{review,body}', '')
  from public.import_rows as place
  where place.import_id = import.id and place.number = any (numbers) and place.spot_id is not null and details ? 'review'
    and not exists (select from public.reviews where reviews.spot_id = place.spot_id and reviews.author_id = import.member_id)
  order by place.spot_id, place.number;
  if targets <> '{}' then perform private.list_import_rows(import, numbers, targets); end if;
  perform private.attach_import_photos(import, numbers);
end
$function$;
