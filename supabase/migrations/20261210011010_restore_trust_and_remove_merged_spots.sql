-- Restoring what a removal with a ban had removed lifted the ban, but the member had lost the trust of the moderators for good.
-- It also lifted a suspension or ban that a moderator had decided on since.
--
-- The removal of all contributions of a member left out spots that were merged into others. The undo of such a merge published
-- them again, also when the author of the other spot deleted it.
create function private.lift_removal_ban(removal private.moderation_log) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  decided_since constant text[] := array(
    select action from private.moderation_log
    where target_kind = 'member' and target_id = removal.target_id and id > removal.id and actor_id is not null);
begin
  if not decided_since && '{suspended,banned,lifted-ban}' then
    perform private.set_ban(removal.target_id::uuid, (removal.details ->> 'was_banned_until')::timestamptz);
  end if;
  if removal.details ? 'was_trust_set' and not decided_since && '{trusted,untrusted}' then
    update private.member_standings set is_trusted = (removal.details ->> 'was_trusted')::boolean,
      is_trust_set = (removal.details ->> 'was_trust_set')::boolean, updated_at = now()
    where user_id = removal.target_id::uuid;
  end if;
end
$$;
comment on function private.lift_removal_ban(private.moderation_log) is
  'Restores the ban and the trust that a member had before a removal with a ban, except where a moderator has decided again since.';
revoke execute on function private.lift_removal_ban from public, anon, authenticated;

create or replace function private.remove_contributions(member uuid, chosen jsonb, reason text, with_ban boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made record;
  removed jsonb := '[]';
  entry bigint;
  was constant timestamptz := (select banned_until from auth.users where id = member);
  standing private.member_standings;
begin
  perform private.require_power_over(member);
  perform private.require_reason(reason, 'Enter a reason. The member reads it.');
  perform pg_advisory_xact_lock(hashtextextended('member:' || member, 12));
  for made in
    select listed.* from private.list_contributions(member, 5000) as listed
    where listed.status <> 'removed' and (chosen is null or chosen ? (listed.kind || ':' || listed.id))
  loop
    removed := removed || jsonb_build_array(jsonb_build_array(made.kind, made.id,
      coalesce((select hidden.was::text from private.hidden_items as hidden where hidden.kind = made.kind and target_id = made.id),
        case when made.kind in ('spot', 'post') then made.status else 'published' end)));
    delete from private.hidden_items as hidden where hidden.kind = made.kind and target_id = made.id;
    perform private.set_moderated_status(made.kind, made.id, 'removed', btrim(reason), false);
  end loop;
  -- A merged spot counts as removed already. If its merge is undone, it stays removed.
  for made in
    select spot_merges.id as merge, merged.id, before ->> 'status' as status
    from private.spot_merges join public.spots as merged on merged.id = merged_id
    where merged.author_id = member and merged.status = 'removed' and undone_at is null and before ->> 'status' <> 'removed'
      and merged.visibility <> 'private' and spot_merges.created_at > now() - interval '30 days'
      and (chosen is null or chosen ? ('spot:' || merged.id))
  loop
    removed := removed || jsonb_build_array(jsonb_build_array('spot', made.id, made.status));
    update private.spot_merges set before = before || jsonb_build_object('status', 'removed', 'removal_reason', btrim(reason))
      where id = made.merge;
  end loop;
  if jsonb_array_length(removed) = 0 and not with_ban then
    raise sqlstate 'PT409' using message = 'Nothing is left to remove.';
  end if;
  select * into standing from private.member_standings where user_id = member;
  entry := private.log_moderation('removed-all', 'member', member::text, (select username from public.users where id = member),
    reason, member, jsonb_build_object('items', removed, 'with_ban', with_ban, 'was_banned_until', was,
      'was_trusted', coalesce(standing.is_trusted, false), 'was_trust_set', coalesce(standing.is_trust_set, false)));
  for made in select item ->> 0 as kind, item ->> 1 as id from jsonb_array_elements(removed) as item loop
    perform private.resolve_reports(entry, made.kind, made.id, 'resolved',
      format('The %s you reported was removed. Thank you.', case made.kind when 'post' then 'story' else made.kind end));
    perform private.close_item('waiting', made.kind, made.id);
  end loop;
  perform private.resolve_reports(entry, 'member', member::text, 'resolved', 'The member you reported was dealt with. Thank you.');
  if with_ban then
    perform private.set_trust(member, false);
    perform private.set_ban(member, now() + interval '100 years');
  end if;
  perform private.hold_notice(entry, member, 'warning', null, null,
    case jsonb_array_length(removed) when 0 then '' when 1 then 'One item of yours was removed. '
      else jsonb_array_length(removed) || ' items of yours were removed. ' end || reason);
  return jsonb_build_object('log_id', entry, 'decided', null, 'count', jsonb_array_length(removed));
end
$function$;

create or replace function private.restore_contributions(of_log bigint)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  entry private.moderation_log;
  item jsonb;
  restored integer := 0;
begin
  perform private.require_moderator();
  select * into entry from private.moderation_log where id = of_log and action = 'removed-all';
  if entry.id is null then
    raise sqlstate 'PT404' using message = 'Nothing found to restore.';
  end if;
  perform private.require_power_over(entry.target_id::uuid);
  perform pg_advisory_xact_lock(hashtextextended('member:' || entry.target_id, 12));
  if entry.created_at < now() - interval '30 days' then
    raise sqlstate 'PT409' using message = 'Removed content can be restored for 30 days.';
  end if;
  if exists (select from private.moderation_log where target_kind = 'member' and target_id = entry.target_id and id > entry.id
    and action = 'restored-all' and details ->> 'of' = entry.id::text) then
    raise sqlstate 'PT409' using message = 'This was restored already.';
  end if;
  delete from private.held_notices where log_id = entry.id;
  for item in select * from jsonb_array_elements(entry.details -> 'items') loop
    update private.spot_merges set before = before - 'removal_reason' || jsonb_build_object('status', item -> 2)
      where item ->> 0 = 'spot' and merged_id = item ->> 1 and undone_at is null and before ? 'removal_reason';
    if found then
      restored := restored + 1;
    elsif (select status from private.find_moderated(item ->> 0, item ->> 1)) = 'removed'
      and not (item ->> 0 = 'spot' and exists (select from public.spot_redirects where old_id = item ->> 1))
      and not exists (
      select from private.moderation_log as later where later.id > entry.id and (
        (action = 'removed' and target_kind = item ->> 0 and target_id = item ->> 1)
        or (action = 'removed-all' and target_kind = 'member' and target_id = entry.target_id
          and details -> 'items' @> jsonb_build_array(jsonb_build_array(item -> 0, item -> 1)))
      )
    ) then
      perform private.set_moderated_status(item ->> 0, item ->> 1, (item ->> 2)::public.publication_status, null, false);
      restored := restored + 1;
    end if;
  end loop;
  if (entry.details ->> 'with_ban')::boolean then
    perform private.lift_removal_ban(entry);
  end if;
  perform private.log_moderation('restored-all', 'member', entry.target_id, entry.target_title, format('%s items', restored),
    entry.author_id, jsonb_build_object('of', entry.id));
  return restored;
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
