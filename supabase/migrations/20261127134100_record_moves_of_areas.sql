-- Moving a spot that shows only its area left no revision, so nobody saw it and nobody could restore it. Its rounded position is
-- public and is recorded now. Exact positions are still forgotten when a spot becomes an area.
create or replace function private.tg_spots__write_revision()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $$
declare
  fields text[] := array['title', 'category', 'tags', 'description', 'address', 'website', 'access', 'visibility', 'precision',
    'status', 'cover_photo_id'];
  changes jsonb;
begin
  if new.precision = 'area' and old.precision = 'exact' then
    update public.revisions set changes = revisions.changes - 'lng' - 'lat'
      where spot_id = new.id and revisions.changes ?| array['lng', 'lat'] and revisions.changes - 'lng' - 'lat' <> '{}';
    delete from public.revisions where spot_id = new.id and revisions.changes ?| array['lng', 'lat'];
  end if;
  if old.status not in ('published', 'closed') then
    return null;
  end if;
  if old.precision = new.precision then
    fields := fields || array['lng', 'lat'];
  end if;
  changes := private.changed_fields(to_jsonb(old), to_jsonb(new), fields);
  if changes <> '{}' then
    perform private.write_spot_revision(new.id, greatest(old.visibility, new.visibility), changes);
  end if;
  return null;
end
$$;

-- A spot that leaves the surroundings of its city keeps no country that may not be its own.
create or replace function private.tg_spots__derive()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $$
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
$$;
