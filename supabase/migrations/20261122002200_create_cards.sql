-- Cards: the JSON objects that pages consist of. They run as the caller, so RLS policies decide what appears in them.
create function private.member_card(member_id uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('id', id, 'username', username, 'name', name, 'avatar_url', avatar_url)
    from public.profiles where id = member_id
  $$;
comment on function private.member_card is '{id, username, name, avatar_url}; null if the account was deleted.';

create function private.photo_card(photo public.photos) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('id', photo.id, 'path', photo.storage_path, 'width', photo.width, 'height', photo.height,
      'placeholder', photo.placeholder, 'alt_text', photo.alt_text, 'taken_at', photo.taken_at, 'position', photo.position,
      'author_id', photo.author_id)
  $$;
comment on function private.photo_card is '{id, path, width, height, placeholder, alt_text, taken_at, position, author_id}.';

create function private.city_card(of_city integer) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('id', id, 'slug', slug, 'name', name, 'admin1_name', admin1_name, 'country_code', country_code,
      'country_name', country_name, 'population', population, 'time_zone', time_zone, 'lng', lng, 'lat', lat)
    from public.cities where id = of_city
  $$;
comment on function private.city_card is
  '{id, slug, name, admin1_name, country_code, country_name, population, time_zone, lng, lat}.';

create function private.spot_card(spot public.spots) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'id', spot.id, 'slug', spot.slug, 'title', spot.title, 'category', spot.category, 'tags', spot.tags,
      'excerpt', left(spot.description, 240), 'lng', spot.lng, 'lat', spot.lat, 'precision', spot.precision,
      'country_code', spot.country_code, 'visibility', spot.visibility, 'status', spot.status, 'author_id', spot.author_id,
      'rating_average', spot.rating_average, 'review_count', spot.review_count, 'photo_count', spot.photo_count,
      'comment_count', spot.comment_count, 'save_count', spot.save_count, 'been_count', spot.been_count,
      'published_at', spot.published_at, 'created_at', spot.created_at, 'updated_at', spot.updated_at,
      'city', (select jsonb_build_object('slug', slug, 'name', name, 'country_code', country_code, 'country_name', country_name)
        from public.cities where id = spot.city_id),
      'cover', (select private.photo_card(photos) from public.photos where id = spot.cover_photo_id)
    )
  $$;
comment on function private.spot_card is 'A spot as cards and lists show it, with its city and its cover photo or null.';

create function private.post_card(of_post text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('id', id, 'slug', slug, 'title', title, 'summary', summary, 'visibility', visibility,
      'status', status, 'published_at', published_at, 'updated_at', updated_at, 'comment_count', comment_count,
      'author', private.member_card(author_id),
      'cover', (select private.photo_card(photos) from public.photos where photos.id = posts.cover_photo_id))
    from public.posts where id = of_post
  $$;
comment on function private.post_card is 'A story without its body.';

grant execute on function
  private.member_card,
  private.photo_card,
  private.city_card,
  private.spot_card,
  private.post_card
to anon, authenticated;
