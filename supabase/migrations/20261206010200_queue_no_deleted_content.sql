-- The moderators' queue showed reports that nobody could decide. Their photo belonged to a deleted review, or their comment or
-- review had been deleted before the visibility of its spot or story changed.
create or replace function private.find_moderated(of_kind text, of_id text, OUT kind text, OUT id text, OUT title text, OUT author_id uuid, OUT spot_id text, OUT post_id text, OUT status public.publication_status, OUT is_hidden boolean)
  returns record
  language plpgsql
  stable security definer
  set search_path = ''
  as $$
begin
  if of_kind = 'spot' then
    select 'spot', spots.id, spots.title, spots.author_id, spots.id, null, spots.status, private.is_hidden_by_reports('spot', spots.id)
    into kind, id, title, author_id, spot_id, post_id, status, is_hidden
    from public.spots where spots.id = of_id and visibility <> 'private' and spots.status <> 'draft';
  elsif of_kind = 'post' then
    select 'post', posts.id, posts.title, posts.author_id, null, posts.id, posts.status, private.is_hidden_by_reports('post', posts.id)
    into kind, id, title, author_id, spot_id, post_id, status, is_hidden
    from public.posts where posts.id = of_id and visibility <> 'private' and posts.status <> 'draft';
  elsif of_kind = 'list' then
    select 'list', lists.id, lists.title, lists.author_id, null, null,
      case when lists.removal_reason is not null then 'removed' when lists.hidden_at is not null then 'pending' else 'published' end,
      lists.hidden_at is not null and lists.removal_reason is null
    into kind, id, title, author_id, spot_id, post_id, status, is_hidden
    from public.lists where lists.id = of_id and visibility <> 'private' and lists.kind = 'own';
  elsif of_id !~ '^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$' then
    return;
  elsif of_kind = 'photo' then
    select 'photo', photos.id, 'Photo of ' || coalesce(spots.title, posts.title), photos.author_id, spots.id, posts.id,
      case when photos.removal_reason is not null then 'removed' when photos.hidden_at is not null then 'pending' else 'published' end,
      photos.hidden_at is not null and photos.removal_reason is null
    into kind, id, title, author_id, spot_id, post_id, status, is_hidden
    from public.photos
      left join public.spots on spots.id = photos.spot_id
      left join public.posts on posts.id = photos.post_id
    where photos.id = of_id::uuid and coalesce(spots.visibility, posts.visibility) <> 'private';
  elsif of_kind = 'review' then
    select 'review', reviews.id, 'Review of ' || spots.title, reviews.author_id, spots.id, null,
      case when reviews.removal_reason is not null then 'removed' when reviews.hidden_at is not null then 'pending' else 'published' end,
      reviews.hidden_at is not null and reviews.removal_reason is null
    into kind, id, title, author_id, spot_id, post_id, status, is_hidden
    from public.reviews join public.spots on spots.id = reviews.spot_id
    where reviews.id = of_id::uuid and reviews.deleted_at is null and spots.visibility <> 'private';
  elsif of_kind = 'comment' then
    select 'comment', comments.id, 'Comment on ' || coalesce(spots.title, posts.title), comments.author_id, spots.id, posts.id,
      case when comments.removal_reason is not null then 'removed' when comments.hidden_at is not null then 'pending' else 'published' end,
      comments.hidden_at is not null and comments.removal_reason is null
    into kind, id, title, author_id, spot_id, post_id, status, is_hidden
    from public.comments
      left join public.spots on spots.id = comments.spot_id
      left join public.posts on posts.id = comments.post_id
    where comments.id = of_id::uuid and comments.deleted_at is null and coalesce(spots.visibility, posts.visibility) <> 'private';
  elsif of_kind = 'member' then
    select 'member', users.id, coalesce(users.username, users.name, 'member'), users.id, null, null, 'published', false
    into kind, id, title, author_id, spot_id, post_id, status, is_hidden
    from public.users where users.id = of_id::uuid;
  end if;
  title := left(title, 200);
end
$$;

comment on function private.find_moderated(text, text) is 'What a moderator decides about. No row with an id for private content, drafts and what was deleted or does not exist.';

create function private.tg_photos__sync_reports() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.sync_report_item('photo', new.id::text);
  return null;
end
$$;

create trigger _560_reports after update of spot_id on public.photos
  for each row when ((old.spot_id is null) <> (new.spot_id is null)) execute function private.tg_photos__sync_reports();

delete from public.moderation_items as item where queue = 'reports' and decided_at is null and (
  (kind = 'photo' and exists (
    select from public.photos where photos.id::text = item.target_id and photos.spot_id is null and photos.post_id is null))
  or (kind = 'review' and exists (
    select from public.reviews where reviews.id::text = item.target_id and reviews.deleted_at is not null))
  or (kind = 'comment' and exists (
    select from public.comments where comments.id::text = item.target_id and comments.deleted_at is not null)));
