-- "New from what I follow". Publishing only queues a row; a chore notifies the followers in batches, so that publishing
-- takes the same time however many followers there are.
create table private.follower_news (
  id bigint generated always as identity primary key,
  kind public.notification_kind not null,
  actor_id uuid not null references public.users (id) on delete cascade,
  city_id integer references public.cities (id) on delete cascade,
  spot_id text references public.spots (id) on delete cascade,
  post_id text references public.posts (id) on delete cascade,
  list_id text references public.lists (id) on delete cascade,
  last_follow_id bigint not null default 0,
  created_at timestamptz not null default now(),
  is_done boolean not null default false,
  constraint follower_news_kind_check check (kind in ('new-spot', 'new-story', 'new-list', 'list-item'))
);
create index follower_news_actor_id_idx on private.follower_news (actor_id, created_at);
create index follower_news_city_id_idx on private.follower_news (city_id) where city_id is not null;
create index follower_news_spot_id_idx on private.follower_news (spot_id) where spot_id is not null;
create index follower_news_post_id_idx on private.follower_news (post_id) where post_id is not null;
create index follower_news_list_id_idx on private.follower_news (list_id) where list_id is not null;
create index follower_news_waiting_idx on private.follower_news (id) where not is_done;
alter table private.follower_news enable row level security;
comment on table private.follower_news is 'Publications that the followers of their author or city are notified of. Rows are kept for a day.';
comment on column private.follower_news.last_follow_id is 'The last row of public.follows that has been processed.';

-- Publishing the same thing again, or following both its author and its city, notifies nobody twice.
create unique index notifications_new_spot_key on public.notifications (user_id, spot_id) where kind = 'new-spot';
create unique index notifications_new_story_key on public.notifications (user_id, post_id) where kind = 'new-story';
create unique index notifications_new_list_key on public.notifications (user_id, list_id) where kind = 'new-list';
create unique index notifications_list_item_key on public.notifications (user_id, list_id, spot_id) where kind = 'list-item';
create unique index notifications_follow_key on public.notifications (user_id, actor_id) where kind = 'follow';

create function private.tg_spots__queue_news() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.follower_news (kind, actor_id, city_id, spot_id) values ('new-spot', new.author_id, new.city_id, new.id);
  return null;
end
$$;
create function private.tg_posts__queue_news() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.follower_news (kind, actor_id, city_id, post_id) values ('new-story', new.author_id, new.city_id, new.id);
  return null;
end
$$;
create function private.tg_lists__queue_news() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.follower_news (kind, actor_id, list_id) values ('new-list', new.author_id, new.id);
  return null;
end
$$;
create function private.tg_list_items__queue_news() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.follower_news (kind, actor_id, spot_id, list_id)
  select 'list-item', coalesce(auth.uid(), author_id), new.spot_id, id from public.lists
  where id = new.list_id and kind = 'own' and visibility in ('public', 'members')
    and exists (select from public.follows where follows.list_id = new.list_id);
  return null;
end
$$;
create trigger _550_news after insert on public.list_items for each row execute function private.tg_list_items__queue_news();
-- Imported spots notify nobody: an import has up to millions.
create trigger _550_news_insert after insert on public.spots
  for each row when (
    new.status = 'published' and new.visibility in ('public', 'members') and new.author_id is not null and new.import_batch is null
  ) execute function private.tg_spots__queue_news();
create trigger _550_news_update after update of status, visibility on public.spots
  for each row when (
    new.status = 'published' and new.visibility in ('public', 'members') and new.author_id is not null and new.import_batch is null
    and not (old.status in ('published', 'closed') and old.visibility in ('public', 'members'))
  ) execute function private.tg_spots__queue_news();
create trigger _550_news_insert after insert on public.posts
  for each row when (new.status = 'published' and new.visibility in ('public', 'members') and new.author_id is not null)
  execute function private.tg_posts__queue_news();
create trigger _550_news_update after update of status, visibility on public.posts
  for each row when (
    new.status = 'published' and new.visibility in ('public', 'members') and new.author_id is not null
    and not (old.status in ('published', 'closed') and old.visibility in ('public', 'members'))
  ) execute function private.tg_posts__queue_news();
