-- For 30 days, the record of a merge kept reviews of members who had deleted their accounts, the text of spots that had been
-- deleted, and the exact position of an area. The page about the deletion of accounts says that all of them are deleted.
delete from private.spot_merges
where not exists (select from public.spots where id = kept_id) or not exists (select from public.spots where id = merged_id);
alter table private.spot_merges
  add constraint spot_merges_kept_id_fkey foreign key (kept_id) references public.spots (id) on delete cascade,
  add constraint spot_merges_merged_id_fkey foreign key (merged_id) references public.spots (id) on delete cascade;
update private.spot_merges set before = jsonb_set(before, '{wanted}', (before -> 'wanted') - 'lng' - 'lat' - 'address')
where before #>> '{kept,precision}' = 'area';

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
$$;

create function private.tg_users__forget_replaced_reviews()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $$
begin
  update private.spot_merges set moved = jsonb_set(moved, '{replaced_reviews}', (
    select coalesce(jsonb_agg(review), '[]') from jsonb_array_elements(moved -> 'replaced_reviews') as review
    where review ->> 'author_id' <> old.id::text))
  where moved -> 'replaced_reviews' @> jsonb_build_array(jsonb_build_object('author_id', old.id));
  return null;
end
$$;
create trigger _510_forget_replaced_reviews after delete on public.users
  for each row execute function private.tg_users__forget_replaced_reviews();

update private.spot_merges set moved = jsonb_set(moved, '{replaced_reviews}', (
  select coalesce(jsonb_agg(review), '[]') from jsonb_array_elements(moved -> 'replaced_reviews') as review
  where exists (select from public.users where id::text = review ->> 'author_id')))
where moved -> 'replaced_reviews' <> '[]';
comment on table private.spot_merges is 'What each merge moved and replaced, so that it can be undone for 30 days. Deleted with either spot.';
