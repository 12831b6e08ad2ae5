-- The queues of the moderators: one row for each thing that waits for them.
alter table public.instance_settings
  add column if not exists trusted_after integer not null default 5,
  add column if not exists hide_after_reports integer not null default 3,
  alter column trusted_after set default 5;

create table public.moderation_items (
  id bigint generated always as identity primary key,
  queue text not null,
  kind text not null,
  target_id text not null,
  author_id uuid references public.users (id) on delete set null,
  report_count integer not null default 0,
  is_hidden boolean not null default false,
  asked_at timestamptz,
  opened_at timestamptz,
  decided_at timestamptz,
  since timestamptz not null default now(),
  constraint moderation_items_queue_check check (queue in ('waiting', 'reports', 'suggestions')),
  constraint moderation_items_kind_check check (kind in ('spot', 'post', 'photo', 'review', 'comment', 'member', 'suggestion')),
  constraint moderation_items_target_id_check check (length(target_id) between 1 and 100),
  constraint moderation_items_target_key unique (queue, kind, target_id)
);
create index moderation_items_open_idx on public.moderation_items (queue, since, id) where decided_at is null;
create index moderation_items_author_id_idx on public.moderation_items (author_id) where author_id is not null;
create index moderation_items_decided_at_idx on public.moderation_items (decided_at) where decided_at is not null;
alter table public.moderation_items enable row level security;
create policy "members are not banned and have used their second factor" on public.moderation_items as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "moderators read what waits for them" on public.moderation_items for select to authenticated
  using ((select private.is_moderator()));
grant select on public.moderation_items to authenticated;
comment on table public.moderation_items is
  'What waits for the moderators. Written by triggers, never about private content, so that its rows can be counted and followed live.';
comment on column public.moderation_items.queue is 'waiting: new contributions. reports: reported items. suggestions: suggestions without an answer.';
comment on column public.moderation_items.is_hidden is 'Hidden from everyone by reports until a moderator has looked at it.';
comment on column public.moderation_items.opened_at is 'When a moderator opened it first. Others follow the change.';
comment on column public.moderation_items.decided_at is 'Set instead of deleting the row, because deletions do not reach those who follow the table.';
alter publication supabase_realtime add table public.moderation_items;

create table private.moderation_openings (
  item_id bigint not null references public.moderation_items (id) on delete cascade,
  moderator_id uuid not null references public.users (id) on delete cascade,
  opened_at timestamptz not null default now(),
  constraint moderation_openings_pkey primary key (item_id, moderator_id)
);
create index moderation_openings_moderator_id_idx on private.moderation_openings (moderator_id);
alter table private.moderation_openings enable row level security;
comment on table private.moderation_openings is 'Which moderator has which item open, so that two do not decide the same one.';

create table private.hidden_items (
  kind text not null,
  target_id text not null,
  was public.publication_status not null,
  hidden_at timestamptz not null default now(),
  constraint hidden_items_pkey primary key (kind, target_id)
);
alter table private.hidden_items enable row level security;
comment on table private.hidden_items is
  'Spots and stories that reports have hidden, with the status to which they return. Their status is pending until then.';

create function private.is_hidden_by_reports(of_kind text, of_id text) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from private.hidden_items where kind = of_kind and target_id = of_id) $$;

create function private.open_item(of_queue text, of_kind text, of_id text, author uuid, is_asked boolean default false) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.moderation_items as item (queue, kind, target_id, author_id) values (of_queue, of_kind, of_id, author)
    on conflict (queue, kind, target_id) do update set since = now(), decided_at = null, opened_at = null, asked_at = null
    where item.decided_at is not null
  $$;
comment on function private.open_item is 'Puts something into a queue. What is in it already keeps its place.';

