-- Beside the spot of a review, account_page() joined photos, which also have a spot_id. So the spot of a review was every spot
-- with a cover, and a member with a review could not open the page.
create or replace function public.account_page(before_spot text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
    'spots', (select coalesce(jsonb_agg(private.join_spot_card(spots, cities, photos) || jsonb_build_object('removal_reason', spots.removal_reason,
      'queue_position', case when spots.status = 'pending' then private.queue_position('spot', spots.id) end)
      order by spots.created_at desc, spots.id desc), '[]')
      from (
        -- One more than a page, which tells that there are others.
        (select own.* from public.spots as own where author_id = me and status = any (shown)
          and coalesce((created_at, id) < (select last.created_at, last.id from public.spots as last
            where last.id = account_page.before_spot and last.author_id = me), true)
          order by created_at desc, id desc limit 101)
        union all
        (select own.* from public.spots as own where author_id = me and status <> all (shown)
          order by created_at desc, id desc limit 100)
      ) as spots
      left join public.cities on cities.id = spots.city_id left join public.photos on photos.id = spots.cover_photo_id),
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
      'spot', (select private.join_spot_card(spots, cities, photos) from public.spots
          left join public.cities on cities.id = spots.city_id left join public.photos on photos.id = spots.cover_photo_id
        where spots.id = reviews.spot_id))), '[]')
      from (select reviews.* from public.reviews where author_id = me order by created_at desc limit 50) as reviews),
    'unread_count', (select count(*) from public.notifications where user_id = me and read_at is null)
  );
end
$function$;
