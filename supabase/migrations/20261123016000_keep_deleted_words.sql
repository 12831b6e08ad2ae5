-- Comments and reviews that their author deletes disappear at once and can be brought back for a while. Replies of others
-- stay, below the word "Deleted.".
alter table public.comments
  add column review_id uuid references public.reviews (id) on delete cascade,
  add column edited_at timestamptz,
  add column deleted_at timestamptz,
  add constraint comments_answer_check check (num_nonnulls(parent_id, review_id) <= 1),
  add constraint comments_review_check check (review_id is null or spot_id is not null);
alter table public.reviews
  add column edited_at timestamptz,
  add column deleted_at timestamptz;
create index comments_review_id_idx on public.comments (review_id, created_at) where review_id is not null;
create index comments_deleted_at_idx on public.comments (deleted_at) where deleted_at is not null;
create index reviews_deleted_at_idx on public.reviews (deleted_at) where deleted_at is not null;
drop index public.comments_parent_id_idx;
create index comments_parent_id_idx on public.comments (parent_id, created_at) where parent_id is not null;
comment on table public.comments is
  'Comments on a spot or a story. A reply has a parent, which is not a reply itself, or it answers a review of the spot.';
comment on column public.comments.review_id is 'The review that the comment answers.';
comment on column public.comments.deleted_at is 'When its author deleted it. No one can read it since then; a chore removes it after a day.';
comment on column public.reviews.deleted_at is 'When its author deleted it. No one can read it since then; a chore removes it after a day.';
grant insert (review_id) on public.comments to authenticated;

create policy "no one uses deleted comments" on public.comments as restrictive for all to anon, authenticated
  using (deleted_at is null) with check (deleted_at is null);
create policy "no one uses deleted reviews" on public.reviews as restrictive for all to anon, authenticated
  using (deleted_at is null) with check (deleted_at is null);
create policy "people read answers to reviews they may read" on public.comments as restrictive for select to anon, authenticated
  using (review_id is null or exists (select from public.reviews where reviews.id = review_id));

-- Deleting the row of a comment deletes the replies of others with it.
create function private.has_replies(of_comment uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from public.comments where parent_id = of_comment) $$;
create policy "authors keep comments that others answered" on public.comments as restrictive for delete to authenticated
  using ((select private.is_moderator()) or not private.has_replies(id));

create function private.tg_comments__check_review() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if not exists (select from public.reviews where reviews.id = new.review_id and reviews.spot_id = new.spot_id) then
    raise check_violation using message = 'You can reply only to a review of the same spot.',
      constraint = 'comments_review_id_check', table = 'comments', schema = 'public';
  end if;
  return new;
end
$$;
comment on function private.tg_comments__check_review is 'Runs as the caller, so that hidden and unknown reviews are rejected alike.';
create trigger _110_review before insert on public.comments
  for each row when (new.review_id is not null) execute function private.tg_comments__check_review();

create function private.tg__note_edit() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.edited_at := now();
  return new;
end
$$;
create trigger _310_note_edit before update of body on public.comments
  for each row when (new.body is distinct from old.body) execute function private.tg__note_edit();
create trigger _310_note_edit before update of rating, body on public.reviews
  for each row when ((new.rating, new.body) is distinct from (old.rating, old.body)) execute function private.tg__note_edit();

-- A member may write again after deleting: the deleted review then leaves for good.
create function private.tg_reviews__replace_deleted() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.reviews where spot_id = new.spot_id and author_id = new.author_id and deleted_at is not null;
  return new;
end
$$;
create trigger _060_replace_deleted before insert on public.reviews
  for each row execute function private.tg_reviews__replace_deleted();

-- What is counted is what people see. Answers to reviews are not counted as comments.
create function private.comment_state(comment public.comments) returns text
  language sql immutable set search_path = ''
  return case
    when comment.deleted_at is not null then 'deleted'
    when comment.removal_reason is not null then 'removed'
    when comment.hidden_at is not null then 'hidden'
    else 'shown' end;
comment on function private.comment_state is
  'shown, deleted by its author, removed by a moderator, or hidden by reports until a moderator has looked at it.';

create function private.is_counted(comment public.comments) returns boolean
  language sql immutable set search_path = ''
  return comment.id is not null and private.comment_state(comment) = 'shown' and comment.review_id is null;

create function private.is_counted(review public.reviews) returns boolean
  language sql immutable set search_path = ''
  return review.id is not null and review.deleted_at is null and review.hidden_at is null;

