-- A merge that could not be undone would have stopped the deletion of an account or spot each time it was tried.
create or replace function private.undo_merges_of(kept_ids text[]) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  merge record;
begin
  for merge in
    select spot_merges.id, merged.id as merged_id, merged.title, merged.author_id, kept.id as kept_id
    from private.spot_merges
      join public.spots as kept on kept.id = spot_merges.kept_id
      join public.spots as merged on merged.id = spot_merges.merged_id
      join public.spot_redirects as redirect on redirect.old_id = merged.id and redirect.spot_id = kept.id
    where spot_merges.kept_id = any (kept_ids) and undone_at is null and spot_merges.created_at > now() - interval '30 days'
      and merged.status = 'removed' and merged.author_id is distinct from kept.author_id
    order by spot_merges.id desc
  loop
    begin
      perform private.unmerge_spots(merge.id);
      perform private.write_moderation_log(null, 'undo-merge', 'spot', merge.merged_id, merge.title, merge.author_id,
        'The other spot was deleted.', jsonb_build_object('merge', merge.id, 'kept_id', merge.kept_id));
    exception when others then
      raise warning 'Merge % could not be undone: %', merge.id, sqlerrm;
    end;
  end loop;
end
$$;
