-- Undoing took most of its time to write each row of the import twice: once when its spot was deleted, and once for its new state. The
-- rows now let go of their spots first. The foreign key then finds nothing to change.

create or replace function private.undo_import_rows(import public.imports, numbers integer[], most integer) returns integer
  language plpgsql security definer set search_path = '' set enable_seqscan = off
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
    and reviews.author_id = import.member_id and reviews.created_at >= import.created_at
    and reviews.body = coalesce(place.details #>> '{review,body}', '');
  update public.import_rows set state = case when number = any (kept) then 'kept' else 'undone' end::public.import_row_state,
    reason = case when number = any (kept) then 'Kept, because others have added to it.' else '' end, list_id = null,
    spot_id = case when spot_id = any (gone) then null else spot_id end
  where import_id = import.id and number = any (chosen);
  -- The items, reviews and photos of deleted spots go with them.
  delete from public.spots where id = any (gone);
  return cardinality(chosen);
end
$$;