create or replace function private.tg_comments__count() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  change integer := private.is_counted(new)::integer - private.is_counted(old)::integer;
begin
  if change <> 0 then
    update public.spots set comment_count = comment_count + change where id = coalesce(new.spot_id, old.spot_id);
    update public.posts set comment_count = comment_count + change where id = coalesce(new.post_id, old.post_id);
  end if;
  return null;
end
$$;

create or replace function private.tg_reviews__count() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  was integer := private.is_counted(old)::integer;
  becomes integer := private.is_counted(new)::integer;
  more_stars integer := becomes * coalesce(new.rating, 0) - was * coalesce(old.rating, 0);
begin
  if was <> becomes or more_stars <> 0 then
    update public.spots set review_count = review_count + becomes - was, rating_sum = rating_sum + more_stars
      where id = coalesce(new.spot_id, old.spot_id);
  end if;
  return null;
end
$$;
-- The counts above know what is hidden.
drop trigger _400_hidden on public.reviews;
drop trigger _400_hidden on public.comments;
drop trigger _400_hidden_deleted on public.reviews;
drop trigger _400_hidden_deleted on public.comments;
drop trigger _500_count on public.comments;
create trigger _500_count after insert or delete or update on public.comments
  for each row execute function private.tg_comments__count();
drop trigger _500_count on public.reviews;
create trigger _500_count after insert or delete or update on public.reviews
  for each row execute function private.tg_reviews__count();

-- Photos of reviews. They belong to the spot as well and appear among its photos, but only while their review can be read.
alter table public.photos add column review_id uuid references public.reviews (id) on delete cascade;
create index photos_review_id_idx on public.photos (review_id, position) where review_id is not null;
comment on column public.photos.review_id is 'The review that the photo belongs to, by the same author and of the same spot.';
grant update (review_id) on public.photos to authenticated;
create policy "people read photos of reviews they may read" on public.photos as restrictive for select to anon, authenticated
  using (review_id is null or author_id = (select auth.uid()) or exists (select from public.reviews where reviews.id = review_id));
create policy "members attach photos to their own review" on public.photos as restrictive for update to authenticated
  with check (review_id is null or exists (
    select from public.reviews where reviews.id = review_id and reviews.author_id = (select auth.uid())
      and reviews.spot_id = photos.spot_id
  ));

create function private.max_review_photos() returns integer
  language sql immutable parallel safe return 6;

create function private.tg_photos__limit_per_review() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform from public.reviews where id = new.review_id for update;
  if (select count(*) from public.photos where review_id = new.review_id) > private.max_review_photos() then
    raise sqlstate 'PT400' using message = format('A review can have at most %s photos.', private.max_review_photos());
  end if;
  return null;
end
$$;
create trigger _900_limit_per_review after insert or update of review_id on public.photos
  for each row when (new.review_id is not null) execute function private.tg_photos__limit_per_review();

create function private.attach_review_photos(to_review uuid, to_spot text, photo_ids uuid[]) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  delete from public.photos where review_id = to_review and author_id = auth.uid() and not id = any(photo_ids);
  update public.photos set spot_id = to_spot, review_id = to_review, position = least(wanted.place - 1, 999)
    from unnest(photo_ids) with ordinality as wanted (id, place)
    where photos.id = wanted.id and photos.author_id = auth.uid()
      and (photos.spot_id is null and photos.review_id is null or photos.review_id = to_review);
end
$$;
comment on function private.attach_review_photos is
  'Gives a review of the caller these photos in this order: their own draft photos and those it has. Its other photos are deleted.';

create function public.save_review(spot_id text, rating smallint, body text default '', photo_ids uuid[] default null)
  returns uuid
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
declare
  saved uuid;
begin
  update public.reviews set rating = save_review.rating, body = save_review.body
    where reviews.spot_id = save_review.spot_id and author_id = auth.uid() returning id into saved;
  if saved is null then
    insert into public.reviews (spot_id, rating, body)
      values (save_review.spot_id, save_review.rating, save_review.body) returning id into saved;
  end if;
  if photo_ids is not null then
    perform private.attach_review_photos(saved, save_review.spot_id, photo_ids);
  end if;
  return saved;
end
$$;
comment on function public.save_review is
  'Creates or updates the caller''s one review of a spot and returns its id. If photo_ids is given, the review keeps these photos, in this order.';

-- Members may not write deleted_at, so these run as the owner and check the caller themselves.
create function private.delete_comment(of_comment uuid) returns void
  language sql volatile security definer set search_path = ''
  as $$
    update public.comments set deleted_at = now()
    where id = of_comment and deleted_at is null and author_id = auth.uid() and private.has_valid_session()
  $$;

