-- Undoing a merge made the former cover the cover again although a moderator, or reports, had hidden it since.
create or replace function private.unmerge_spots(merge_id bigint)
  returns jsonb
  language plpgsql
  security definer
  set search_path = ''
  as $$
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
  -- Photos that were added to a review since the merge go back with the review.
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
  perform private.reopen_merged_suggestions(moved, merged.id);
  -- The merge notified the author that the spot was removed.
  perform private.notify(merged.author_id, 'restored', merged.id, null, 'The merge was undone.')
    where merge.before ->> 'status' in ('published', 'closed');
  -- Merges from before confirmations moved have not added any.
  update public.spots set
    confirmation_count = greatest(0, confirmation_count - coalesce((merge.before ->> 'confirmations')::integer, 0)),
    confirmed_at = case when confirmed_at = merged.confirmed_at then (merge.before -> 'kept' ->> 'confirmed_at')::timestamptz
      else confirmed_at end
  where id = kept.id;
  update public.spots set cover_photo_id = (merge.before ->> 'cover_photo_id')::uuid where id = merged.id
    and exists (select from public.photos where id = (merge.before ->> 'cover_photo_id')::uuid and spot_id = merged.id and hidden_at is null);
  -- Fields that are unchanged since the merge get their earlier values back.
  select jsonb_object_agg(field, merge.before -> 'kept' -> field) into back from jsonb_each(merge.before -> 'wanted') as entry (field, value)
    where field <> 'cover_photo_id' and to_jsonb(kept) -> field = value;
  if back is not null and kept.precision = 'exact' then
    perform public.update_spot(kept.id, back);
  elsif back - 'lng' - 'lat' - 'address' <> '{}' then
    perform public.update_spot(kept.id, back - 'lng' - 'lat' - 'address');
  end if;
  update private.spot_merges set undone_at = now() where spot_merges.id = merge_id;
  return jsonb_build_object('id', merged.id, 'title', merged.title, 'author_id', merged.author_id, 'kept_id', kept.id);
end
$$;
