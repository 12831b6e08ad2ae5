-- Without a position, apps that write rows were told that PostgreSQL cannot work with arrays containing NULLs.
create or replace function private.tg_spots__derive()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  city public.cities;
  exact public.spot_exact_points;
  -- Null leaves the address of an area as it is, and an empty text clears it.
  typed constant text := btrim(new.address);
  has_moved constant boolean := tg_op = 'INSERT' or (new.lng, new.lat) is distinct from (old.lng, old.lat);
begin
  if not coalesce(new.lng between -180 and 180 and new.lat between -90 and 90, false) then
    -- The constraints of the table reject the row and name the column.
    return new;
  end if;
  new.title := btrim(regexp_replace(new.title, '[[:cntrl:]\s]+', ' ', 'g'));
  new.address := nullif(typed, '');
  new.website := nullif(btrim(new.website), '');
  new.slug := private.to_slug(new.title, 'spot');
  if tg_op = 'UPDATE' and new.precision = 'exact' and old.precision = 'area' then
    delete from public.spot_exact_points where spot_id = new.id returning * into exact;
    if not has_moved and exact.lng is not null then
      new.lng := exact.lng;
      new.lat := exact.lat;
    end if;
    if typed is null then
      new.address := exact.address;
    end if;
  elsif new.precision = 'area' then
    if tg_op = 'UPDATE' and (has_moved or old.precision = 'exact' or typed is not null) then
      insert into public.spot_exact_points as kept (spot_id, lng, lat, address) values (new.id, new.lng, new.lat, new.address)
        on conflict (spot_id) do update set
          lng = case when has_moved or old.precision = 'exact' then excluded.lng else kept.lng end,
          lat = case when has_moved or old.precision = 'exact' then excluded.lat else kept.lat end,
          address = case when typed is null then kept.address else excluded.address end;
    end if;
    if has_moved or old.precision = 'exact' then
      select area_lng, area_lat into new.lng, new.lat from private.area_point(new.lng, new.lat);
    end if;
    new.address := null;
  end if;
  -- A step of an import has searched for the cities of its rows already.
  if has_moved and (tg_op = 'UPDATE' or (new.city_id is null and current_setting('hereabouts.imports', true) is distinct from 'on')) then
    city := private.find_city(new.lng, new.lat);
    new.city_id := city.id;
    if city.id is not null or (tg_op = 'UPDATE' and old.city_id is not null) then
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
