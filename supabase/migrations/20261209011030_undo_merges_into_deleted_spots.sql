-- Only delete_spot() and the deletion of accounts undid the merges into a spot. A DELETE on the table, the end of a subscription
-- and the undo of an import deleted what a merge had moved from the spots of other members. A trigger undoes the merges now.
-- It fires when the spot is gone and before the foreign keys delete what belongs to the spot.
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
  if merged.id is null or merged.status <> 'removed'
    or not exists (select from public.spot_redirects where old_id = merged.id and spot_id = merge.kept_id) then
    raise sqlstate 'PT409' using message = 'One of the spots was deleted or merged again, so this cannot be undone.';
  end if;
  moved := merge.moved;
  with taken as (
    update public.reviews set spot_id = merged.id
    where spot_id = merge.kept_id and id in (select value::uuid from jsonb_array_elements_text(moved -> 'reviews'))
      and not exists (select from public.reviews as other where other.spot_id = merged.id and other.author_id = reviews.author_id)
    returning rating, private.is_counted(reviews) as is_counted
  ), counted as (
    select count(*)::integer as count, coalesce(sum(rating), 0)::integer as sum from taken where is_counted
  ), fewer as (
    update public.spots set review_count = review_count - counted.count, rating_sum = rating_sum - counted.sum
    from counted where spots.id = merge.kept_id
  )
  update public.spots set review_count = review_count + counted.count, rating_sum = rating_sum + counted.sum
    from counted where spots.id = merged.id;
  insert into public.reviews select row.* from jsonb_populate_recordset(null::public.reviews, moved -> 'replaced_reviews') as row
    where kept.id is not null and exists (select from public.users where users.id = row.author_id)
    on conflict do nothing;
  delete from public.notifications where created_at = now()
    and review_id in (select (value ->> 'id')::uuid from jsonb_array_elements(moved -> 'replaced_reviews'));
  update public.comments set review_id = entry.review from jsonb_to_recordset(moved -> 'replaced_replies') as entry (id uuid, review uuid)
    where comments.id = entry.id and exists (select from public.reviews where reviews.id = entry.review);
  update public.photos set review_id = entry.review from jsonb_to_recordset(moved -> 'replaced_photos') as entry (id uuid, review uuid)
    where photos.id = entry.id and review_id is null and exists (select from public.reviews where reviews.id = entry.review);
  -- Photos that were added to a review since the merge go back with the review.
  update public.photos set spot_id = merged.id
    where spot_id = merge.kept_id and (id in (select value::uuid from jsonb_array_elements_text(moved -> 'photos'))
      or review_id in (select reviews.id from public.reviews where reviews.spot_id = merged.id));
  with taken as (
    update public.comments set spot_id = merged.id
    where spot_id = merge.kept_id and (id in (select value::uuid from jsonb_array_elements_text(moved -> 'comments'))
      or parent_id in (select value::uuid from jsonb_array_elements_text(moved -> 'comments'))
      or review_id in (select reviews.id from public.reviews where reviews.spot_id = merged.id))
    returning private.is_counted(comments) as is_counted
  ), counted as (select count(*)::integer as count from taken where is_counted
  ), fewer as (
    update public.spots set comment_count = greatest(0, comment_count - counted.count) from counted where spots.id = merge.kept_id
  )
  update public.spots set comment_count = comment_count + counted.count from counted where spots.id = merged.id;
  update public.list_items set spot_id = merged.id
    where spot_id = merge.kept_id and list_id in (select value from jsonb_array_elements_text(moved -> 'lists'))
      and not exists (select from public.list_items as other where other.list_id = list_items.list_id and other.spot_id = merged.id);
  perform private.count_saves(merge.kept_id), private.count_saves(merged.id);
  update public.post_spots set spot_id = merged.id
    where spot_id = merge.kept_id and post_id in (select value from jsonb_array_elements_text(moved -> 'posts'))
      and not exists (select from public.post_spots as other where other.post_id = post_spots.post_id and other.spot_id = merged.id);
  update public.posts set body = regexp_replace(body, '(/spot/)' || merge.kept_id || '(?![a-z0-9])', '\1' || merged.id, 'g')
    where id in (select value from jsonb_array_elements_text(moved -> 'renamed_posts'))
      and id in (select value from jsonb_array_elements_text(moved -> 'posts'));
  update public.notifications set spot_id = merged.id
    where spot_id = merge.kept_id and id in (select value::bigint from jsonb_array_elements_text(moved -> 'notifications'));
  delete from public.spot_redirects where old_id = merged.id;
  update public.spot_redirects set spot_id = merged.id
    where spot_id = merge.kept_id and old_id in (select value from jsonb_array_elements_text(moved -> 'redirects'));
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
  where id = merge.kept_id;
  update public.spots set cover_photo_id = (merge.before ->> 'cover_photo_id')::uuid where id = merged.id
    and exists (select from public.photos where id = (merge.before ->> 'cover_photo_id')::uuid and spot_id = merged.id and hidden_at is null);
  -- Fields that are unchanged since the merge get their earlier values back.
  select jsonb_object_agg(field, merge.before -> 'kept' -> field) into back from jsonb_each(merge.before -> 'wanted') as entry (field, value)
    where field <> 'cover_photo_id' and to_jsonb(kept) -> field = value;
  if back is not null and kept.precision = 'exact' then
    perform public.update_spot(merge.kept_id, back);
  elsif back - 'lng' - 'lat' - 'address' <> '{}' then
    perform public.update_spot(merge.kept_id, back - 'lng' - 'lat' - 'address');
  end if;
  update private.spot_merges set undone_at = now() where spot_merges.id = merge_id;
  return jsonb_build_object('id', merged.id, 'title', merged.title, 'author_id', merged.author_id, 'kept_id', merge.kept_id);
