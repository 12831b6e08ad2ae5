-- The place in the queue was counted by when a spot or story was created, but moderators get them in the order in which they
-- were sent. So an old draft was said to be the first in the queue when it was the last.
create function private.queue_position(of_kind text, of_id text)
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
as $$
    select (
      select count(*)::integer from public.moderation_items as waiting
      where waiting.queue = 'waiting' and waiting.decided_at is null and (waiting.since, waiting.id) <= (own.since, own.id)
    )
    from public.moderation_items as own
    where own.queue = 'waiting' and own.kind = of_kind and own.target_id = of_id and own.decided_at is null
  $$;
comment on function private.queue_position(text, text) is 'Position in the moderation queue, starting at 1. Null for what does not wait there, such as an item hidden by reports.';
grant execute on function private.queue_position(text, text) to anon, authenticated;

create or replace function public.account_page(before_spot text default null)
 returns jsonb
 language plpgsql
 stable
 set search_path to ''
as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  shown constant public.publication_status[] := array['published', 'closed'];
begin
  perform private.has_valid_session();
  return jsonb_build_object(
    'user', (select to_jsonb(users) - 'is_moderator' from public.users where id = me),
    'is_moderator', private.is_moderator(),
    'numbers', (select jsonb_build_object(
      'spots', count(*) filter (where status = any (shown)), 'drafts', count(*) filter (where status = 'draft'),
      'pending', count(*) filter (where status = 'pending'), 'cities', count(distinct city_id), 'countries', count(distinct country_code),
      'saves', coalesce(sum(save_count), 0), 'photos', (select count(*) from public.photos where author_id = me and spot_id is not null),
      'reviews', (select count(*) from public.reviews where author_id = me),
      'posts', (select count(*) from public.posts where author_id = me),
      'stories', (select count(*) from public.posts where author_id = me and status = any (shown)),
      'followers', (select count(*) from public.follows where member_id = me))
      from public.spots where author_id = me),
    'spots', (select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object('removal_reason', removal_reason,
      'queue_position', case when status = 'pending' then private.queue_position('spot', spots.id) end) order by created_at desc, id desc), '[]')
      from (
        -- One more than a page, which tells that there are others.
        (select own.* from public.spots as own where author_id = me and status = any (shown)
          and coalesce((created_at, id) < (select last.created_at, last.id from public.spots as last
            where last.id = account_page.before_spot and last.author_id = me), true)
          order by created_at desc, id desc limit 101)
        union all
        (select own.* from public.spots as own where author_id = me and status <> all (shown)
          order by created_at desc, id desc limit 100)
      ) as spots),
    'been', (select jsonb_build_object('spots', count(*), 'countries', count(distinct spots.country_code))
      from public.lists join public.list_items on list_items.list_id = lists.id join public.spots on spots.id = list_items.spot_id
      where lists.author_id = me and lists.kind = 'been'),
    'posts', (select coalesce(jsonb_agg(private.post_card(posts.id) || jsonb_build_object('removal_reason', removal_reason,
      'queue_position', case when status = 'pending' then private.queue_position('post', posts.id) end) order by created_at desc, id desc), '[]')
      from (
        (select own.* from public.posts as own where author_id = me and status = any (shown) order by created_at desc limit 50)
        union all
        (select own.* from public.posts as own where author_id = me and status <> all (shown) order by created_at desc limit 50)
      ) as posts),
    'reviews', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'rating', rating, 'body', body, 'created_at', created_at,
      'spot', (select private.spot_card(spots) from public.spots where spots.id = spot_id))), '[]')
      from (select reviews.* from public.reviews where author_id = me order by created_at desc limit 50) as reviews),
    'unread_count', (select count(*) from public.notifications where user_id = me and read_at is null)
  );
end
$$;

create or replace function public.post_page(slug text, link_secret text default null) returns jsonb
  language plpgsql set search_path = ''
  as $$
#variable_conflict use_column
declare
  post record;
  body text;
begin
  if link_secret is not null then
    perform private.use_link_secret(link_secret);
  end if;
  select id, city_id, author_id, status, created_at, removal_reason into post
    from public.posts where posts.id = private.find_post_id(post_page.slug);
  if post.id is null then
    return null;
  end if;
  if has_column_privilege('public.posts', 'body', 'select') then
    select posts.body into body from public.posts where posts.id = post.id;
  end if;
  return jsonb_build_object(
    'post', private.post_card(post.id) || jsonb_build_object('body', body, 'created_at', post.created_at,
      'removal_reason', post.removal_reason, 'author_id', post.author_id),
    'city', private.city_card(post.city_id),
    'photos', (select coalesce(jsonb_agg(private.photo_card(photos)), '[]') from public.photos where photos.post_id = post.id),
    'spots', (select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object('position', placed.position)
      order by placed.position), '[]')
      from public.post_spots as placed join public.spots on spots.id = placed.spot_id where placed.post_id = post.id),
    'around', (select coalesce(jsonb_agg(distinct point), '[]')
      from (select spot_id from public.post_spots where post_id = post.id order by position limit 40) as placed
      join public.spots on spots.id = placed.spot_id,
      jsonb_array_elements(private.list_points_around(spots.lng, spots.lat, 25000, 40)) as point),
    'saved', (select coalesce(jsonb_agg(list_items.spot_id), '[]')
      from public.lists join public.list_items on list_items.list_id = lists.id
      where lists.author_id = auth.uid() and lists.kind = 'want'
        and list_items.spot_id in (select spot_id from public.post_spots where post_id = post.id)),
    'comments', private.comment_list(null, post.id),
    'viewer', jsonb_build_object(
      'is_author', coalesce(post.author_id = auth.uid(), false), 'is_moderator', private.is_moderator(),
      'queue_position', case when post.status = 'pending' and post.author_id = auth.uid() then private.queue_position('post', post.id) end,
      'link_secret', (select secret from public.links where post_id = post.id and owner_id = auth.uid()))
  );
end
$$;

create or replace function private.spot_viewer(of public.spots) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'is_author', coalesce(of.author_id = auth.uid(), false),
      'is_moderator', private.is_moderator(),
      'wants', coalesce(bool_or(lists.kind = 'want'), false),
      'has_been', coalesce(bool_or(lists.kind = 'been'), false),
      'is_saved', coalesce(bool_or(lists.kind <> 'been'), false),
      'lists', coalesce(jsonb_agg(lists.id) filter (where lists.id is not null), '[]'),
      'review', (select jsonb_build_object('id', id, 'rating', rating, 'body', body) from public.reviews
        where spot_id = of.id and author_id = auth.uid()),
      'queue_position', case when of.status = 'pending' and of.author_id = auth.uid() then private.queue_position('spot', of.id) end,
      'link_secret', (select secret from public.links where spot_id = of.id and owner_id = auth.uid())
    )
    from public.list_items join public.lists on lists.id = list_items.list_id
      and (lists.author_id = auth.uid() or (lists.kind = 'own' and lists.id in (select private.edited_list_ids())))
    where list_items.spot_id = of.id
  $$;

drop function private.queue_position(timestamp with time zone);