create function private.restore_comment(of_comment uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  update public.comments set deleted_at = null
  where id = of_comment and deleted_at > now() - interval '1 hour' and author_id = auth.uid() and private.has_valid_session();
  if not found then
    raise sqlstate 'PT404' using message = 'This was deleted too long ago to bring it back.';
  end if;
end
$$;

-- The photos of a deleted review leave the spot with it and return with it.
create function private.delete_review(of_review uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  update public.reviews set deleted_at = now()
  where id = of_review and deleted_at is null and author_id = auth.uid() and private.has_valid_session();
  if found then
    update public.photos set spot_id = null where review_id = of_review;
  end if;
end
$$;

create function private.restore_review(of_review uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  of_spot text;
begin
  update public.reviews set deleted_at = null
  where id = of_review and deleted_at > now() - interval '1 hour' and author_id = auth.uid() and private.has_valid_session()
  returning spot_id into of_spot;
  if of_spot is null then
    raise sqlstate 'PT404' using message = 'This was deleted too long ago to bring it back.';
  end if;
  update public.photos set spot_id = of_spot where review_id = of_review;
end
$$;

create function public.delete_comment(id uuid) returns void
  language sql volatile set search_path = '' return private.delete_comment(id);
comment on function public.delete_comment is 'Deletes a comment of the caller. It can be restored for an hour. Does nothing if there is none.';

create function public.restore_comment(id uuid) returns void
  language sql volatile set search_path = '' return private.restore_comment(id);
comment on function public.restore_comment is 'Restores a comment that the caller deleted within the last hour.';

create function public.delete_review(id uuid) returns void
  language sql volatile set search_path = '' return private.delete_review(id);
comment on function public.delete_review is 'Deletes a review of the caller with its photos. It can be restored for an hour. Does nothing if there is none.';

create function public.restore_review(id uuid) returns void
  language sql volatile set search_path = '' return private.restore_review(id);
comment on function public.restore_review is 'Restores a review that the caller deleted within the last hour, with its photos.';

-- What its author deletes leaves the queue of reports, and returns to it when it is restored.
create function private.tg__sync_deleted_items() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  of_kind constant text := left(tg_table_name, -1);
begin
  if new.deleted_at is null then
    perform private.sync_report_item(of_kind, new.id::text);
  else
    delete from public.moderation_items where kind = of_kind and target_id = new.id::text;
  end if;
  return null;
end
$$;
create trigger _550_deleted_items after update of deleted_at on public.comments
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function private.tg__sync_deleted_items();
create trigger _550_deleted_items after update of deleted_at on public.reviews
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function private.tg__sync_deleted_items();

create function private.purge_deleted_words() returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  delete from public.reviews where deleted_at < now() - interval '1 day';
  delete from public.comments where deleted_at < now() - interval '1 day' and not private.has_replies(id);
  -- Replies of others keep the row, but not what it said.
  update public.comments set body = 'Deleted.' where deleted_at < now() - interval '1 day' and body <> 'Deleted.';
end
$$;
comment on function private.purge_deleted_words is 'Removes comments and reviews that their authors deleted more than a day ago.';

create or replace function private.reconcile_files() returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  -- One server at a time; the others skip it.
  if not pg_try_advisory_xact_lock(hashtext('private.reconcile_files')) then
    return;
  end if;
  perform private.purge_deleted_words();
  -- Uploads that never got a row, for example because the server was killed.
  insert into private.file_deletions (bucket_id, name)
  select bucket_id, name from private.unused_files where created_at < now() - interval '30 minutes'
  on conflict do nothing;
  -- Photos of forms that were never submitted. Those of a deleted review may return with it.
  delete from public.photos
  where spot_id is null and review_id is null and created_at < now() - interval '30 days'
    and not exists (select from public.posts where cover_photo_id = photos.id);
  delete from public.photos
  where id in (select id from private.photos_without_files where created_at < now() - interval '30 minutes');
end
$$;

-- A spot is on the map from the day it was marked, so no one has confirmed it before.
create function private.tg_spots__confirm_after_marking() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.confirmed_at := greatest(new.confirmed_at, new.created_at);
  return new;
end
$$;
create trigger _350_confirm_after_marking before insert or update of confirmed_at, created_at on public.spots
  for each row when (new.confirmed_at < new.created_at) execute function private.tg_spots__confirm_after_marking();
update public.spots set confirmed_at = created_at where confirmed_at < created_at;

grant execute on function
  private.has_replies,
  private.attach_review_photos,
  private.delete_comment,
  private.restore_comment,
  private.delete_review,
  private.restore_review,
  public.save_review,
  public.delete_comment,
  public.restore_comment,
  public.delete_review,
  public.restore_review
to authenticated;