create function private.close_item(of_queue text, of_kind text, of_id text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    update public.moderation_items set decided_at = now(), is_hidden = false
    where queue = of_queue and kind = of_kind and target_id = of_id and decided_at is null
  $$;

create function private.tg__sync_waiting() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  of_kind constant text := case tg_table_name when 'spots' then 'spot' else 'post' end;
begin
  if tg_op = 'DELETE' then
    delete from public.moderation_items where kind = of_kind and target_id = old.id;
    delete from private.hidden_items where kind = of_kind and target_id = old.id;
    return null;
  end if;
  if new.visibility = 'private' then
    delete from public.moderation_items where kind = of_kind and target_id = new.id;
  elsif new.status = 'pending' and not private.is_hidden_by_reports(of_kind, new.id) then
    perform private.open_item('waiting', of_kind, new.id, new.author_id);
  else
    perform private.close_item('waiting', of_kind, new.id);
  end if;
  if tg_op = 'UPDATE' and new.visibility is distinct from old.visibility then
    perform private.sync_reports_below(of_kind, new.id);
  end if;
  return null;
end
$$;
comment on function private.tg__sync_waiting is 'Keeps the queue in step with the status and visibility of spots and stories.';

-- Reports of one thing are one item. What is private, or was deleted, has none.
create function private.sync_report_item(of_kind text, of_id text) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  open_count integer;
  first_at timestamptz;
  target record;
begin
  select count(*), min(created_at) into open_count, first_at from public.reports
  where status = 'open' and case of_kind
    when 'spot' then spot_id = of_id when 'post' then post_id = of_id when 'photo' then photo_id = of_id::uuid
    when 'review' then review_id = of_id::uuid when 'comment' then comment_id = of_id::uuid else member_id = of_id::uuid end;
  select * into target from private.find_moderated(of_kind, of_id);
  if target.id is null then
    delete from public.moderation_items where queue = 'reports' and kind = of_kind and target_id = of_id;
  elsif open_count = 0 then
    perform private.close_item('reports', of_kind, of_id);
  else
    insert into public.moderation_items as item (queue, kind, target_id, author_id, report_count, is_hidden, since)
    values ('reports', of_kind, of_id, target.author_id, open_count, target.is_hidden, first_at)
    on conflict (queue, kind, target_id) do update set
      report_count = excluded.report_count, is_hidden = excluded.is_hidden, since = excluded.since, decided_at = null,
      opened_at = case when item.decided_at is null then item.opened_at end;
  end if;
end
$$;
comment on function private.sync_report_item is 'Keeps the queue in step with the open reports of one thing.';

create function private.report_target(report public.reports, out kind text, out id text)
  language sql immutable
  as $$
    select case
        when report.spot_id is not null then 'spot' when report.post_id is not null then 'post'
        when report.photo_id is not null then 'photo' when report.review_id is not null then 'review'
        when report.comment_id is not null then 'comment' else 'member' end,
      coalesce(report.spot_id, report.post_id, report.photo_id::text, report.review_id::text, report.comment_id::text,
        report.member_id::text)
  $$;
comment on function private.report_target is 'What a report is about: kind and id of the item.';

create function private.sync_reports_below(of_kind text, of_id text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    select private.sync_report_item(target.kind, target.id)
    from (
      select distinct private.report_target(reports) as target from public.reports
      where status = 'open' and (
        (of_kind = 'spot' and (
          spot_id = of_id
          or photo_id in (select id from public.photos where photos.spot_id = of_id)
          or review_id in (select id from public.reviews where reviews.spot_id = of_id)
          or comment_id in (select id from public.comments where comments.spot_id = of_id)
        ))
        or (of_kind = 'post' and (
          post_id = of_id or comment_id in (select id from public.comments where comments.post_id = of_id)
        ))
      )
    ) as reported, lateral (select (reported.target).kind, (reported.target).id) as target
  $$;
comment on function private.sync_reports_below is 'After a change of visibility: the items of a spot or story and of what was added to it.';

-- Photos, reviews and comments: hidden_at hides them from everyone, with a reason once a moderator has removed them.
alter table public.photos add column hidden_at timestamptz, add column removal_reason text,
  add constraint photos_removal_reason_check check (removal_reason is null or (length(removal_reason) between 1 and 1000 and hidden_at is not null));
alter table public.reviews add column hidden_at timestamptz, add column removal_reason text,
  add constraint reviews_removal_reason_check check (removal_reason is null or (length(removal_reason) between 1 and 1000 and hidden_at is not null));
alter table public.comments add column hidden_at timestamptz, add column removal_reason text,
  add constraint comments_removal_reason_check check (removal_reason is null or (length(removal_reason) between 1 and 1000 and hidden_at is not null));
create index photos_hidden_at_idx on public.photos (hidden_at) where hidden_at is not null;
create index reviews_hidden_at_idx on public.reviews (hidden_at) where hidden_at is not null;
create index comments_hidden_at_idx on public.comments (hidden_at) where hidden_at is not null;
comment on column public.photos.hidden_at is 'Hidden from everyone by reports or, with a removal_reason, by a moderator. Restorable for 30 days.';
comment on column public.reviews.hidden_at is 'Hidden from everyone by reports or, with a removal_reason, by a moderator. Restorable for 30 days.';
comment on column public.comments.hidden_at is 'Hidden from everyone by reports or, with a removal_reason, by a moderator. Restorable for 30 days.';
create policy "hidden ones are not shown" on public.photos as restrictive for select to anon, authenticated using (hidden_at is null);
create policy "hidden ones are not shown" on public.reviews as restrictive for select to anon, authenticated using (hidden_at is null);
create policy "hidden ones are not shown" on public.comments as restrictive for select to anon, authenticated using (hidden_at is null);

create function private.tg__count_hidden() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  step integer := 1;
begin
  if tg_op = 'UPDATE' then
    if (new.hidden_at is null) = (old.hidden_at is null) then return new; end if;
    step := case when new.hidden_at is null then 1 else -1 end;
  end if;
  if tg_table_name = 'reviews' then
    update public.spots set review_count = review_count + step, rating_sum = rating_sum + step * old.rating where id = old.spot_id;
  elsif tg_table_name = 'comments' then
    update public.spots set comment_count = comment_count + step where id = old.spot_id;
    update public.posts set comment_count = comment_count + step where id = old.post_id;
  else
    update public.spots set photo_count = photo_count + step,
      cover_photo_id = case
        when step = 1 then coalesce(cover_photo_id, old.id)
        when cover_photo_id = old.id then (
          select id from public.photos
          where spot_id = old.spot_id and id <> old.id and hidden_at is null order by position, created_at limit 1)
        else cover_photo_id end
    where id = old.spot_id;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
comment on function private.tg__count_hidden is
  'Hidden rows count for nothing. Before one is deleted it is counted again, because deletion subtracts it.';
create trigger _400_hidden before update of hidden_at on public.photos for each row execute function private.tg__count_hidden();
create trigger _400_hidden before update of hidden_at on public.reviews for each row execute function private.tg__count_hidden();
create trigger _400_hidden before update of hidden_at on public.comments for each row execute function private.tg__count_hidden();
create trigger _400_hidden_deleted before delete on public.photos
  for each row when (old.hidden_at is not null) execute function private.tg__count_hidden();
create trigger _400_hidden_deleted before delete on public.reviews
  for each row when (old.hidden_at is not null) execute function private.tg__count_hidden();
create trigger _400_hidden_deleted before delete on public.comments
  for each row when (old.hidden_at is not null) execute function private.tg__count_hidden();

-- A reported thing that is deleted leaves the queue with its reports.
create function private.tg__drop_items() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.moderation_items
  where kind = case tg_table_name when 'users' then 'member' else left(tg_table_name, -1) end and target_id = old.id::text;
  return null;
end
$$;
create trigger _550_items after delete on public.photos for each row execute function private.tg__drop_items();
create trigger _550_items after delete on public.reviews for each row execute function private.tg__drop_items();
create trigger _550_items after delete on public.comments for each row execute function private.tg__drop_items();
create trigger _550_items after delete on public.users for each row execute function private.tg__drop_items();

-- What moderators may decide about, with what they need to know. Nothing private, and no drafts.
create function private.find_moderated(
  of_kind text, of_id text,
  out kind text, out id text, out title text, out author_id uuid, out spot_id text, out post_id text,
  out status public.publication_status, out is_hidden boolean
)
  language plpgsql stable security definer set search_path = ''
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
  elsif of_id !~ '^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$' then
    return;
  elsif of_kind = 'photo' then
    select 'photo', photos.id, 'Photo of ' || spots.title, photos.author_id, spots.id, null,
      case when photos.removal_reason is not null then 'removed' when photos.hidden_at is not null then 'pending' else 'published' end,
      photos.hidden_at is not null and photos.removal_reason is null
    into kind, id, title, author_id, spot_id, post_id, status, is_hidden
    from public.photos join public.spots on spots.id = photos.spot_id
    where photos.id = of_id::uuid and spots.visibility <> 'private';
  elsif of_kind = 'review' then
    select 'review', reviews.id, 'Review of ' || spots.title, reviews.author_id, spots.id, null,
      case when reviews.removal_reason is not null then 'removed' when reviews.hidden_at is not null then 'pending' else 'published' end,
      reviews.hidden_at is not null and reviews.removal_reason is null
    into kind, id, title, author_id, spot_id, post_id, status, is_hidden
    from public.reviews join public.spots on spots.id = reviews.spot_id
    where reviews.id = of_id::uuid and spots.visibility <> 'private';
  elsif of_kind = 'comment' then
    select 'comment', comments.id, 'Comment on ' || coalesce(spots.title, posts.title), comments.author_id, spots.id, posts.id,
      case when comments.removal_reason is not null then 'removed' when comments.hidden_at is not null then 'pending' else 'published' end,
      comments.hidden_at is not null and comments.removal_reason is null
    into kind, id, title, author_id, spot_id, post_id, status, is_hidden
    from public.comments
      left join public.spots on spots.id = comments.spot_id
      left join public.posts on posts.id = comments.post_id
    where comments.id = of_id::uuid and coalesce(spots.visibility, posts.visibility) <> 'private';
  elsif of_kind = 'member' then
    select 'member', users.id, coalesce(users.username, users.name, 'member'), users.id, null, null, 'published', false
    into kind, id, title, author_id, spot_id, post_id, status, is_hidden
    from public.users where users.id = of_id::uuid;
  end if;
  title := left(title, 200);
end
$$;
comment on function private.find_moderated is 'What a moderator decides about. No row with an id for private content, drafts and what does not exist.';

create trigger _560_waiting_insert after insert on public.spots
  for each row when (new.status = 'pending') execute function private.tg__sync_waiting();
create trigger _560_waiting_update after update of status, visibility on public.spots
  for each row when ((new.status, new.visibility) is distinct from (old.status, old.visibility))
  execute function private.tg__sync_waiting();
create trigger _560_waiting_delete after delete on public.spots for each row execute function private.tg__sync_waiting();
create trigger _560_waiting_insert after insert on public.posts
  for each row when (new.status = 'pending') execute function private.tg__sync_waiting();
create trigger _560_waiting_update after update of status, visibility on public.posts
  for each row when ((new.status, new.visibility) is distinct from (old.status, old.visibility))
  execute function private.tg__sync_waiting();
create trigger _560_waiting_delete after delete on public.posts for each row execute function private.tg__sync_waiting();

insert into public.moderation_items (queue, kind, target_id, author_id, since)
select 'waiting', 'spot', id, author_id, created_at from public.spots where status = 'pending' and visibility <> 'private'
union all
select 'waiting', 'post', id, author_id, created_at from public.posts where status = 'pending' and visibility <> 'private';
select private.sync_report_item(target.kind, target.id)
from (select distinct private.report_target(reports) as target from public.reports where status = 'open') as reported,
  lateral (select (reported.target).kind, (reported.target).id) as target;

-- What reports have hidden stays hidden whatever its author does, until a moderator has looked at it.
create function private.tg__keep_hidden() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if current_user in ('anon', 'authenticated') and new.status is distinct from 'pending' and not private.is_moderator()
    and private.is_hidden_by_reports(case tg_table_name when 'spots' then 'spot' else 'post' end, new.id) then
    new.status := 'pending';
  end if;
  return new;
end
$$;
create trigger _110_keep_hidden before update of status, visibility on public.spots
  for each row when (old.status = 'pending') execute function private.tg__keep_hidden();
create trigger _110_keep_hidden before update of status, visibility on public.posts
  for each row when (old.status = 'pending') execute function private.tg__keep_hidden();

grant execute on function private.is_hidden_by_reports to authenticated;
