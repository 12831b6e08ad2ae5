-- One call a screen. They run as the reader, so row rules decide; the predicates written out only pick the index.
create function private.use_link_secret(secret text) returns void
  language sql volatile set search_path = ''
  as $$ select set_config('hereabouts.link_secret', coalesce(secret, ''), true) $$;
comment on function private.use_link_secret is 'Presents the secret of a link to the row rules, for the rest of the transaction.';

create function private.category_list(counts jsonb) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'group_id', group_id, 'glyph', glyph,
      'count', coalesce((counts ->> id)::bigint, 0)) order by position)
    from public.categories
  $$;
comment on function private.category_list is 'All categories in their order with counts from {id: count}.';

create function public.home_page() returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  numbers jsonb := private.current_statistics();
begin
  return jsonb_build_object(
    'numbers', numbers - 'categories',
    'categories', private.category_list(numbers -> 'categories'),
    -- The best of each category, so that six neighbours are not six cafés.
    'featured', (
      select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object('number', number) order by number), '[]')
      from (
        select id, row_number() over (order by score desc, id) as number
        from (
          select distinct on (category) id, score from (
            select id, category, score from public.spots where status = 'published' and visibility = 'public'
            order by score desc limit 120
          ) as best order by category, score desc, id
        ) as candidates order by score desc, id limit 6
      ) as chosen join public.spots using (id)
    ),
    'newest', (
      select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object('author', private.member_card(author_id))), '[]')
      from (
        select spots.* from public.spots where status = 'published' and visibility = 'public'
        order by published_at desc limit 8
      ) as spots
    ),
    'best', (
      select coalesce(jsonb_agg(private.spot_card(spots)), '[]')
      from (
        select spots.* from public.spots where status = 'published' and visibility = 'public'
        order by score desc limit 10
      ) as spots
    ),
    'posts', (
      select coalesce(jsonb_agg(private.post_card(posts)), '[]')
      from (
        select posts.* from public.posts where status = 'published' and visibility = 'public'
        order by published_at desc limit 6
      ) as posts
    )
  );
end
$$;
comment on function public.home_page is 'What / shows: {numbers, categories, featured, newest, best, posts}.';

-- Pieces of the spot page ------------------------------------------------------------------------------------------------------
create function private.nearby_spots(at_lng double precision, at_lat double precision, except_id text, most integer) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object(
      'distance_meters', round(private.distance_meters(at_lng, at_lat, lng, lat))
    ) order by private.distance_meters(at_lng, at_lat, lng, lat)), '[]')
    from (
      select spots.* from public.spots
      where status in ('published', 'closed') and visibility = 'public' and id <> except_id
      order by private.position_cube(lng, lat) operator(extensions.<->) private.position_cube(at_lng, at_lat)
      limit most
    ) as spots
    where private.distance_meters(at_lng, at_lat, lng, lat) <= 50000
  $$;
comment on function private.nearby_spots is 'Cards of the nearest public spots within 50 km, each with distance_meters.';

create function private.spot_history(of_spot text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'count', count(*), 'contributors', count(distinct author_id), 'last_at', max(created_at),
      'latest', coalesce((
        select jsonb_agg(jsonb_build_object('id', id, 'author', private.member_card(author_id), 'created_at', created_at,
          'fields', (select jsonb_agg(field) from jsonb_object_keys(changes) as field), 'restores', restores))
        from (select revisions.* from public.revisions where spot_id = of_spot order by id desc limit 10) as latest
      ), '[]')
    )
    from public.revisions where spot_id = of_spot
  $$;

create function private.comment_list(of_spot text, of_post text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'parent_id', parent_id, 'body', body, 'created_at', created_at,
      'updated_at', updated_at, 'author', private.member_card(author_id)) order by created_at), '[]')
    from (
      select comments.* from public.comments
      where (of_spot is not null and spot_id = of_spot) or (of_post is not null and post_id = of_post)
      order by created_at desc limit 200
    ) as comments
  $$;
