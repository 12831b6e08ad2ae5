-- Two spots of the same place usually have followers in common. A member who was notified of both could not have two
-- notifications of the remaining one, so the merge failed with a unique violation.
create or replace function private.move_to_spot(from_spot text, to_spot text)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $$
declare
  moved jsonb := private.move_reviews(from_spot, to_spot);
  last_position integer := (select coalesce(max(position) + 1, 0) from public.photos where spot_id = to_spot);
  comment_total integer;
  ids jsonb;
begin
  with taken as (
    update public.photos set spot_id = to_spot, position = least(999, position + last_position)
    where spot_id = from_spot
      and (review_id is null or exists (select from public.reviews where reviews.id = review_id and reviews.spot_id = to_spot))
    returning id
  )
  select coalesce(jsonb_agg(id), '[]') into ids from taken;
  moved := moved || jsonb_build_object('photos', ids);
  with taken as (
    update public.comments set spot_id = to_spot
    where spot_id = from_spot
      and (review_id is null or exists (select from public.reviews where reviews.id = review_id and reviews.spot_id = to_spot))
    returning id, private.is_counted(comments) as is_counted
  )
  select coalesce(jsonb_agg(id), '[]'), count(*) filter (where is_counted) into ids, comment_total from taken;
  moved := moved || jsonb_build_object('comments', ids, 'comment_count', comment_total);
  update public.spots set comment_count = comment_count - comment_total where id = from_spot;
  update public.spots set comment_count = comment_count + comment_total where id = to_spot;
  with taken as (
    update public.list_items set spot_id = to_spot
    where spot_id = from_spot and not exists (
      select from public.list_items as kept where kept.list_id = list_items.list_id and kept.spot_id = to_spot
    )
    returning list_id
  )
  select coalesce(jsonb_agg(list_id), '[]') into ids from taken;
  moved := moved || jsonb_build_object('lists', ids);
  perform private.count_saves(from_spot), private.count_saves(to_spot);
  with taken as (
    update public.post_spots set spot_id = to_spot
    where spot_id = from_spot and not exists (
      select from public.post_spots as kept where kept.post_id = post_spots.post_id and kept.spot_id = to_spot
    )
    returning post_id
  )
  select coalesce(jsonb_agg(post_id), '[]') into ids from taken;
  moved := moved || jsonb_build_object('posts', ids);
  -- Stories name a spot by its address. Their cards have moved already, as a new text drops those that it does not name.
  with renamed as (
    update public.posts set body = regexp_replace(body, '(/spot/)' || from_spot || '(?![a-z0-9])', '\1' || to_spot, 'g')
    where id in (select post_id from public.post_spots where spot_id in (from_spot, to_spot)) and body ~ ('/spot/' || from_spot || '(?![a-z0-9])')
    returning id
  )
  select coalesce(jsonb_agg(id), '[]') into ids from renamed;
  moved := moved || jsonb_build_object('renamed_posts', ids);
  -- Who was notified of both spots, or of both on one list, keeps one notification of each kind.
  with taken as (
    update public.notifications set spot_id = to_spot
    where spot_id = from_spot and not (kind in ('new-spot', 'list-item') and exists (
      select from public.notifications as kept where kept.user_id = notifications.user_id and kept.kind = notifications.kind
        and kept.spot_id = to_spot and kept.list_id is not distinct from notifications.list_id
    ))
    returning id
  )
  select coalesce(jsonb_agg(id), '[]') into ids from taken;
  return moved || jsonb_build_object('notifications', ids);
end
$$;
