-- The photo of a deleted review that its author put into a story was deleted with the review a day later, and until then
-- no one else saw it and the review could not be restored.
create or replace function private.tg_posts__attach()
  returns trigger
  language plpgsql
  security definer
  set search_path = ''
as $$
declare
  before text := case when tg_op = 'UPDATE' then old.body else '' end;
begin
  if new.body is distinct from before then
    -- Spots placed without the text stay.
    delete from public.post_spots where post_id = new.id
      and spot_id in (select spot_id from private.list_spots_in_text(before))
      and spot_id not in (select spot_id from private.list_spots_in_text(new.body));
    insert into public.post_spots (post_id, spot_id, position)
      select new.id, spots.id, least(named.place - 1, 999)
      from private.list_spots_in_text(new.body) as named join public.spots on spots.id = named.spot_id
      where spots.author_id = new.author_id
        or (spots.status in ('published', 'closed') and spots.visibility in ('public', 'members'))
      on conflict (post_id, spot_id) do update set position = excluded.position;
  end if;
  -- Only the photos of a deleted review have a review and no spot.
  update public.photos set post_id = new.id, review_id = null, alt_text = coalesce(nullif(named.alt_text, ''), photos.alt_text)
    from (
      select photo_id, alt_text from private.list_photos_in_text(new.body)
      union all select new.cover_photo_id, '' where new.cover_photo_id is not null
    ) as named (photo_id, alt_text)
    where photos.id = named.photo_id and photos.author_id = new.author_id and photos.spot_id is null
      and (photos.post_id is null or photos.post_id = new.id);
  return null;
end
$$;