comment on function private.comment_list is 'The latest 200 comments, oldest first; parent_id tells replies.';

create function private.review_list(of_spot text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'rating', rating, 'body', body, 'created_at', created_at,
      'updated_at', updated_at, 'author', private.member_card(author_id)) order by created_at desc), '[]')
    from (select reviews.* from public.reviews where spot_id = of_spot order by created_at desc limit 50) as reviews
  $$;
comment on function private.review_list is 'The latest 50 reviews, newest first.';

create function private.spot_viewer(of public.spots) returns jsonb
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
      'queue_position', case when of.status = 'pending' and of.author_id = auth.uid() then private.queue_position(of.created_at) end,
      'link_secret', (select secret from public.links where spot_id = of.id and owner_id = auth.uid())
    )
    from public.list_items join public.lists on lists.id = list_items.list_id and lists.author_id = auth.uid()
    where list_items.spot_id = of.id
  $$;
comment on function private.spot_viewer is 'What a spot is to the one who looks.';

create function private.spot_detail(spot public.spots) returns jsonb
  language sql stable set search_path = ''
  as $$
    select private.spot_card(spot) || jsonb_build_object('description', spot.description, 'address', spot.address,
      'website', spot.website, 'access', spot.access, 'confirmed_at', spot.confirmed_at, 'city_id', spot.city_id,
      'removal_reason', spot.removal_reason, 'cover_photo_id', spot.cover_photo_id)
  $$;
comment on function private.spot_detail is 'A card with everything else that its own page shows.';

create function public.spot_page(id text, link_secret text default null) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
declare
  spot public.spots;
begin
  if link_secret is not null then
    perform private.use_link_secret(link_secret);
  end if;
  select * into spot from public.spots where spots.id = spot_page.id;
  if spot.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'spot', private.spot_detail(spot),
    'exact_point', (select jsonb_build_object('lng', lng, 'lat', lat) from public.spot_exact_points where spot_id = spot.id),
    'author', (select private.member_card(spot.author_id) || jsonb_build_object('spot_count', (
      select count(*) from public.spots where author_id = spot.author_id and status = 'published' and visibility = 'public'))),
    'city', private.city_card(spot.city_id),
    'photos', (select coalesce(jsonb_agg(private.photo_card(photos) || jsonb_build_object('author', private.member_card(photos.author_id))
      order by photos.id <> spot.cover_photo_id, position, created_at), '[]') from public.photos where spot_id = spot.id),
    'reviews', private.review_list(spot.id),
    'rating_steps', (select coalesce(jsonb_object_agg(rating, count), '{}')
      from (select rating, count(*) from public.reviews where spot_id = spot.id group by rating) as steps (rating, count)),
    'comments', private.comment_list(spot.id, null),
    'nearby', private.nearby_spots(spot.lng, spot.lat, spot.id, 8),
    'posts', (select coalesce(jsonb_agg(private.post_card(posts)), '[]') from (
      select posts.* from public.post_spots join public.posts on posts.id = post_spots.post_id
      where post_spots.spot_id = spot.id and posts.status = 'published' and posts.visibility in ('public', 'members')
      order by published_at desc limit 6) as posts),
    'history', private.spot_history(spot.id),
    'viewer', private.spot_viewer(spot)
  );
end
$$;
comment on function public.spot_page is 'What /spot/{id} shows; null when there is no such spot for this reader.';

