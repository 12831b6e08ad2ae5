-- Moderators merge two spots that show the same place. What members added moves to the one that is kept; the address of
-- the other leads there for ever. A merge can be undone for 30 days.
create table public.spot_redirects (
  old_id text primary key,
  spot_id text not null references public.spots (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint spot_redirects_self_check check (old_id <> spot_id)
);
create index spot_redirects_spot_id_idx on public.spot_redirects (spot_id);
alter table public.spot_redirects enable row level security;
create policy "members are not banned and have used their second factor" on public.spot_redirects as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "people follow redirects to what they may read" on public.spot_redirects for select to anon, authenticated
  using (exists (select from public.spots where spots.id = spot_id));
grant select on public.spot_redirects to anon, authenticated;
comment on table public.spot_redirects is
  'Ids of merged spots and the spots that they were merged into, without chains. Outlives the row of the merged spot.';

-- No foreign keys: the log of a merge outlives both spots and the account of the moderator.
create table private.spot_merges (
  id bigint generated always as identity primary key,
  kept_id text not null,
  merged_id text not null,
  moderator_id uuid,
  before jsonb not null,
  moved jsonb not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
create index spot_merges_kept_id_idx on private.spot_merges (kept_id, id desc);
create index spot_merges_merged_id_idx on private.spot_merges (merged_id, id desc);
alter table private.spot_merges enable row level security;
comment on table private.spot_merges is 'What each merge moved and replaced, so that it can be undone.';

-- Moving a review or comment to another spot is no edit of it.
create or replace trigger _300_touch before update of rating, body on public.reviews for each row execute function private.tg__touch();
create or replace trigger _300_touch before update of body on public.comments for each row execute function private.tg__touch();

create function private.count_saves(of_spot text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    update public.spots set
      save_count = (select count(distinct lists.author_id) from public.list_items join public.lists on lists.id = list_items.list_id
        where list_items.spot_id = of_spot and lists.kind <> 'been'),
      been_count = (select count(distinct lists.author_id) from public.list_items join public.lists on lists.id = list_items.list_id
        where list_items.spot_id = of_spot and lists.kind = 'been')
    where id = of_spot
  $$;

create function private.move_reviews(from_spot text, to_spot text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  replaced jsonb;
  moved jsonb;
begin
  -- One review a member and spot: the newer one counts. The older one stays with the merged spot, or in the log.
  with older as (
    delete from public.reviews as kept using public.reviews as other
    where kept.spot_id = to_spot and other.spot_id = from_spot and kept.author_id = other.author_id
      and kept.updated_at < other.updated_at
    returning kept.*
  )
  select coalesce(jsonb_agg(to_jsonb(older)), '[]') into replaced from older;
  with taken as (
    update public.reviews set spot_id = to_spot
    where spot_id = from_spot and not exists (
      select from public.reviews as kept where kept.spot_id = to_spot and kept.author_id = reviews.author_id
    )
    returning id, rating
  ), counted as (
    select coalesce(jsonb_agg(id), '[]') as ids, count(*)::integer as count, coalesce(sum(rating), 0)::integer as sum from taken
  ), fewer as (
    update public.spots set review_count = review_count - counted.count, rating_sum = rating_sum - counted.sum
    from counted where spots.id = from_spot
  ), more as (
    update public.spots set review_count = review_count + counted.count, rating_sum = rating_sum + counted.sum
    from counted where spots.id = to_spot
  )
  select ids into moved from counted;
  return jsonb_build_object('reviews', moved, 'replaced_reviews', replaced);
end
$$;
comment on function private.move_reviews is 'Moves reviews to another spot. Returns the ids of those moved, and the rows of the older ones they replace.';

create function private.move_to_spot(from_spot text, to_spot text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  moved jsonb := private.move_reviews(from_spot, to_spot);
  last_position integer := (select coalesce(max(position) + 1, 0) from public.photos where spot_id = to_spot);
  comment_total integer := (select comment_count from public.spots where id = from_spot);
  ids jsonb;
begin
  with taken as (
    update public.photos set spot_id = to_spot, position = least(999, position + last_position) where spot_id = from_spot returning id
  )
  select coalesce(jsonb_agg(id), '[]') into ids from taken;
  moved := moved || jsonb_build_object('photos', ids);
  with taken as (update public.comments set spot_id = to_spot where spot_id = from_spot returning id)
  select coalesce(jsonb_agg(id), '[]') into ids from taken;
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
  -- Stories name a spot by its address, and their cards follow post_spots.
  with renamed as (
    update public.posts set body = regexp_replace(body, '(/spot/)' || from_spot || '(?![a-z0-9])', '\1' || to_spot, 'g')
    where id in (select post_id from public.post_spots where spot_id = from_spot) and body ~ ('/spot/' || from_spot || '(?![a-z0-9])')
    returning id
  )
  select coalesce(jsonb_agg(id), '[]') into ids from renamed;
  moved := moved || jsonb_build_object('renamed_posts', ids);
  with taken as (
    update public.post_spots set spot_id = to_spot
    where spot_id = from_spot and not exists (
      select from public.post_spots as kept where kept.post_id = post_spots.post_id and kept.spot_id = to_spot
    )
    returning post_id
  )
  select coalesce(jsonb_agg(post_id), '[]') into ids from taken;
  moved := moved || jsonb_build_object('posts', ids);
  with taken as (update public.notifications set spot_id = to_spot where spot_id = from_spot returning id)
  select coalesce(jsonb_agg(id), '[]') into ids from taken;
  return moved || jsonb_build_object('notifications', ids);
end
$$;
comment on function private.move_to_spot is 'Moves what members added to a spot to another one, and returns the ids of what moved.';

create function private.merge_spot_rows(kept public.spots, merged public.spots, wanted jsonb) returns bigint
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  moved jsonb;
  redirected jsonb;
  made bigint;
begin
  moved := private.move_to_spot(merged.id, kept.id);
  perform public.update_spot(kept.id, wanted) where wanted - 'cover_photo_id' <> '{}';
  update public.spots set cover_photo_id = (wanted ->> 'cover_photo_id')::uuid where id = kept.id and wanted ? 'cover_photo_id';
  update public.spots set confirmed_at = greatest(kept.confirmed_at, merged.confirmed_at) where id = kept.id;
  update public.spots set status = 'removed',
    removal_reason = left('Merged with “' || kept.title || '”, which shows the same place.', 1000) where id = merged.id;
  with turned as (update public.spot_redirects set spot_id = kept.id where spot_id = merged.id returning old_id)
  select coalesce(jsonb_agg(old_id), '[]') into redirected from turned;
  insert into public.spot_redirects (old_id, spot_id) values (merged.id, kept.id)
    on conflict (old_id) do update set spot_id = excluded.spot_id;
  insert into private.spot_merges (kept_id, merged_id, moderator_id, before, moved)
  values (kept.id, merged.id, auth.uid(),
    jsonb_build_object('status', merged.status, 'cover_photo_id', merged.cover_photo_id, 'wanted', wanted, 'kept', to_jsonb(kept) - 'search'),
    moved || jsonb_build_object('redirects', redirected))
  returning id into made;
  -- Whoever reported this pair reads that it was accepted.
  perform private.finish_suggestion(suggestions.id, '{}', 'accepted', '') from public.suggestions
    where suggestions.status = 'open' and suggestions.kind = 'duplicate'
      and (suggestions.spot_id, suggestions.duplicate_of) in ((kept.id, merged.id), (merged.id, kept.id));
  return made;
end
$$;

create function public.merge_spots(kept_id text, merged_id text, taken text[] default '{}') returns jsonb
  language plpgsql volatile set search_path = ''
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
  if 'position' = any (taken) then
    select * into exact from public.spot_exact_points where spot_id = merged.id;
    wanted := wanted || jsonb_build_object('lng', coalesce(exact.lng, merged.lng), 'lat', coalesce(exact.lat, merged.lat));
  end if;
  made := private.merge_spot_rows(kept, merged, wanted);
  perform private.log_moderation('merge', 'spot', kept.id, kept.title, 'Merged with ' || merged.title, merged.author_id,
    jsonb_build_object('merge', made, 'merged_id', merged.id));
  return jsonb_build_object('id', kept.id, 'merge', made);
end
$$;
comment on function public.merge_spots is
  'Merges a spot into another one and returns {id, merge}. taken names the fields whose values come from the merged spot: title, '
  'category, tags, description, address, website, access, position, cover_photo_id. For moderators. Neither spot may be shared by link, '
  'and what the merged spot contains never becomes visible to more people.';

create function private.unmerge_spots(merge_id bigint) returns jsonb
  language plpgsql volatile security definer set search_path = ''
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
  update public.photos set spot_id = merged.id
    where spot_id = kept.id and id in (select value::uuid from jsonb_array_elements_text(moved -> 'photos'));
  with taken as (
    update public.reviews set spot_id = merged.id
    where spot_id = kept.id and id in (select value::uuid from jsonb_array_elements_text(moved -> 'reviews'))
      and not exists (select from public.reviews as other where other.spot_id = merged.id and other.author_id = reviews.author_id)
    returning rating
  ), counted as (select count(*)::integer as count, coalesce(sum(rating), 0)::integer as sum from taken
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
  with taken as (
    update public.comments set spot_id = merged.id
    where spot_id = kept.id and (id in (select value::uuid from jsonb_array_elements_text(moved -> 'comments'))
      or parent_id in (select value::uuid from jsonb_array_elements_text(moved -> 'comments')))
    returning id
  ), counted as (select count(*)::integer as count from taken
  ), fewer as (
    update public.spots set comment_count = greatest(0, comment_count - counted.count) from counted where spots.id = kept.id
  )
  update public.spots set comment_count = comment_count + counted.count from counted where spots.id = merged.id;
  update public.list_items set spot_id = merged.id
    where spot_id = kept.id and list_id in (select value from jsonb_array_elements_text(moved -> 'lists'))
      and not exists (select from public.list_items as other where other.list_id = list_items.list_id and other.spot_id = merged.id);
  perform private.count_saves(kept.id), private.count_saves(merged.id);
  update public.posts set body = regexp_replace(body, '(/spot/)' || kept.id || '(?![a-z0-9])', '\1' || merged.id, 'g')
    where id in (select value from jsonb_array_elements_text(moved -> 'renamed_posts'))
      and id in (select value from jsonb_array_elements_text(moved -> 'posts'));
  update public.post_spots set spot_id = merged.id
    where spot_id = kept.id and post_id in (select value from jsonb_array_elements_text(moved -> 'posts'))
      and not exists (select from public.post_spots as other where other.post_id = post_spots.post_id and other.spot_id = merged.id);
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
$$;
comment on function private.unmerge_spots is 'Moves back what a merge has moved and is still there. What was added since stays with the kept spot.';

create function public.undo_merge(id bigint) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  undone jsonb;
begin
  perform private.require_moderator();
  undone := private.unmerge_spots(undo_merge.id);
  perform private.log_moderation('undo-merge', 'spot', undone ->> 'id', undone ->> 'title', '', (undone ->> 'author_id')::uuid,
    jsonb_build_object('merge', undo_merge.id, 'kept_id', undone ->> 'kept_id'));
  return undone ->> 'id';
end
$$;
comment on function public.undo_merge is 'Undoes a merge of the last 30 days and returns the id of the spot that is back. For moderators.';

create function private.list_merges(of_spot text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('id', spot_merges.id, 'merged_id', merged_id, 'title', spots.title,
      'created_at', spot_merges.created_at, 'author', private.member_card(moderator_id)) order by spot_merges.id desc), '[]')
    from private.spot_merges join public.spots on spots.id = merged_id
    where kept_id = of_spot and undone_at is null and spot_merges.created_at > now() - interval '30 days'
      and spots.visibility <> 'private'
  $$;

create function public.merge_page(id text, other_id text default null) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
declare
  spot public.spots;
  other public.spots;
begin
  perform private.require_moderator();
  select * into spot from public.spots where spots.id = merge_page.id;
  if spot.id is null then
    return null;
  end if;
  select * into other from public.spots where spots.id = other_id and spots.id <> spot.id;
  return jsonb_build_object(
    'spot', private.spot_detail(spot) || jsonb_build_object('author', private.member_card(spot.author_id)),
    'other', case when other.id is not null
      then private.spot_detail(other) || jsonb_build_object('author', private.member_card(other.author_id)) end,
    'near', public.list_nearby_duplicates(spot.lng, spot.lat, spot.title, spot.id),
    'merges', private.list_merges(spot.id)
  );
end
$$;
comment on function public.merge_page is
  'The data of /spot/{id}/merge: both spots, possible duplicates, and the merges that can be undone. For moderators.';

create function public.find_merged_spot(id text, link_secret text default null) returns text
  language plpgsql volatile set search_path = ''
  as $$
begin
  if link_secret is not null then
    perform private.use_link_secret(link_secret);
  end if;
  return (select spot_id from public.spot_redirects where old_id = find_merged_spot.id);
end
$$;
comment on function public.find_merged_spot is 'The spot that another one was merged into, if the viewer may see it; else null.';

grant execute on function
  private.merge_spot_rows,
  private.unmerge_spots,
  private.list_merges,
  public.merge_spots,
  public.undo_merge,
  public.merge_page
to authenticated;

grant execute on function
  public.find_merged_spot
to anon, authenticated;
