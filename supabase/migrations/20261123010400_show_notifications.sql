-- Notifications as the bell, the page and mails show them.

-- Runs as the recipient, so that RLS hides what they may no longer see.
create function private.notification_card(notification public.notifications) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'id', notification.id, 'kind', notification.kind, 'actor', private.member_card(notification.actor_id),
      'spot', (select jsonb_build_object('id', id, 'slug', slug, 'title', title) from public.spots where id = notification.spot_id),
      'post', (select jsonb_build_object('slug', slug, 'title', title) from public.posts where id = notification.post_id),
      'list', (select jsonb_build_object('id', id, 'title', title) from public.lists where id = notification.list_id),
      'comment_id', notification.comment_id,
      'rating', (select rating from public.reviews where id = notification.review_id),
      'text', coalesce(
        (select left(body, 1000) from public.comments where id = notification.comment_id),
        (select left(body, 1000) from public.reviews where id = notification.review_id),
        notification.text),
      'read_at', notification.read_at, 'created_at', notification.created_at)
    where (notification.spot_id is null or exists (select from public.spots where id = notification.spot_id))
      and (notification.post_id is null or exists (select from public.posts where id = notification.post_id))
      and (notification.list_id is null or exists (select from public.lists where id = notification.list_id))
      and (notification.comment_id is null or exists (select from public.comments where id = notification.comment_id))
      and (notification.review_id is null or exists (select from public.reviews where id = notification.review_id))
  $$;
comment on function private.notification_card is
  '{id, kind, actor, spot, post, list, comment_id, rating, text, read_at, created_at}; null if the caller may not read all of it.';

create function private.notification_group(kind public.notification_kind) returns text
  language sql immutable
  return case private.notification_topic(kind)
    when 'replies' then 'comments' when 'comments' then 'comments'
    when 'reviews' then 'reviews'
    when 'followers' then 'follows' when 'following' then 'follows'
    when 'suggestions' then 'suggestions'
    else 'mine'
  end;
comment on function private.notification_group is 'The filter of the notification page that shows a kind.';

create function public.notifications_page(of_group text default 'all', before_id bigint default null, most integer default 50)
  returns jsonb language sql stable set search_path = ''
  as $$
    with shown as (
      select notifications as row, id from public.notifications
      where user_id = auth.uid() and (before_id is null or id < before_id)
        and case of_group when 'all' then true when 'unread' then read_at is null else private.notification_group(kind) = of_group end
      order by id desc limit least(greatest(most, 1), 50) + 1
    ), latest as (
      select kind, read_at from public.notifications where user_id = auth.uid() order by id desc limit 500
    ), page as (
      select row, id from shown order by id desc limit least(greatest(most, 1), 50)
    )
    select jsonb_build_object(
      'notifications', (select coalesce(jsonb_agg(private.notification_card(row) order by id desc), '[]') from page),
      'has_more', (select count(*) from shown) > (select count(*) from page),
      'counts', (select jsonb_build_object(
        'all', count(*), 'unread', count(*) filter (where read_at is null),
        'comments', count(*) filter (where private.notification_group(kind) = 'comments'),
        'reviews', count(*) filter (where private.notification_group(kind) = 'reviews'),
        'follows', count(*) filter (where private.notification_group(kind) = 'follows'),
        'suggestions', count(*) filter (where private.notification_group(kind) = 'suggestions'),
        'mine', count(*) filter (where private.notification_group(kind) = 'mine')) from latest),
      'latest', (select private.notification_card(notifications) from public.notifications
        where user_id = auth.uid() order by id desc limit 1),
      'time_zone', (select time_zone from public.mail_schedules where user_id = auth.uid()))
  $$;
comment on function public.notifications_page is
  'Notifications of the caller, newest first: {notifications, has_more, counts, latest, time_zone}. Counts cover the latest 500.';

create function public.mark_notifications_read(ids bigint[] default null, up_to bigint default null) returns integer
  language sql volatile set search_path = ''
  as $$
    with marked as (
      update public.notifications set read_at = now()
      where user_id = auth.uid() and read_at is null and (ids is null or id = any (ids)) and (up_to is null or id <= up_to)
      returning id
    )
    select count(*)::integer from marked
  $$;
comment on function public.mark_notifications_read is
  'Marks notifications of the caller as read: those with the ids, or all up to an id. Returns how many were unread.';

create function public.notification_settings() returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'topics', (select jsonb_agg(jsonb_build_object(
          'topic', topic, 'in_app', coalesce(in_app, true), 'mail', coalesce(mail, private.default_mail(topic))) order by topic)
        from unnest(enum_range(null::public.notification_topic)) as topic
        left join (select topic as of_topic, in_app, mail from public.notification_preferences where user_id = auth.uid()) as chosen
          on of_topic = topic),
      'digest_hour', coalesce((select digest_hour from public.mail_schedules where user_id = auth.uid()), 8),
      'time_zone', private.get_time_zone(auth.uid()),
      'has_chosen_zone', exists (select from public.mail_schedules where user_id = auth.uid() and time_zone is not null))
  $$;
comment on function public.notification_settings is
  'The notification settings of the caller: {topics: [{topic, in_app, mail}], digest_hour, time_zone, has_chosen_zone}.';

grant execute on function
  private.notification_topic,
  private.default_mail,
  private.notification_card,
  private.notification_group,
  private.get_time_zone,
  public.notifications_page,
  public.mark_notifications_read,
  public.notification_settings
to authenticated;
