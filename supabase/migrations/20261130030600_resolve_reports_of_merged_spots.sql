-- Reports of a spot stayed in the queue after it was merged. They could only be dismissed, which told the reporter that the spot
-- stays, and put a spot that reports had hidden back on the map.
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
    moved || jsonb_build_object('redirects', redirected))
  returning id into made;
  -- The members who reported these duplicates are told that their reports were accepted.
  perform private.finish_suggestion(suggestions.id, '{}', 'accepted', '') from public.suggestions
    where suggestions.status = 'open' and suggestions.kind = 'duplicate'
      and (suggestions.spot_id, suggestions.duplicate_of) in ((kept.id, merged.id), (merged.id, kept.id));
  entry := private.log_moderation('merge', 'spot', kept.id, kept.title, 'Merged with ' || merged.title, merged.author_id,
    jsonb_build_object('merge', made, 'merged_id', merged.id));
  delete from private.hidden_items where kind = 'spot' and target_id = merged.id;
  perform private.resolve_reports(entry, 'spot', merged.id, 'resolved',
    'The spot you reported was merged with another one that shows the same place. Thank you.');
  return made;
end
$$;

-- The function above writes the log entry, because the notices to the reporters belong to it.
create or replace function public.merge_spots(kept_id text, merged_id text, taken text[] DEFAULT '{}'::text[])
  returns jsonb
  language plpgsql
  set search_path to ''
as $$
declare
  kept public.spots;
  merged public.spots;
  exact public.spot_exact_points;
  wanted jsonb;
  made bigint;
begin
  perform private.require_moderator();
  if kept_id = merged_id then
    raise sqlstate 'PT400' using message = 'Choose two different spots.';
  end if;
  -- Locked in the order of their ids, so that two merges of the same pair cannot wait for each other.
  perform from public.spots where spots.id in (kept_id, merged_id) order by spots.id for update;
  select * into kept from public.spots where spots.id = kept_id;
  select * into merged from public.spots where spots.id = merged_id;
  if kept.id is null or merged.id is null or 'private' in (kept.visibility, merged.visibility) then
    raise sqlstate 'PT404' using message = 'One of the spots was not found.';
  end if;
  if kept.status not in ('published', 'closed') or merged.status not in ('published', 'closed', 'pending') then
    raise sqlstate 'PT409' using message = 'One of the spots is no longer on the map.';
  end if;
  if 'link' in (kept.visibility, merged.visibility) then
    raise sqlstate 'PT400' using message = 'A spot that is shared by link cannot be merged: others would see what it contains.';
  end if;
  if kept.visibility < merged.visibility then
    raise sqlstate 'PT400' using message = 'More people would see what the other spot contains. Keep the other one.';
  end if;
  if kept.precision = 'exact' and merged.precision = 'area' then
    raise sqlstate 'PT400' using message = 'The other spot shows only an area, and a merge would reveal its position. Keep the other one.';
  end if;
  select coalesce(jsonb_object_agg(field, to_jsonb(merged) -> field), '{}') into wanted
    from unnest(taken) as field
    where field = any (array['title', 'category', 'tags', 'description', 'address', 'website', 'access', 'cover_photo_id'])
      and (field <> 'cover_photo_id' or merged.cover_photo_id is not null);
  select * into exact from public.spot_exact_points where spot_id = merged.id;
  if wanted ? 'address' then
    wanted := wanted || jsonb_build_object('address', coalesce(exact.address, merged.address));
  end if;
  if 'position' = any (taken) then
    wanted := wanted || jsonb_build_object('lng', coalesce(exact.lng, merged.lng), 'lat', coalesce(exact.lat, merged.lat));
  end if;
  made := private.merge_spot_rows(kept, merged, wanted);
  return jsonb_build_object('id', kept.id, 'merge', made);
end
$$;
