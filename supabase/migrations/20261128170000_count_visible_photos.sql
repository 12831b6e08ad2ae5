-- The photos of a spot were counted by two triggers: one when a photo was hidden or shown, the other when it was added,
-- moved or deleted. The second one also counted hidden photos. A member could not delete a review whose only photo was
-- removed, a merge with such a spot failed, and other counts became too low or too high. A hidden photo could become the
-- cover, and the spot had no cover after its cover was deleted, because the foreign key sets it to null before the trigger
-- runs. One trigger counts visible photos now.
create or replace function private.tg_photos__count()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was text := case when tg_op <> 'INSERT' and old.hidden_at is null then old.spot_id end;
  becomes text := case when tg_op <> 'DELETE' and new.hidden_at is null then new.spot_id end;
begin
  if was is distinct from becomes then
    -- The foreign key has set the cover to null already if the photo was deleted.
    update public.spots set photo_count = photo_count - 1,
      cover_photo_id = case when cover_photo_id is null or cover_photo_id = old.id then (
        select id from public.photos
        where spot_id = was and id <> old.id and hidden_at is null order by position, created_at, id limit 1)
        else cover_photo_id end
      where id = was;
    update public.spots set photo_count = photo_count + 1, cover_photo_id = coalesce(cover_photo_id, new.id)
      where id = becomes;
  end if;
  return null;
end
$function$;
comment on function private.tg_photos__count() is 'Counts the visible photos of a spot, and chooses another cover when the cover is hidden, moved or deleted.';

drop trigger _400_hidden on public.photos;
drop trigger _400_hidden_deleted on public.photos;
drop function private.tg__count_hidden();
drop trigger _500_count on public.photos;
create trigger _500_count after insert or delete or update of spot_id, hidden_at on public.photos
  for each row execute function private.tg_photos__count();

-- The repair is no change by a member, so it is not in the history of the spots.
alter table public.spots disable trigger _300_touch, disable trigger _520_revision;
with visible as materialized (
  select spot_id, count(*)::integer as count, (array_agg(id order by position, created_at, id))[1] as first
  from public.photos where spot_id is not null and hidden_at is null group by spot_id
)
update public.spots set photo_count = coalesce(visible.count, 0), cover_photo_id = case
    when cover.hidden_at is null and cover.spot_id = chosen.id then chosen.cover_photo_id else visible.first end
from public.spots as chosen
left join visible on visible.spot_id = chosen.id
left join public.photos as cover on cover.id = chosen.cover_photo_id
where spots.id = chosen.id and (chosen.photo_count > 0 or chosen.cover_photo_id is not null or visible.count > 0)
  and (chosen.photo_count <> coalesce(visible.count, 0) or chosen.cover_photo_id is null or cover.hidden_at is not null);
alter table public.spots enable trigger _300_touch, enable trigger _520_revision;
