-- Operators import files with photos, too. Their spots have no author, and neither have the photos.
create function private.find_imported_spot(place jsonb) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object('id', spots.id, 'photo_count', photo_count)
    from jsonb_to_record(place) as named (title text, category text, lng double precision, lat double precision, source text)
    join private.spot_origins as origin
      on origin.source = named.source and origin.key = md5(concat_ws('|', named.title, named.category, named.lng, named.lat))
    join public.spots on spots.id = origin.spot_id
    where spots.author_id is null
  $$;
comment on function private.find_imported_spot is 'The spot that an operator imported for a place, as {id, photo_count}. Null if there is none or if it was deleted.';

create function private.add_imported_photo(of_spot text, photo jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  if not exists (select from public.spots where id = of_spot and author_id is null) then
    raise sqlstate 'PT404' using message = 'There is no such imported spot.';
  end if;
  insert into public.photos (id, spot_id, author_id, storage_path, width, height, placeholder, alt_text, taken_at, position)
  values ((photo ->> 'id')::uuid, of_spot, null, of_spot || '/' || (photo ->> 'id')::uuid, (photo ->> 'width')::integer,
    (photo ->> 'height')::integer, photo ->> 'placeholder', left(coalesce(photo ->> 'alt_text', ''), 500),
    (photo ->> 'taken_at')::timestamptz, coalesce((photo ->> 'position')::smallint, 0));
end
$$;
comment on function private.add_imported_photo is 'Adds a processed photo to a spot that an operator imported.';
revoke execute on function private.find_imported_spot, private.add_imported_photo from public;
grant execute on function private.find_imported_spot, private.add_imported_photo to service_role;
create function public.find_imported_spot(place jsonb) returns jsonb language sql stable set search_path = ''
  return private.find_imported_spot(place);
comment on function public.find_imported_spot is 'For operators: the spot of an imported place {title, category, lng, lat, source}, as {id, photo_count}; null if there is none.';
create function public.add_imported_photo(spot text, photo jsonb) returns void language sql volatile set search_path = ''
  return private.add_imported_photo(spot, photo);
comment on function public.add_imported_photo is 'For operators: adds a processed photo {id, width, height, placeholder, alt_text, taken_at, position} to an imported spot.';
revoke execute on function public.find_imported_spot, public.add_imported_photo from public, anon, authenticated;
grant execute on function public.find_imported_spot, public.add_imported_photo to service_role;