end
$function$;

create function private.tg_spots__undo_merges() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  merge record;
begin
  for merge in
    select spot_merges.id, merged.id as merged_id, merged.title, merged.author_id
    from private.spot_merges
      join public.spots as merged on merged.id = spot_merges.merged_id
      join public.spot_redirects as redirect on redirect.old_id = merged.id and redirect.spot_id = old.id
    where spot_merges.kept_id = old.id and undone_at is null and spot_merges.created_at > now() - interval '30 days'
      and merged.status = 'removed' and merged.author_id is distinct from old.author_id
    order by spot_merges.id desc
  loop
    begin
      perform private.unmerge_spots(merge.id);
      perform private.write_moderation_log(null, 'undo-merge', 'spot', merge.merged_id, merge.title, merge.author_id,
        'The other spot was deleted.', jsonb_build_object('merge', merge.id, 'kept_id', old.id));
    exception when others then
      raise warning 'Merge % could not be undone: %', merge.id, sqlerrm;
    end;
  end loop;
  return null;
end
$$;
comment on function private.tg_spots__undo_merges() is 'Undoes the merges of spots of other members into a spot that is deleted.';
-- Triggers fire in the order of their names. Those of foreign keys start with "RI_".
create trigger "000_undo_merges" after delete on public.spots for each row execute function private.tg_spots__undo_merges();

create or replace function public.delete_spot(id text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from public.spots where spots.id = delete_spot.id;
  if not found then
    raise sqlstate 'PT404' using message = 'Spot not found, or it is not yours.';
  end if;
end
$function$;

create or replace function private.begin_account_deletion()
 RETURNS TABLE(user_id uuid, files jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  request public.account_deletions;
begin
  -- One account at a time. If a server died half-way, started_at is set and the account is retried after ten minutes.
  select * into request from public.account_deletions
  where due_at <= now() and (started_at is null or started_at < now() - interval '10 minutes')
  order by due_at limit 1 for update skip locked;
  if request.user_id is null then
    return;
  end if;
  update public.account_deletions set started_at = now() where user_id = request.user_id;
  if not request.keep_content then
    delete from public.posts where author_id = request.user_id;
    delete from public.spots where author_id = request.user_id;
    delete from public.photos where author_id = request.user_id;
  end if;
  delete from public.users where id = request.user_id;
  -- Files that no photo references any more. The storage service deletes their content, because only it knows where
  -- that is.
  return query select request.user_id, coalesce(jsonb_agg(jsonb_build_object('bucket', object.bucket_id, 'name', object.name)), '[]')
    from storage.objects as object
    where object.bucket_id in ('photos', 'avatars') and object.name like request.user_id || '/%'
      and not exists (select from public.photos where storage_path = array_to_string(storage.foldername(object.name), '/'));
end
$function$;

drop function private.undo_merges_of(text[]);
