-- A merge separated reviews from their replies and photos. A review that a newer one of its author replaced took the replies
-- of others and its photos with it, also when the merge was undone. Those of a review that stayed with the merged spot were
-- moved, and counted, although nobody saw them. What a moved review got after the merge did not go back with it.
create or replace function private.move_reviews(from_spot text, to_spot text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  replaced jsonb;
  moved jsonb;
  pairs jsonb;
  replies jsonb;
  photos jsonb;
begin
  -- One review a member and spot: the newer one counts, or the only one that is shown. The other one stays with the merged
  -- spot, or in the log.
  select coalesce(jsonb_agg(jsonb_build_object('older', kept.id, 'newer', other.id)), '[]') into pairs
  from public.reviews as kept join public.reviews as other on other.spot_id = from_spot and other.author_id = kept.author_id
  where kept.spot_id = to_spot and (private.is_counted(kept), kept.updated_at) < (private.is_counted(other), other.updated_at);
  -- Replies to a review that is replaced, which others wrote, go to the newer one. Its photos stay with the spot.
  with taken as (
    update public.comments set review_id = pair.newer from jsonb_to_recordset(pairs) as pair (older uuid, newer uuid)
    where review_id = pair.older returning comments.id, pair.older
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'review', older)), '[]') into replies from taken;
  with taken as (
    update public.photos set review_id = null from jsonb_to_recordset(pairs) as pair (older uuid, newer uuid)
    where review_id = pair.older returning photos.id, pair.older
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'review', older)), '[]') into photos from taken;
  with older as (
    delete from public.reviews where id in (select older from jsonb_to_recordset(pairs) as pair (older uuid)) returning *
  )
  select coalesce(jsonb_agg(to_jsonb(older)), '[]') into replaced from older;
  with taken as (
    update public.reviews set spot_id = to_spot
    where spot_id = from_spot and not exists (
      select from public.reviews as kept where kept.spot_id = to_spot and kept.author_id = reviews.author_id
    )
    returning id, rating, private.is_counted(reviews) as is_counted
  ), counted as (
    select coalesce(jsonb_agg(id), '[]') as ids, (count(*) filter (where is_counted))::integer as count,
      coalesce(sum(rating) filter (where is_counted), 0)::integer as sum from taken
  ), fewer as (
    update public.spots set review_count = review_count - counted.count, rating_sum = rating_sum - counted.sum
    from counted where spots.id = from_spot
  ), more as (
    update public.spots set review_count = review_count + counted.count, rating_sum = rating_sum + counted.sum
    from counted where spots.id = to_spot
  )
  select ids into moved from counted;
  return jsonb_build_object('reviews', moved, 'replaced_reviews', replaced, 'replaced_replies', replies, 'replaced_photos', photos);
end
$function$;