create function public.list_nearby_duplicates(lng double precision, lat double precision, title text default '', except_id text default '')
  returns jsonb
  language sql stable set search_path = ''
  as $$
    with near as (
      select spots.* from (
        select spots.* from public.spots
        where status in ('published', 'closed') and visibility = 'public'
        order by private.position_cube(spots.lng, spots.lat)
          operator(extensions.<->) private.position_cube(list_nearby_duplicates.lng, list_nearby_duplicates.lat)
        limit 40
      ) as spots
      union
      select spots.* from (
        select spots.* from public.spots where author_id = auth.uid() order by created_at desc limit 200
      ) as spots
    ), measured as (
      select near.id,
        private.distance_meters(near.lng, near.lat, list_nearby_duplicates.lng, list_nearby_duplicates.lat) as meters,
        extensions.similarity(private.fold(near.title), private.fold(list_nearby_duplicates.title)) as similarity
      from near where near.id <> list_nearby_duplicates.except_id and near.status <> 'removed'
    )
    select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object(
      'distance_meters', round(chosen.meters), 'similarity', round(chosen.similarity::numeric, 2)
    ) order by chosen.similarity > 0.4 desc, chosen.meters), '[]')
    from (
      select * from measured where meters <= 120 or (meters <= 2000 and similarity > 0.4)
      order by similarity > 0.4 desc, meters limit 5
    ) as chosen join public.spots on spots.id = chosen.id
  $$;
comment on function public.list_nearby_duplicates is
  'Up to five spots that a new one could be: within 120 m, or within 2 km with a similar title. Cards with distance_meters, similarity.';

create function public.city_page(slug text) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
#variable_conflict use_column
declare
  city public.cities;
  counts jsonb;
begin
  select * into city from public.cities where cities.slug = city_page.slug;
  if city.id is null then
    return null;
  end if;
  select coalesce(jsonb_object_agg(category, count), '{}') into counts from (
    select category, count(*) from public.spots
    where city_id = city.id and status = 'published' and visibility in ('public', 'members') group by category
  ) as counted (category, count);
  return jsonb_build_object(
    'city', private.city_card(city.id),
    'spot_count', (select coalesce(sum(value::bigint), 0) from jsonb_each_text(counts)),
    'categories', private.category_list(counts),
    'namesakes', (select coalesce(jsonb_agg(private.city_card(id)), '[]') from (
      select id from public.cities where private.fold(name) = private.fold(city.name) and id <> city.id
      order by population desc limit 12) as namesakes),
    'best', (select coalesce(jsonb_agg(private.spot_card(spots)), '[]') from (
      select spots.* from public.spots
      where city_id = city.id and status = 'published' and visibility in ('public', 'members')
      order by score desc limit 24) as spots),
    'newest', (select coalesce(jsonb_agg(private.spot_card(spots)), '[]') from (
      select spots.* from public.spots
      where city_id = city.id and status = 'published' and visibility in ('public', 'members')
      order by published_at desc limit 12) as spots),
    'posts', (select coalesce(jsonb_agg(private.post_card(posts)), '[]') from (
      select posts.* from public.posts
      where city_id = city.id and status = 'published' and visibility in ('public', 'members')
      order by published_at desc limit 12) as posts),
    'contributors', (select coalesce(jsonb_agg(private.member_card(author_id) || jsonb_build_object('spot_count', count)), '[]') from (
      select author_id, count(*) from (
        select author_id from public.spots
        where city_id = city.id and status = 'published' and visibility in ('public', 'members') and author_id is not null
        order by score desc limit 5000
      ) as shown group by author_id order by count(*) desc limit 12) as authors (author_id, count))
  );
end
$$;
comment on function public.city_page is
  'What /city/{name} shows: {city, spot_count, categories, namesakes, best, newest, posts, contributors}; null for an unknown slug.';

create function public.post_page(slug text, link_secret text default null) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
declare
  post public.posts;
begin
  if link_secret is not null then
    perform private.use_link_secret(link_secret);
  end if;
  select * into post from public.posts where posts.slug = post_page.slug;
  if post.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'post', private.post_card(post) || jsonb_build_object('body', post.body, 'created_at', post.created_at,
      'removal_reason', post.removal_reason, 'author_id', post.author_id),
    'city', private.city_card(post.city_id),
    'spots', (select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object('position', placed.position)
      order by placed.position), '[]')
      from public.post_spots as placed join public.spots on spots.id = placed.spot_id where placed.post_id = post.id),
    'comments', private.comment_list(null, post.id),
    'viewer', jsonb_build_object(
      'is_author', coalesce(post.author_id = auth.uid(), false), 'is_moderator', private.is_moderator(),
      'queue_position', case when post.status = 'pending' and post.author_id = auth.uid() then private.queue_position(post.created_at) end,
      'link_secret', (select secret from public.links where post_id = post.id and owner_id = auth.uid()))
  );