create trigger _550_news_insert after insert on public.lists
  for each row when (new.kind = 'own' and new.visibility in ('public', 'members')) execute function private.tg_lists__queue_news();
create trigger _550_news_update after update of visibility on public.lists
  for each row when (
    new.kind = 'own' and new.visibility in ('public', 'members') and old.visibility not in ('public', 'members')
  ) execute function private.tg_lists__queue_news();

drop index public.follows_member_id_idx;
drop index public.follows_city_id_idx;
create index follows_member_id_idx on public.follows (member_id, id) where member_id is not null;
create index follows_city_id_idx on public.follows (city_id, id) where city_id is not null;

create function private.notify_followers() returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  batch constant integer := 1000;
  most_a_day constant integer := 20;
  news private.follower_news;
  followers integer := 0;
  newest bigint;
begin
  delete from private.follower_news where is_done and created_at < now() - interval '1 day';
  select * into news from private.follower_news where not is_done order by id limit 1 for update skip locked;
  if news.id is null then
    return 0;
  end if;
  -- Someone who marks hundreds of places in a day must not fill the bell of every follower.
  if (select count(*) from private.follower_news
      where actor_id = news.actor_id and created_at > now() - interval '1 day' and id < news.id) < most_a_day then
    with page as (
      select id, follower_id from (
        (select id, follower_id from public.follows where news.kind <> 'list-item' and member_id = news.actor_id and id > news.last_follow_id order by id limit batch)
        union all
        (select id, follower_id from public.follows where city_id = news.city_id and id > news.last_follow_id order by id limit batch)
        union all
        (select id, follower_id from public.follows where list_id = news.list_id and id > news.last_follow_id order by id limit batch)
      ) as all_kinds order by id limit batch
    ), written as (
      insert into public.notifications (user_id, kind, actor_id, spot_id, post_id, list_id)
      select distinct follower_id, news.kind, news.actor_id, news.spot_id, news.post_id, news.list_id
      from page where follower_id <> news.actor_id
        and private.is_shown_to_members(news.spot_id, news.post_id, news.list_id)
      on conflict do nothing
    )
    select count(*), max(id) into followers, newest from page;
  end if;
  update private.follower_news set last_follow_id = coalesce(newest, last_follow_id), is_done = followers < batch where id = news.id;
  return followers;
end
$$;
create function private.is_shown_to_members(spot text, post text, list text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select (spot is null or exists (
        select from public.spots where id = spot and status in ('published', 'closed') and visibility in ('public', 'members')))
      and (post is null or exists (
        select from public.posts where id = post and status in ('published', 'closed') and visibility in ('public', 'members')))
      and (list is null or exists (select from public.lists where id = list and visibility in ('public', 'members')))
  $$;
comment on function private.is_shown_to_members is 'True if every member may still read the spot, story and list.';
create function public.notify_followers() returns integer
  language sql volatile set search_path = '' return private.notify_followers();
comment on function public.notify_followers is
  'Server chore: notifies the next 1000 followers of the oldest publication. Returns how many were processed.';

-- One comment notifies a member once, even if it answers and mentions them; a second follow by the same member not at all.
create or replace function private.notify(
  to_user uuid, kind public.notification_kind, about_spot text default null, about_post text default null, text text default '',
  about_comment uuid default null, about_review uuid default null, about_list text default null
) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.notifications (user_id, kind, actor_id, spot_id, post_id, list_id, comment_id, review_id, text)
    select to_user, notify.kind, auth.uid(), about_spot, about_post, about_list, about_comment, about_review, left(text, 1000)
    where to_user is not null and to_user is distinct from auth.uid()
      and not (notify.kind in ('reply', 'mention', 'comment') and exists (
        select from public.notifications as earlier
        where earlier.user_id = to_user and earlier.comment_id = about_comment and earlier.kind in ('reply', 'mention', 'comment')
      ))
    on conflict do nothing
  $$;

create function private.tg_follows__notify() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.notify(new.member_id, 'follow');
  return null;
end
$$;
create trigger _530_notify after insert on public.follows
  for each row when (new.member_id is not null) execute function private.tg_follows__notify();
