-- A list with both spots of a merge keeps the entry of the merged spot, but hides it. Its note, the day of the visit and
-- its place as the cover of the list were hidden with it. Now the entry of the kept spot takes them.
create function private.join_list_items(from_spot text, to_spot text) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
declare
  joined jsonb;
begin
  -- Without the notes themselves: they stay in the entry of the merged spot, and an account takes them with it.
  select coalesce(jsonb_agg(to_jsonb(entry)), '[]') into joined from (
    select kept.list_id,
      case when other.note = '' or kept.note = other.note then null
        when kept.note = '' then 'moved'
        when length(kept.note || ' · ' || other.note) <= 280 then 'added' end as note,
      kept.went_on is null and other.went_on is not null as went_on,
      other.is_cover
    from public.list_items as kept join public.list_items as other on other.list_id = kept.list_id
    where kept.spot_id = to_spot and other.spot_id = from_spot
  ) as entry where note is not null or went_on or is_cover;
  perform set_config('hereabouts.merges', 'on', true);
  update public.list_items set is_cover = false where spot_id = from_spot and is_cover
    and list_id in (select list_id from jsonb_to_recordset(joined) as entry (list_id text));
  update public.list_items as kept set
    note = case entry.note when 'moved' then other.note when 'added' then kept.note || ' · ' || other.note else kept.note end,
    went_on = coalesce(kept.went_on, other.went_on),
    is_cover = kept.is_cover or entry.is_cover
  from jsonb_to_recordset(joined) as entry (list_id text, note text, is_cover boolean), public.list_items as other
  where kept.list_id = entry.list_id and kept.spot_id = to_spot and other.list_id = entry.list_id and other.spot_id = from_spot;
  perform set_config('hereabouts.merges', '', true);
  return jsonb_build_object('joined_items', joined);
end
$$;
revoke execute on function private.join_list_items from public, anon, authenticated;
comment on function private.join_list_items(text, text) is
  'Gives the entries of a spot what those of another one on the same lists say. Returns what changed, for the undo of a merge.';

create function private.part_list_items(joined jsonb, from_spot text, to_spot text) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  covers text[];
begin
  select coalesce(array_agg(kept.list_id), '{}') into covers
    from public.list_items as kept join jsonb_to_recordset(joined) as entry (list_id text, is_cover boolean) using (list_id)
    where kept.spot_id = to_spot and kept.is_cover and entry.is_cover;
  perform set_config('hereabouts.merges', 'on', true);
  -- Only what is as the merge left it.
  update public.list_items as kept set
    note = case
      when entry.note = 'moved' and kept.note = other.note then ''
      when entry.note = 'added' and right(kept.note, length(' · ' || other.note)) = ' · ' || other.note
        then left(kept.note, -length(' · ' || other.note))
      else kept.note end,
    went_on = case when not entry.went_on or kept.went_on <> other.went_on then kept.went_on end,
    is_cover = kept.is_cover and not entry.is_cover
  from jsonb_to_recordset(joined) as entry (list_id text, note text, went_on boolean, is_cover boolean), public.list_items as other
  where kept.list_id = entry.list_id and kept.spot_id = to_spot and other.list_id = entry.list_id and other.spot_id = from_spot;
  update public.list_items set is_cover = true where spot_id = from_spot and list_id = any (covers);
  perform set_config('hereabouts.merges', '', true);
end
$$;
revoke execute on function private.part_list_items from public, anon, authenticated;
comment on function private.part_list_items(jsonb, text, text) is 'Undoes private.join_list_items().';

create or replace function private.tg_list_items__log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  item public.list_items := case when tg_op = 'DELETE' then old else new end;
begin
  if tg_op = 'INSERT' and current_setting('hereabouts.imports', true) = 'on' then return null; end if;
  -- The moderator who merges two spots changes nothing on the lists of others.
  if tg_op = 'UPDATE' and current_setting('hereabouts.merges', true) = 'on' then return null; end if;
  -- Once a transaction: each further version of the row would slow down all later reads of it.
  update public.lists set updated_at = now() where id = item.list_id and updated_at is distinct from now();
  -- A spot that is being deleted takes its items with it.
  if auth.uid() is not null and exists (select from public.spots where id = item.spot_id) then
    perform private.log_list_change(item.list_id,
      case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed' else 'note' end::public.list_change_kind, item.spot_id);
  end if;
  if tg_op = 'INSERT' and item.added_by is not null and item.added_by = auth.uid() then
    insert into private.list_uses (member_id, list_id) select item.added_by, id from public.lists where id = item.list_id and kind <> 'been'
    on conflict on constraint list_uses_pkey do update set used_at = clock_timestamp();
  end if;
  return null;
end
$function$;

create or replace function private.merge_spot_rows(kept public.spots, merged public.spots, wanted jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moved jsonb;
  redirected jsonb;
  made bigint;
  entry bigint;
  status_before constant public.publication_status := coalesce(
    (select was from private.hidden_items where kind = 'spot' and target_id = merged.id), merged.status);
begin
  moved := private.move_to_spot(merged.id, kept.id) || private.join_list_items(merged.id, kept.id);
  perform public.update_spot(kept.id, wanted) where wanted - 'cover_photo_id' <> '{}';
  update public.spots set cover_photo_id = (wanted ->> 'cover_photo_id')::uuid where id = kept.id and wanted ? 'cover_photo_id';
  update public.spots set confirmed_at = greatest(kept.confirmed_at, merged.confirmed_at),
    confirmation_count = kept.confirmation_count + merged.confirmation_count where id = kept.id;
  update public.spots set status = 'removed',
    removal_reason = left('Merged with “' || kept.title || '”, which shows the same place.', 1000) where id = merged.id;
  with turned as (update public.spot_redirects set spot_id = kept.id where spot_id = merged.id returning old_id)
  select coalesce(jsonb_agg(old_id), '[]') into redirected from turned;
  insert into public.spot_redirects (old_id, spot_id) values (merged.id, kept.id)
    on conflict (old_id) do update set spot_id = excluded.spot_id;
  insert into private.spot_merges (kept_id, merged_id, moderator_id, before, moved)
  values (kept.id, merged.id, auth.uid(),
    jsonb_build_object('status', status_before, 'cover_photo_id', merged.cover_photo_id,
      -- Exact positions are stored with the spot alone, and an undo does not restore them.
      'wanted', case when kept.precision = 'area' then wanted - 'lng' - 'lat' - 'address' else wanted end, 'kept', to_jsonb(kept) - 'search',
      'confirmations', merged.confirmation_count),
    moved || jsonb_build_object('redirects', redirected) || private.close_merged_suggestions(kept.id, merged.id))
  returning id into made;
  entry := private.log_moderation('merge', 'spot', kept.id, kept.title, 'Merged with ' || merged.title, merged.author_id,
    jsonb_build_object('merge', made, 'merged_id', merged.id));
  delete from private.hidden_items where kind = 'spot' and target_id = merged.id;
  perform private.resolve_reports(entry, 'spot', merged.id, 'resolved',
    'The spot you reported was merged with another one that shows the same place. Thank you.');
  return made;
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
  perform private.part_list_items(coalesce(moved -> 'joined_items', '[]'), merged.id, merge.kept_id);
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
  update public.spots set status = (merge.before ->> 'status')::public.publication_status, removal_reason = merge.before ->> 'removal_reason'
    where id = merged.id;
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
