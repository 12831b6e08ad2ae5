-- Authors could delete a spot, or their account with its spots, soon after a spot of another member was merged into it. What the
-- merge had moved was lost, and the other spot could not be restored, although a merge can be undone for 30 days.
create function private.undo_merges_of(kept_ids text[]) returns void
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
    perform private.unmerge_spots(merge.id);
    perform private.write_moderation_log(null, 'undo-merge', 'spot', merge.merged_id, merge.title, merge.author_id,
      'The other spot was deleted.', jsonb_build_object('merge', merge.id, 'kept_id', merge.kept_id));
  end loop;
end
$$;
comment on function private.undo_merges_of(text[]) is 'Undoes the merges of spots of other members into spots that are about to be deleted. Checks nothing: its callers do.';
grant execute on function private.undo_merges_of(text[]) to authenticated;
create or replace function public.delete_spot(id text)
  returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  perform private.undo_merges_of(array[spots.id]) from public.spots where spots.id = delete_spot.id and author_id = auth.uid();
  delete from public.spots where spots.id = delete_spot.id;
  if not found then
    raise sqlstate 'PT404' using message = 'Spot not found, or it is not yours.';
  end if;
end
$$;

create or replace function private.begin_account_deletion()
  returns TABLE(user_id uuid, files jsonb)
  language plpgsql
  security definer
  set search_path = ''
  as $$
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
    perform private.undo_merges_of(array(select id from public.spots where author_id = request.user_id));
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
$$;
