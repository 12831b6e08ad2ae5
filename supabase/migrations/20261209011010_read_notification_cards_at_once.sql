-- A card per call started a plan with many subplans and checked the session again for each table of each card, which took
-- 2 to 4 ms a card. All cards are read in one statement instead.
drop function private.read_cards(public.notifications[]);
create function private.notification_cards(notifications public.notifications[]) returns jsonb
  language sql stable set search_path = '' set plan_cache_mode = force_generic_plan
  as $$
    with found as materialized (
      select note.*,
        (select jsonb_build_object('id', id, 'slug', slug, 'title', title) from public.spots where id = note.spot_id) as spot,
        (select jsonb_build_object('slug', slug, 'title', title) from public.posts where id = note.post_id) as post,
        (select jsonb_build_object('id', id, 'title', title) from public.lists where id = note.list_id) as list,
        (select left(body, 1000) from public.comments where id = note.comment_id) as comment,
        (select jsonb_build_object('rating', rating, 'body', left(body, 1000)) from public.reviews where id = note.review_id) as review,
        (select id from public.suggestions where id = note.suggestion_id) as suggestion
      from unnest(notifications) as note where (select private.has_valid_session())
    )
    select jsonb_agg(jsonb_build_object(
      'id', id, 'kind', kind, 'actor', private.member_card(actor_id), 'spot', spot, 'post', post, 'list', list,
      'comment_id', comment_id, 'suggestion_id', suggestion, 'rating', review -> 'rating',
      'text', coalesce(comment, review ->> 'body', text), 'read_at', read_at, 'created_at', created_at) order by id desc)
    from found
    where (spot_id is null or spot is not null) and (post_id is null or post is not null) and (list_id is null or list is not null)
      and (comment_id is null or comment is not null) and (review_id is null or review is not null)
  $$;
comment on function private.notification_cards(public.notifications[]) is
  'Those of which the caller may read all, newest first: [{id, kind, actor, spot, post, list, comment_id, suggestion_id, rating, text, read_at, created_at}]; null if there are none.';
grant execute on function private.notification_cards(public.notifications[]) to authenticated;

-- The policies of notifications have about 190 subplans. They are planned once per connection and run once per page, except
-- with a filter.
create or replace function public.notifications_page(of_group text default 'all', before_id bigint default null, most integer default 50)
  returns jsonb
  language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
  as $$
declare
  me constant uuid := auth.uid();
  length constant integer := least(greatest(most, 1), 50);
  latest public.notifications[];
  shown public.notifications[];
  cards jsonb;
begin
  select array_agg(row order by id desc) into latest from (
    select notifications as row, id from public.notifications where user_id = me order by id desc limit 500
  ) as newest;
  if of_group = 'all' and before_id is null then
    shown := latest[:length + 1];
  else
    select array_agg(row order by id desc) into shown from (
      select notifications as row, id from public.notifications
      where user_id = me and id < coalesce(before_id, 9223372036854775807)
        and case of_group when 'all' then true when 'unread' then read_at is null else private.notification_group(kind) = of_group end
      order by id desc limit length + 1
    ) as page;
  end if;
  cards := coalesce(private.notification_cards(shown[:length]), '[]');
  return jsonb_build_object(
    'notifications', cards,
    'has_more', coalesce(cardinality(shown), 0) > length,
    'counts', (select jsonb_build_object(
        'all', coalesce(sum(number), 0), 'unread', coalesce(sum(unread), 0),
        'comments', coalesce(sum(number) filter (where name = 'comments'), 0),
        'reviews', coalesce(sum(number) filter (where name = 'reviews'), 0),
        'follows', coalesce(sum(number) filter (where name = 'follows'), 0),
        'suggestions', coalesce(sum(number) filter (where name = 'suggestions'), 0),
        'mine', coalesce(sum(number) filter (where name = 'mine'), 0))
      from (
        -- The group of each kind and not of each row, because it takes 10 microseconds.
        select private.notification_group(kind) as name, count(*) as number, count(*) filter (where read_at is null) as unread
        from unnest(latest) group by kind
      ) as groups),
    'latest', case when shown[1].id = latest[1].id then cards -> 0 else private.notification_cards(latest[:1]) -> 0 end,
    'time_zone', (select time_zone from public.mail_schedules where user_id = me));
end
$$;
create or replace function public.claim_mails(most integer) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  own_role constant text := current_setting('role');
  own_claims constant text := current_setting('request.jwt.claims', true);
  mail record;
  cards jsonb;
  claimed jsonb := '[]';
begin
  perform private.gather_mails(least(most, 100));
  for mail in select * from private.take_mails(least(most, 100)) loop
    begin
      perform set_config('request.jwt.claims', jsonb_build_object('sub', mail.user_id, 'role', 'authenticated', 'aal', 'aal2')::text, true),
        set_config('role', 'authenticated', true);
      cards := private.notification_cards(mail.notifications);
    exception when insufficient_privilege or sqlstate 'PT403' then
      cards := null;
    end;
    perform set_config('role', own_role, true), set_config('request.jwt.claims', own_claims, true);
    claimed := claimed || jsonb_build_object('id', mail.id, 'attempts', mail.attempts, 'recipient', mail.recipient, 'name', mail.name,
      'time_zone', mail.time_zone, 'local_time', to_char(now() at time zone mail.time_zone, 'YYYY-MM-DD"T"HH24:MI'),
      'notifications', coalesce(cards, '[]'),
      'unsubscribe_token', private.sign_unsubscribe(mail.user_id,
        array(select private.notification_topic(each.kind) from unnest(mail.notifications) as each)));
  end loop;
  return claimed;
end
$$;
drop function private.notification_card(public.notifications);