end
$$;
comment on function public.post_page is
  'What /post/{slug} shows: {post, city, spots, comments, viewer}; null when there is no such post for this reader.';

create function public.account_page() returns jsonb
  language plpgsql stable set search_path = ''
  as $$
declare
  me constant uuid := auth.uid();
begin
  return jsonb_build_object(
    'user', (select to_jsonb(users) - 'is_moderator' from public.users where id = me),
    'is_moderator', private.is_moderator(),
    'numbers', (select jsonb_build_object(
      'spots', count(*) filter (where status in ('published', 'closed')), 'drafts', count(*) filter (where status = 'draft'),
      'pending', count(*) filter (where status = 'pending'), 'cities', count(distinct city_id), 'countries', count(distinct country_code),
      'saves', coalesce(sum(save_count), 0), 'photos', (select count(*) from public.photos where author_id = me and spot_id is not null),
      'reviews', (select count(*) from public.reviews where author_id = me),
      'posts', (select count(*) from public.posts where author_id = me))
      from public.spots where author_id = me),
    'spots', (select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object('removal_reason', removal_reason,
      'queue_position', case when status = 'pending' then private.queue_position(created_at) end)), '[]')
      from (select spots.* from public.spots where author_id = me order by created_at desc limit 100) as spots),
    'posts', (select coalesce(jsonb_agg(private.post_card(posts) || jsonb_build_object('removal_reason', removal_reason,
      'queue_position', case when status = 'pending' then private.queue_position(created_at) end)), '[]')
      from (select posts.* from public.posts where author_id = me order by created_at desc limit 50) as posts),
    'lists', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'title', title, 'description', description,
      'visibility', visibility, 'item_count', item_count,
      'link_secret', (select secret from public.links where list_id = lists.id),
      'spots', (select coalesce(jsonb_agg(private.spot_card(spots)), '[]') from (
        select spots.* from public.list_items join public.spots on spots.id = list_items.spot_id
        where list_id = lists.id order by list_items.created_at desc limit 12) as spots)
      ) order by kind, created_at), '[]') from public.lists where author_id = me),
    'reviews', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'rating', rating, 'body', body, 'created_at', created_at,
      'spot', (select private.spot_card(spots) from public.spots where spots.id = spot_id))), '[]')
      from (select reviews.* from public.reviews where author_id = me order by created_at desc limit 50) as reviews),
    'notifications', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'actor', private.member_card(actor_id),
      'spot', (select jsonb_build_object('id', spots.id, 'title', title) from public.spots where spots.id = spot_id),
      'post', (select jsonb_build_object('slug', slug, 'title', title) from public.posts where posts.id = post_id),
      'text', text, 'read_at', read_at, 'created_at', created_at)), '[]')
      from (select notifications.* from public.notifications where user_id = me order by id desc limit 30) as notifications),
    'unread_count', (select count(*) from public.notifications where user_id = me and read_at is null)
  );
end
$$;
comment on function public.account_page is
  'What /account shows the member: {user, is_moderator, numbers, spots, posts, lists, reviews, notifications, unread_count}.';

-- Pages ask for these in a visitor's name too. No row rule lets a visitor in, so they find nothing instead of failing.
grant select on public.spot_exact_points, public.links to anon;

revoke execute on all functions in schema public, private from public;
grant execute on function private.use_link_secret, private.category_list, private.nearby_spots, private.spot_history, private.comment_list,
  private.review_list, private.spot_viewer, private.spot_detail to anon, authenticated, service_role;
grant execute on function private.queue_position to anon, service_role;
grant execute on function public.home_page, public.spot_page, public.list_nearby_duplicates, public.city_page, public.post_page
  to anon, authenticated, service_role;
grant execute on function public.account_page to authenticated;
