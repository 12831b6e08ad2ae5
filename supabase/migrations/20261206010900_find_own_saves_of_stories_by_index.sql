-- The page of a story read all lists that its spots are on to find which of them the viewer wants to go to.
create or replace function public.post_page(slug text, link_secret text DEFAULT NULL::text)
  returns jsonb
  language plpgsql
  set search_path = ''
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
      where lists.author_id = (select auth.uid()) and lists.kind = 'want'
        and list_items.spot_id in (select spot_id from public.post_spots where post_id = post.id)),
    'comments', private.comment_list(null, post.id),
    'viewer', jsonb_build_object(
      'is_author', coalesce(post.author_id = auth.uid(), false), 'is_moderator', private.is_moderator(),
      'queue_position', case when post.status = 'pending' and post.author_id = auth.uid() then private.queue_position('post', post.id) end,
      'link_secret', (select secret from public.links where post_id = post.id and owner_id = auth.uid()))
  );
end
$$;
