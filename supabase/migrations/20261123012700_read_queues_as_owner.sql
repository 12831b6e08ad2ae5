-- Nested queries under RLS check the session of the caller each: 50 rows with six queries each cost 100 ms. The queues hold
-- nothing private, so their rows are read as the owner, once the caller is known to moderate.
alter function private.count_same_text(public.spots) security definer;

create or replace function private.waiting_row(item public.moderation_items) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object('id', item.id, 'kind', item.kind, 'target_id', item.target_id, 'since', item.since,
      'asked_at', item.asked_at, 'author', private.member_card(item.author_id), 'record', private.member_record(item.author_id),
      'spot', (select private.spot_card(spots) || jsonb_build_object('same_text', private.count_same_text(spots),
          'has_link', spots.website is not null or spots.description ~* 'https?://')
        from public.spots where item.kind = 'spot' and spots.id = item.target_id and visibility <> 'private'),
      'post', (select private.post_card(posts.id) from public.posts
        where item.kind = 'post' and posts.id = item.target_id and visibility <> 'private'))
  $$;

create or replace function private.moderated_spot(of_id text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'spot', private.spot_detail(spots),
      'exact_point', (select jsonb_build_object('lng', lng, 'lat', lat) from public.spot_exact_points where spot_id = spots.id),
      'photos', (select coalesce(jsonb_agg(private.photo_card(photos) order by position, created_at), '[]')
        from public.photos where spot_id = spots.id and hidden_at is null),
      'duplicates', public.list_nearby_duplicates(spots.lng, spots.lat, spots.title, spots.id),
      'around', private.list_points_around(spots.lng, spots.lat, 4000, 150),
      'changes', (select jsonb_build_object('at', created_at, 'changes', changes) from public.revisions
        where spot_id = spots.id and revisions.visibility <> 'private' order by id desc limit 1))
    from public.spots where id = of_id and visibility <> 'private'
  $$;

create or replace function private.moderated_post(of_id text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select private.post_card(posts.id) || jsonb_build_object('body', body, 'spots', (
      select coalesce(jsonb_agg(private.spot_card(spots) order by post_spots.position), '[]')
      from public.post_spots join public.spots on spots.id = post_spots.spot_id
      where post_id = posts.id and spots.visibility <> 'private'))
    from public.posts where id = of_id and visibility <> 'private'
  $$;
