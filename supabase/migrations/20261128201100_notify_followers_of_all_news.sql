-- A publication without followers, or beyond the limit of its author, ended the round of notifications, so that each one
-- delayed all later ones by three seconds.
create or replace function private.notify_followers()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  return greatest(followers, 1);
end
$function$;

comment on function public.notify_followers() is 'Server chore: notifies the next 1000 followers of the oldest publication. Returns 0 if there is none to notify of.';
