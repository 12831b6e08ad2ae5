-- Suggestions for a spot stayed open after it was merged, where neither their senders nor the moderators saw them. The notice
-- of an accepted duplicate report could not be read either, because it named the spot that was merged.
create function private.close_merged_suggestions(kept_id text, merged_id text)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $$
declare
  reason constant text := (
    select format('“%s” was merged with “%s”, which shows the same place. Suggest it there again if it still applies.', merged.title, kept.title)
    from public.spots as kept, public.spots as merged where kept.id = kept_id and merged.id = merged_id);
  suggestion public.suggestions;
  is_about_both boolean;
  closed jsonb := '[]';
  turned jsonb;
begin
  for suggestion in
    select * from public.suggestions
    where status = 'open' and (spot_id = merged_id or (spot_id = kept_id and duplicate_of = merged_id)) order by id for update
  loop
    is_about_both := coalesce(suggestion.duplicate_of in (kept_id, merged_id), false);
    perform private.finish_suggestion(suggestion.id, suggestion.decisions,
      case when is_about_both then 'accepted' else 'declined' end::public.suggestion_status, case when is_about_both then '' else reason end);
    closed := closed || to_jsonb(suggestion.id);
  end loop;
  -- The senders can no longer read about the merged spot.
  update public.notifications set spot_id = kept_id
  where spot_id = merged_id and suggestion_id in (select value::bigint from jsonb_array_elements_text(closed));
  -- A third spot that was reported as a duplicate of the merged one is now one of the kept spot.
  with changed as (
    update public.suggestions set duplicate_of = kept_id where status = 'open' and duplicate_of = merged_id returning id
  )
  select coalesce(jsonb_agg(id), '[]') into turned from changed;
  return jsonb_build_object('suggestions', closed, 'turned_suggestions', turned);
end
$$;
comment on function private.close_merged_suggestions(text, text) is 'Closes the open suggestions for a spot that is merged, and notifies their senders. Returns what to reopen when the merge is undone.';

create function private.reopen_merged_suggestions(moved jsonb, merged_id text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $$
declare
  closed constant bigint[] := array(select value::bigint from jsonb_array_elements_text(moved -> 'suggestions'));
begin
  update public.suggestions set status = 'open', answer = '', decided_by = null, decided_at = null
  where id = any (closed) and not exists (
    select from public.suggestions as later where later.status = 'open'
      and (later.spot_id, later.author_id, later.kind) = (suggestions.spot_id, suggestions.author_id, suggestions.kind));
  delete from public.notifications
  where suggestion_id = any (closed) and kind in ('suggestion-accepted', 'suggestion-declined');
  update public.suggestions set duplicate_of = merged_id
  where id in (select value::bigint from jsonb_array_elements_text(moved -> 'turned_suggestions')) and status = 'open';
end
$$;
comment on function private.reopen_merged_suggestions(jsonb, text) is 'Reopens the suggestions that a merge closed, and withdraws the notices about them.';

create or replace function private.merge_spot_rows(kept public.spots, merged public.spots, wanted jsonb)
  returns bigint
  language plpgsql
  security definer
  set search_path to ''
as $$
declare
  moved jsonb;
  redirected jsonb;
  made bigint;
  entry bigint;
  status_before constant public.publication_status := coalesce(
    (select was from private.hidden_items where kind = 'spot' and target_id = merged.id), merged.status);
begin
  moved := private.move_to_spot(merged.id, kept.id);
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
    jsonb_build_object('status', status_before, 'cover_photo_id', merged.cover_photo_id, 'wanted', wanted, 'kept', to_jsonb(kept) - 'search',
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
$$;

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
    and exists (select from public.photos where id = (merge.before ->> 'cover_photo_id')::uuid and spot_id = merged.id);
  -- Fields that nobody has changed since get the values from before the merge.
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

create or replace function private.suggestion_record(member_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    -- A merge of the spot declines suggestions too, which says nothing about their sender.
    select jsonb_build_object('accepted', count(*) filter (where status = 'accepted'),
      'declined', count(*) filter (where status = 'declined' and not exists (
        select from public.spot_redirects where old_id = suggestions.spot_id)))
    from public.suggestions where author_id = member_id
  $$;

-- Such suggestions of spots that are not shown filled the batch of the chore, which then found no others.
create or replace function private.queue_late_suggestions() returns integer
  language sql volatile security definer set search_path = ''
  as $$
    with late as (
      select suggestions as suggestion from public.suggestions join public.spots on spots.id = suggestions.spot_id
      where suggestions.status = 'open' and suggestions.created_at < now() - interval '7 days' and spots.visibility <> 'private'
        and spots.status in ('published', 'closed')
        and not exists (
          select from public.moderation_items where kind = 'suggestion' and target_id = suggestions.id::text and decided_at is null
        )
      order by suggestions.created_at limit 100
    ), passed as (
      select private.sync_suggestion_item(suggestion) from late
    )
    select count(*)::integer from passed
  $$;

-- A list with both spots showed its editors the merged one as removed by a moderator.
create or replace function private.list_removed_items(of_list text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('spot_id', spots.id, 'position', position, 'removed_at', spots.updated_at) order by position), '[]')
    from public.list_items join public.spots on spots.id = list_items.spot_id
    where list_id = of_list and spots.status = 'removed' and spots.visibility <> 'private' and private.may_edit_list(of_list)
      and not exists (select from public.spot_redirects where old_id = spots.id)
  $$;