create or replace function private.move_to_spot(from_spot text, to_spot text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  with taken as (update public.notifications set spot_id = to_spot where spot_id = from_spot returning id)
  select coalesce(jsonb_agg(id), '[]') into ids from taken;
  return moved || jsonb_build_object('notifications', ids);
end
$function$;

create or replace function private.unmerge_spots(merge_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  merge private.spot_merges;
  kept public.spots;
  merged public.spots;
  moved jsonb;
  back jsonb;
begin
  select * into merge from private.spot_merges where spot_merges.id = merge_id;
  if merge.id is null then
    raise sqlstate 'PT404' using message = 'Merge not found.';
  end if;
  perform from public.spots where spots.id in (merge.kept_id, merge.merged_id) order by spots.id for update;
  select * into merge from private.spot_merges where spot_merges.id = merge_id for update;
  if merge.undone_at is not null or merge.created_at < now() - interval '30 days' then
    raise sqlstate 'PT409' using message = 'This merge was undone already, or is more than 30 days old.';
  end if;
  select * into kept from public.spots where spots.id = merge.kept_id;
  select * into merged from public.spots where spots.id = merge.merged_id;
  if kept.id is null or merged.id is null or merged.status <> 'removed'
    or not exists (select from public.spot_redirects where old_id = merged.id and spot_id = kept.id) then
    raise sqlstate 'PT409' using message = 'One of the spots was deleted or merged again, so this cannot be undone.';
  end if;
  moved := merge.moved;
  with taken as (
    update public.reviews set spot_id = merged.id
    where spot_id = kept.id and id in (select value::uuid from jsonb_array_elements_text(moved -> 'reviews'))
      and not exists (select from public.reviews as other where other.spot_id = merged.id and other.author_id = reviews.author_id)
    returning rating, private.is_counted(reviews) as is_counted
  ), counted as (
    select count(*)::integer as count, coalesce(sum(rating), 0)::integer as sum from taken where is_counted
  ), fewer as (
    update public.spots set review_count = review_count - counted.count, rating_sum = rating_sum - counted.sum
    from counted where spots.id = kept.id
  )
  update public.spots set review_count = review_count + counted.count, rating_sum = rating_sum + counted.sum
    from counted where spots.id = merged.id;
  insert into public.reviews select row.* from jsonb_populate_recordset(null::public.reviews, moved -> 'replaced_reviews') as row
    where exists (select from public.users where users.id = row.author_id)
    on conflict do nothing;
  delete from public.notifications where created_at = now()
    and review_id in (select (value ->> 'id')::uuid from jsonb_array_elements(moved -> 'replaced_reviews'));
  update public.comments set review_id = entry.review from jsonb_to_recordset(moved -> 'replaced_replies') as entry (id uuid, review uuid)
    where comments.id = entry.id and exists (select from public.reviews where reviews.id = entry.review);
  update public.photos set review_id = entry.review from jsonb_to_recordset(moved -> 'replaced_photos') as entry (id uuid, review uuid)
    where photos.id = entry.id and review_id is null and exists (select from public.reviews where reviews.id = entry.review);
  -- What a review got since the merge goes back with it.
  update public.photos set spot_id = merged.id
    where spot_id = kept.id and (id in (select value::uuid from jsonb_array_elements_text(moved -> 'photos'))
      or review_id in (select reviews.id from public.reviews where reviews.spot_id = merged.id));
  with taken as (
    update public.comments set spot_id = merged.id
    where spot_id = kept.id and (id in (select value::uuid from jsonb_array_elements_text(moved -> 'comments'))
      or parent_id in (select value::uuid from jsonb_array_elements_text(moved -> 'comments'))
      or review_id in (select reviews.id from public.reviews where reviews.spot_id = merged.id))
    returning private.is_counted(comments) as is_counted
  ), counted as (select count(*)::integer as count from taken where is_counted
  ), fewer as (
    update public.spots set comment_count = greatest(0, comment_count - counted.count) from counted where spots.id = kept.id
  )
  update public.spots set comment_count = comment_count + counted.count from counted where spots.id = merged.id;
  update public.list_items set spot_id = merged.id
    where spot_id = kept.id and list_id in (select value from jsonb_array_elements_text(moved -> 'lists'))
      and not exists (select from public.list_items as other where other.list_id = list_items.list_id and other.spot_id = merged.id);
  perform private.count_saves(kept.id), private.count_saves(merged.id);
  update public.post_spots set spot_id = merged.id
    where spot_id = kept.id and post_id in (select value from jsonb_array_elements_text(moved -> 'posts'))
      and not exists (select from public.post_spots as other where other.post_id = post_spots.post_id and other.spot_id = merged.id);
  update public.posts set body = regexp_replace(body, '(/spot/)' || kept.id || '(?![a-z0-9])', '\1' || merged.id, 'g')
    where id in (select value from jsonb_array_elements_text(moved -> 'renamed_posts'))
      and id in (select value from jsonb_array_elements_text(moved -> 'posts'));
  update public.notifications set spot_id = merged.id
    where spot_id = kept.id and id in (select value::bigint from jsonb_array_elements_text(moved -> 'notifications'));
  delete from public.spot_redirects where old_id = merged.id;
  update public.spot_redirects set spot_id = merged.id
    where spot_id = kept.id and old_id in (select value from jsonb_array_elements_text(moved -> 'redirects'));
  update public.spots set status = (merge.before ->> 'status')::public.publication_status, removal_reason = null where id = merged.id;
  update public.spots set cover_photo_id = (merge.before ->> 'cover_photo_id')::uuid where id = merged.id
    and exists (select from public.photos where id = (merge.before ->> 'cover_photo_id')::uuid and spot_id = merged.id);
  -- Fields that nobody has changed since get the values from before the merge.
  select jsonb_object_agg(field, merge.before -> 'kept' -> field) into back from jsonb_each(merge.before -> 'wanted') as entry (field, value)
    where field <> 'cover_photo_id' and to_jsonb(kept) -> field = value;
  if back is not null and kept.precision = 'exact' then
    perform public.update_spot(kept.id, back);
  elsif back - 'lng' - 'lat' <> '{}' then
    perform public.update_spot(kept.id, back - 'lng' - 'lat');
  end if;
  update private.spot_merges set undone_at = now() where spot_merges.id = merge_id;
  return jsonb_build_object('id', merged.id, 'title', merged.title, 'author_id', merged.author_id, 'kept_id', kept.id);
end
$function$;
