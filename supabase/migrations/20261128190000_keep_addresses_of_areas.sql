-- The public row of a spot that shows only an area contained its address, which tells the exact place. The address is now
-- kept with the exact point, which only the author and moderators may read.
alter table public.spot_exact_points add column address text
  constraint spot_exact_points_address_check check (length(address) between 1 and 300);
grant insert (address) on public.spot_exact_points to authenticated;
grant update (address) on public.spot_exact_points to authenticated;
comment on table public.spot_exact_points is 'Exact positions and addresses of spots whose precision is area. For the author and moderators only.';
comment on column public.spots.address is 'Null if precision is area: a trigger moves the address to spot_exact_points. An empty text clears it there.';
comment on column public.revisions.changes is '{field: {from, to}}. For photos, from lists the ids of removed ones and to those of added ones. Never contains the position or address of a spot whose precision is area.';

create or replace function private.tg_spots__derive()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  city public.cities;
  exact public.spot_exact_points;
  -- Null leaves the address of an area as it is, and an empty text clears it.
  typed constant text := btrim(new.address);
  has_moved constant boolean := tg_op = 'INSERT' or (new.lng, new.lat) is distinct from (old.lng, old.lat);
begin
  new.title := btrim(regexp_replace(new.title, '[[:cntrl:]\s]+', ' ', 'g'));
  new.address := nullif(typed, '');
  new.website := nullif(btrim(new.website), '');
  new.slug := private.to_slug(new.title, 'spot');
  if tg_op = 'UPDATE' and new.precision = 'exact' and old.precision = 'area' then
    delete from public.spot_exact_points where spot_id = new.id returning * into exact;
    if not has_moved and exact.lng is not null then
      new.lng := exact.lng;
      new.lat := exact.lat;
    end if;
    if typed is null then
      new.address := exact.address;
    end if;
  elsif new.precision = 'area' then
    if tg_op = 'UPDATE' and (has_moved or old.precision = 'exact' or typed is not null) then
      insert into public.spot_exact_points as kept (spot_id, lng, lat, address) values (new.id, new.lng, new.lat, new.address)
        on conflict (spot_id) do update set
          lng = case when has_moved or old.precision = 'exact' then excluded.lng else kept.lng end,
          lat = case when has_moved or old.precision = 'exact' then excluded.lat else kept.lat end,
          address = case when typed is null then kept.address else excluded.address end;
    end if;
    if has_moved or old.precision = 'exact' then
      select area_lng, area_lat into new.lng, new.lat from private.area_point(new.lng, new.lat);
    end if;
    new.address := null;
  end if;
  -- A step of an import has searched for the cities of its rows already.
  if has_moved and (tg_op = 'UPDATE' or (new.city_id is null and current_setting('hereabouts.imports', true) is distinct from 'on')) then
    city := private.find_city(new.lng, new.lat);
    new.city_id := city.id;
    if city.id is not null or (tg_op = 'UPDATE' and old.city_id is not null) then
      new.country_code := city.country_code;
    end if;
  end if;
  if new.status = 'published' and new.published_at is null then
    new.published_at := now();
    new.confirmed_at := coalesce(new.confirmed_at, now());
  end if;
  return new;
end
$function$;
comment on function private.tg_spots__derive() is 'Sets derived columns for every writer: slug, rounded position, city, country, times. The exact position and the address of an area spot are moved to spot_exact_points; for a new spot submit_spot does that, because the row must exist first.';

create or replace function private.tg_spots__write_revision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  fields text[] := array['title', 'category', 'tags', 'description', 'website', 'access', 'visibility', 'precision',
    'status', 'cover_photo_id'];
  changes jsonb;
begin
  if new.precision = 'area' and old.precision = 'exact' then
    update public.revisions set changes = revisions.changes - 'lng' - 'lat' - 'address'
      where spot_id = new.id and revisions.changes ?| array['lng', 'lat', 'address'] and revisions.changes - 'lng' - 'lat' - 'address' <> '{}';
    delete from public.revisions where spot_id = new.id and revisions.changes ?| array['lng', 'lat', 'address'];
  end if;
  if old.status not in ('published', 'closed') then
    return null;
  end if;
  if old.precision = new.precision then
    fields := fields || array['lng', 'lat', 'address'];
  end if;
  changes := private.changed_fields(to_jsonb(old), to_jsonb(new), fields);
  if changes <> '{}' then
    perform private.write_spot_revision(new.id, greatest(old.visibility, new.visibility), changes);
  end if;
  return null;
end
$function$;
comment on function private.tg_spots__write_revision() is 'Writes the changes of a published spot. When its precision becomes area, the positions and addresses are removed from its history.';

create or replace function private.tg_spots__hide_suggested_points()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.suggestions
    where spot_id = new.id and changes ?| array['lng', 'lat', 'address'] and changes - 'lng' - 'lat' - 'address' = '{}';
  update public.suggestions set changes = changes - 'lng' - 'lat' - 'address', decisions = decisions - 'lng' - 'lat' - 'address'
    where spot_id = new.id and changes ?| array['lng', 'lat', 'address'];
  return null;
end
$function$;

create or replace function public.spot_page(id text, link_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
    'exact_point', (select jsonb_build_object('lng', lng, 'lat', lat, 'address', address)
      from public.spot_exact_points where spot_id = spot.id),
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
    'around', private.list_points_around(spot.lng, spot.lat, 4000, 150),
    'sheet_count', private.count_on_sheet(spot.lng, spot.lat, 1000),
    'posts', (select coalesce(jsonb_agg(private.post_card(posts.id)), '[]') from (
      select posts.id, posts.published_at from public.post_spots join public.posts on posts.id = post_spots.post_id
      where post_spots.spot_id = spot.id and posts.status = 'published' and posts.visibility in ('public', 'members')
      order by published_at desc limit 6) as posts),
    'history', private.spot_history(spot.id),
    'viewer', private.spot_viewer(spot)
  );
end
$function$;

create or replace function private.moderated_spot(of_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select jsonb_build_object(
      'spot', private.spot_detail(spots),
      'exact_point', (select jsonb_build_object('lng', lng, 'lat', lat, 'address', address)
        from public.spot_exact_points where spot_id = spots.id),
      'photos', (select coalesce(jsonb_agg(private.photo_card(photos) order by position, created_at), '[]')
        from public.photos where spot_id = spots.id and hidden_at is null),
      'duplicates', public.list_nearby_duplicates(spots.lng, spots.lat, spots.title, spots.id),
      'around', private.list_points_around(spots.lng, spots.lat, 4000, 150),
      'changes', (select jsonb_build_object('at', created_at, 'changes', changes) from public.revisions
        where spot_id = spots.id and revisions.visibility <> 'private' order by id desc limit 1))
    from public.spots where id = of_id and visibility <> 'private'
  $function$;

create or replace function private.export_rows(part text, of_list text, after text, most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  found jsonb;
begin
  case part
    when 'profile' then
      select jsonb_agg(to_jsonb(users)) into found from public.users where id = me and after is null;
    when 'spots' then
      select jsonb_agg(card || jsonb_build_object('key', id) || coalesce(point, '{}') order by id) into found from (
        select spots.id, private.export_spot(spots) as card,
          (select jsonb_build_object('lng', exact.lng, 'lat', exact.lat, 'address', exact.address)
            from public.spot_exact_points as exact where spot_id = spots.id) as point
        from public.spots where author_id = me and id > coalesce(after, '') order by id limit most) as page;
    when 'posts' then
      select jsonb_agg(to_jsonb(page) - 'search' || jsonb_build_object('key', id, 'post_spots', coalesce((
        select jsonb_agg(jsonb_build_object('spot_id', spot_id, 'position', position) order by position)
        from public.post_spots where post_id = page.id), '[]')) order by id) into found
      from (select * from public.posts where author_id = me and id > coalesce(after, '') order by id limit most) as page;
    when 'photos' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', id) order by id) into found
      from (select * from public.photos where author_id = me and (after is null or id > after::uuid) order by id limit most) as page;
    when 'reviews' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', id, 'spot', (
        select private.export_spot(spots) from public.spots where spots.id = page.spot_id)) order by id) into found
      from (select * from public.reviews where author_id = me and (after is null or id > after::uuid) order by id limit most) as page;
    when 'comments' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', id, 'about', coalesce(
        (select jsonb_build_object('spot', title, 'lng', lng, 'lat', lat) from public.spots where spots.id = page.spot_id),
        (select jsonb_build_object('story', title, 'author', (select username from public.profiles where profiles.id = posts.author_id))
          from public.posts where posts.id = page.post_id))) order by id) into found
      from (select * from public.comments where author_id = me and (after is null or id > after::uuid) order by id limit most) as page;
    when 'lists' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', id) order by id) into found
      from (select * from public.lists where author_id = me and id > coalesce(after, '') order by id limit most) as page;
    when 'list_items' then
      select jsonb_agg(card || jsonb_build_object('key', position || ':' || spot_id, 'note', note, 'went_on', went_on, 'added_at', added_at) order by position, spot_id)
      into found from (
        select position, spot_id, note, went_on, list_items.created_at as added_at, private.export_spot(spots) as card
        from public.list_items join public.spots on spots.id = spot_id
        where list_id = of_list and spots.status <> 'removed'
          and (after is null or (position, spot_id) > (split_part(after, ':', 1)::integer, split_part(after, ':', 2)))
        order by position, spot_id limit most) as page;
    when 'follows' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', id::text,
        'member', (select username from public.profiles where profiles.id = page.member_id),
        'city', (select jsonb_build_object('name', name, 'slug', slug) from public.cities where cities.id = page.city_id),
        'list', (select jsonb_build_object('title', title, 'author', (select username from public.profiles where profiles.id = lists.author_id))
          from public.lists where lists.id = page.list_id)) order by id) into found
      from (select * from public.follows where follower_id = me and id > coalesce(after::bigint, 0) order by id limit most) as page;
    when 'blocks' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', blocked_id,
        'member', (select username from public.profiles where profiles.id = page.blocked_id)) order by blocked_id) into found
      from (select * from public.blocks where blocker_id = me and (after is null or blocked_id > after::uuid) order by blocked_id limit most) as page;
    when 'notification_preferences' then
      select jsonb_agg(jsonb_build_object('topic', topic, 'in_app', in_app, 'mail', mail) order by topic) into found
      from public.notification_preferences where user_id = me and after is null;
    when 'mail_schedules' then
      select jsonb_agg(jsonb_build_object('digest_hour', digest_hour, 'time_zone', time_zone)) into found
      from public.mail_schedules where user_id = me and after is null;
    when 'notifications' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', id::text) order by id) into found
      from (select * from public.notifications where user_id = me and id > coalesce(after::bigint, 0) order by id limit most) as page;
  end case;
  return coalesce(found, '[]');
end
$function$;

create or replace function public.submit_spot(submission_key uuid, spot jsonb, photo_ids uuid[] DEFAULT '{}'::uuid[], alt_texts text[] DEFAULT '{}'::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  wanted public.publication_status;
  made public.spots;
begin
  if submit_spot.submission_key is null then
    raise sqlstate 'PT400' using message = 'submission_key is required.';
  end if;
  if (spot ->> 'lng') is null or (spot ->> 'lat') is null then
    raise sqlstate 'PT400' using message = 'Choose a position: lng and lat are required.';
  end if;
  wanted := coalesce(spot ->> 'status', 'published');
  -- Created as a draft, so that attaching photos does not write revisions of a published spot.
  insert into public.spots (title, category, tags, description, lng, lat, precision, country_code, address, website, access,
    visibility, status, submission_key)
  values (
    spot ->> 'title', spot ->> 'category',
    coalesce(array(select jsonb_array_elements_text(nullif(spot -> 'tags', 'null'))), '{}'),
    coalesce(spot ->> 'description', ''), (spot ->> 'lng')::double precision, (spot ->> 'lat')::double precision,
    coalesce(spot ->> 'precision', 'exact')::public.position_precision, spot ->> 'country_code', spot ->> 'address',
    spot ->> 'website', coalesce(spot ->> 'access', 'unknown')::public.spot_access,
    coalesce(spot ->> 'visibility', 'public')::public.visibility, 'draft', submit_spot.submission_key
  )
  on conflict on constraint spots_submission_key_key do nothing
  returning * into made;
  if made.id is null then
    select * into made from public.spots where author_id = auth.uid() and submission_key = submit_spot.submission_key;
    return jsonb_build_object('id', made.id, 'slug', made.slug, 'status', made.status);
  end if;
  if made.precision = 'area' then
    insert into public.spot_exact_points (spot_id, lng, lat, address)
    values (made.id, (spot ->> 'lng')::double precision, (spot ->> 'lat')::double precision, nullif(btrim(spot ->> 'address'), ''));
  end if;
  perform private.attach_photos(made.id, photo_ids, alt_texts);
  update public.spots set status = wanted, cover_photo_id = (
    select id from public.photos where spot_id = made.id order by position limit 1
  ) where id = made.id returning * into made;
  return jsonb_build_object('id', made.id, 'slug', made.slug, 'status', made.status);
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_value(sqlerrm);
end
$function$;

create or replace function public.update_spot(id text, changes jsonb, photo_ids uuid[] DEFAULT NULL::uuid[], alt_texts text[] DEFAULT '{}'::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  made public.spots;
begin
  if photo_ids is not null then
    delete from public.photos where spot_id = update_spot.id and author_id = auth.uid() and not photos.id = any(photo_ids);
    perform private.attach_photos(update_spot.id, photo_ids, alt_texts);
  end if;
  update public.spots set
    title = case when changes ? 'title' then changes ->> 'title' else title end,
    category = case when changes ? 'category' then changes ->> 'category' else category end,
    tags = case when jsonb_typeof(changes -> 'tags') = 'array'
      then array(select jsonb_array_elements_text(changes -> 'tags')) else tags end,
    description = coalesce(changes ->> 'description', description),
    lng = coalesce((changes ->> 'lng')::double precision, lng),
    lat = coalesce((changes ->> 'lat')::double precision, lat),
    precision = coalesce((changes ->> 'precision')::public.position_precision, precision),
    country_code = case when changes ? 'country_code' then changes ->> 'country_code' else country_code end,
    address = case when changes ? 'address' then coalesce(changes ->> 'address', '') else address end,
    website = case when changes ? 'website' then changes ->> 'website' else website end,
    access = coalesce((changes ->> 'access')::public.spot_access, access),
    visibility = coalesce((changes ->> 'visibility')::public.visibility, visibility),
    status = coalesce((changes ->> 'status')::public.publication_status, status),
    cover_photo_id = coalesce(photo_ids[1], cover_photo_id)
  where spots.id = update_spot.id
  returning * into made;
  if made.id is null then
    raise sqlstate 'PT404' using message = 'Spot not found, or it is not yours.';
  end if;
  return jsonb_build_object('id', made.id, 'slug', made.slug, 'status', made.status);
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_value(sqlerrm);
end
$function$;

create or replace function private.import_rows(import public.imports, numbers integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  doubles integer[];
  originals integer[];
  targets jsonb;
  saved integer[];
  been integer[];
begin
  -- The matches come first, because the planner would compare each row with all of the import.
  with found as materialized (
    select waiting.number, match.* from public.import_rows as waiting
    cross join lateral private.match_place(import.member_id, waiting.lng, waiting.lat, waiting.title) as match
    where waiting.import_id = import.id and waiting.number = any (numbers)
  )
  update public.import_rows as place set
    state = case when found.is_own then 'known' else 'saved' end::public.import_row_state, spot_id = found.spot_id,
    reason = case when found.is_own then 'You have it already: ' else 'On the map already: ' end || found.title
  from found where place.import_id = import.id and place.number = found.number;

  select coalesce(array_agg(number), '{}'), coalesce(array_agg(original), '{}') into doubles, originals
  from private.list_same_rows(import.id, numbers);
  select coalesce(jsonb_object_agg(name, private.find_import_list(import, name)), '{}') into targets
  from (
    select distinct case list when '' then 'Want to go' else list end as name from public.import_rows
    where import_id = import.id and number = any (numbers) and (list <> '' or (state = 'saved' and not details ? 'review'))
  ) as named;

  -- A new spot is counted as saved from the start, if its row or one that is the same has a list.
  select coalesce(array_agg(number) filter (where is_saved), '{}'), coalesce(array_agg(number) filter (where is_been), '{}')
  into saved, been
  from (
    select coalesce(same.original, place.number) as number, bool_or(lists.kind <> 'been') as is_saved, bool_or(lists.kind = 'been') as is_been
    from public.import_rows as place left join unnest(doubles, originals) as same (number, original) using (number)
    join public.lists on lists.id = targets ->> place.list
    where place.import_id = import.id and place.number = any (numbers)
    group by 1
  ) as listed;

  with fresh as materialized (
    select place.*, private.random_id() as new_id from public.import_rows as place
    where import_id = import.id and number = any (numbers) and state = 'waiting' and number <> all (doubles)
  ),
  created as (
    insert into public.spots (id, title, category, lng, lat, description, address, website, tags, visibility, status, author_id,
      import_batch, city_id, country_code, save_count, been_count, precision, access, created_at, published_at, confirmed_at)
    select fresh.new_id, fresh.title, fresh.category, fresh.lng, fresh.lat, fresh.description, fresh.address, fresh.website, fresh.tags,
      chosen.visibility, settled.status, import.member_id, import.id,
      cities.id, cities.country_code, (fresh.number = any (saved))::integer, (fresh.number = any (been))::integer,
      coalesce((details ->> 'precision')::public.position_precision, 'exact'), coalesce((details ->> 'access')::public.spot_access, 'unknown'),
      coalesce(dates.created_at, now()), dates.published_at, dates.confirmed_at
    from fresh
    cross join lateral (select coalesce((details ->> 'visibility')::public.visibility, import.visibility) as visibility,
      case details ->> 'status' when 'draft' then 'draft' else 'published' end::public.publication_status as status) as chosen
    cross join lateral private.next_status(null, chosen.status, null, chosen.visibility, import.member_id) as next
    cross join lateral (select case when next = 'published' and details ->> 'status' = 'closed' then 'closed' else next end as status) as settled
    cross join lateral private.read_spot_dates(fresh.details, settled.status) as dates
    left join lateral private.list_nearest_cities(fresh.lng, fresh.lat) as nearest on true
    left join public.cities on cities.id = nearest.id
  )
  update public.import_rows as place set state = 'created', spot_id = fresh.new_id, reason = ''
  from fresh where place.import_id = import.id and place.number = fresh.number;

  update public.import_rows as place set state = 'known', spot_id = first.spot_id, reason = 'You have it already: ' || first.title
  from unnest(doubles, originals) as same (number, original)
  join public.import_rows as first on first.import_id = import.id and first.number = same.original
  where place.import_id = import.id and place.number = same.number;

  -- An archive of this product says more about a place than other files.
  insert into public.spot_exact_points (spot_id, lng, lat, address)
  select spot_id, lng, lat, address from public.import_rows as place
  where place.import_id = import.id and place.number = any (numbers) and state = 'created' and details ->> 'precision' = 'area'
  on conflict (spot_id) do nothing;
  with written as (
  insert into public.reviews (spot_id, author_id, rating, body, created_at)
  select distinct on (place.spot_id) place.spot_id, import.member_id, (details #>> '{review,rating}')::smallint,
    coalesce(details #>> '{review,body}', ''), coalesce(private.to_past_date(details #>> '{review,created_at}'), now())
  from public.import_rows as place
  where place.import_id = import.id and place.number = any (numbers) and place.spot_id is not null and details ? 'review'
    and not exists (select from public.reviews where reviews.spot_id = place.spot_id and reviews.author_id = import.member_id)
  order by place.spot_id, place.number
  returning id, spot_id)
  update public.import_rows as place set review_id = written.id
  from written where place.import_id = import.id and place.number = any (numbers) and place.spot_id = written.spot_id and details ? 'review';
  if targets <> '{}' then perform private.list_import_rows(import, numbers, targets); end if;
  perform private.attach_import_photos(import, numbers);
end
$function$;

create or replace function public.merge_spots(kept_id text, merged_id text, taken text[] DEFAULT '{}'::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  kept public.spots;
  merged public.spots;
  exact public.spot_exact_points;
  wanted jsonb;
  made bigint;
begin
  perform private.require_moderator();
  if kept_id = merged_id then
    raise sqlstate 'PT400' using message = 'Choose two different spots.';
  end if;
  -- Locked in the order of their ids, so that two merges of the same pair cannot wait for each other.
  perform from public.spots where spots.id in (kept_id, merged_id) order by spots.id for update;
  select * into kept from public.spots where spots.id = kept_id;
  select * into merged from public.spots where spots.id = merged_id;
  if kept.id is null or merged.id is null or 'private' in (kept.visibility, merged.visibility) then
    raise sqlstate 'PT404' using message = 'One of the spots was not found.';
  end if;
  if kept.status not in ('published', 'closed') or merged.status not in ('published', 'closed', 'pending') then
    raise sqlstate 'PT409' using message = 'One of the spots is no longer on the map.';
  end if;
  if 'link' in (kept.visibility, merged.visibility) then
    raise sqlstate 'PT400' using message = 'A spot that is shared by link cannot be merged: others would see what it contains.';
  end if;
  if kept.visibility < merged.visibility then
    raise sqlstate 'PT400' using message = 'More people would see what the other spot contains. Keep the other one.';
  end if;
  if kept.precision = 'exact' and merged.precision = 'area' then
    raise sqlstate 'PT400' using message = 'The other spot shows only an area, and a merge would reveal its position. Keep the other one.';
  end if;
  select coalesce(jsonb_object_agg(field, to_jsonb(merged) -> field), '{}') into wanted
    from unnest(taken) as field
    where field = any (array['title', 'category', 'tags', 'description', 'address', 'website', 'access', 'cover_photo_id'])
      and (field <> 'cover_photo_id' or merged.cover_photo_id is not null);
  select * into exact from public.spot_exact_points where spot_id = merged.id;
  if wanted ? 'address' then
    wanted := wanted || jsonb_build_object('address', coalesce(exact.address, merged.address));
  end if;
  if 'position' = any (taken) then
    wanted := wanted || jsonb_build_object('lng', coalesce(exact.lng, merged.lng), 'lat', coalesce(exact.lat, merged.lat));
  end if;
  made := private.merge_spot_rows(kept, merged, wanted);
  perform private.log_moderation('merge', 'spot', kept.id, kept.title, 'Merged with ' || merged.title, merged.author_id,
    jsonb_build_object('merge', made, 'merged_id', merged.id));
  return jsonb_build_object('id', kept.id, 'merge', made);
end
$function$;

create or replace function private.unmerge_spots(merge_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  merge private.spot_merges;
  kept public.spots;
  merged public.spots;
  moved jsonb;
  back jsonb;
begin
  select * into merge from private.spot_merges where spot_merges.id = merge_id;
  if merge.id is null then
    raise sqlstate 'PT404' using message = 'Merge not found.';
  end if;
  perform from public.spots where spots.id in (merge.kept_id, merge.merged_id) order by spots.id for update;
  select * into merge from private.spot_merges where spot_merges.id = merge_id for update;
  if merge.undone_at is not null or merge.created_at < now() - interval '30 days' then
    raise sqlstate 'PT409' using message = 'This merge was undone already, or is more than 30 days old.';
  end if;
  select * into kept from public.spots where spots.id = merge.kept_id;
  select * into merged from public.spots where spots.id = merge.merged_id;
  if kept.id is null or merged.id is null or merged.status <> 'removed'
    or not exists (select from public.spot_redirects where old_id = merged.id and spot_id = kept.id) then
    raise sqlstate 'PT409' using message = 'One of the spots was deleted or merged again, so this cannot be undone.';
  end if;
  moved := merge.moved;
  with taken as (
    update public.reviews set spot_id = merged.id
    where spot_id = kept.id and id in (select value::uuid from jsonb_array_elements_text(moved -> 'reviews'))
      and not exists (select from public.reviews as other where other.spot_id = merged.id and other.author_id = reviews.author_id)
    returning rating, private.is_counted(reviews) as is_counted
  ), counted as (
    select count(*)::integer as count, coalesce(sum(rating), 0)::integer as sum from taken where is_counted
  ), fewer as (
    update public.spots set review_count = review_count - counted.count, rating_sum = rating_sum - counted.sum
    from counted where spots.id = kept.id
  )
  update public.spots set review_count = review_count + counted.count, rating_sum = rating_sum + counted.sum
    from counted where spots.id = merged.id;
  insert into public.reviews select row.* from jsonb_populate_recordset(null::public.reviews, moved -> 'replaced_reviews') as row
    where exists (select from public.users where users.id = row.author_id)
    on conflict do nothing;
  delete from public.notifications where created_at = now()
    and review_id in (select (value ->> 'id')::uuid from jsonb_array_elements(moved -> 'replaced_reviews'));
  update public.comments set review_id = entry.review from jsonb_to_recordset(moved -> 'replaced_replies') as entry (id uuid, review uuid)
    where comments.id = entry.id and exists (select from public.reviews where reviews.id = entry.review);
  update public.photos set review_id = entry.review from jsonb_to_recordset(moved -> 'replaced_photos') as entry (id uuid, review uuid)
    where photos.id = entry.id and review_id is null and exists (select from public.reviews where reviews.id = entry.review);
  -- What a review got since the merge goes back with it.
  update public.photos set spot_id = merged.id
    where spot_id = kept.id and (id in (select value::uuid from jsonb_array_elements_text(moved -> 'photos'))
      or review_id in (select reviews.id from public.reviews where reviews.spot_id = merged.id));
  with taken as (
    update public.comments set spot_id = merged.id
    where spot_id = kept.id and (id in (select value::uuid from jsonb_array_elements_text(moved -> 'comments'))
      or parent_id in (select value::uuid from jsonb_array_elements_text(moved -> 'comments'))
      or review_id in (select reviews.id from public.reviews where reviews.spot_id = merged.id))
    returning private.is_counted(comments) as is_counted
  ), counted as (select count(*)::integer as count from taken where is_counted
  ), fewer as (
    update public.spots set comment_count = greatest(0, comment_count - counted.count) from counted where spots.id = kept.id
  )
  update public.spots set comment_count = comment_count + counted.count from counted where spots.id = merged.id;
  update public.list_items set spot_id = merged.id
    where spot_id = kept.id and list_id in (select value from jsonb_array_elements_text(moved -> 'lists'))
      and not exists (select from public.list_items as other where other.list_id = list_items.list_id and other.spot_id = merged.id);
  perform private.count_saves(kept.id), private.count_saves(merged.id);
  update public.post_spots set spot_id = merged.id
    where spot_id = kept.id and post_id in (select value from jsonb_array_elements_text(moved -> 'posts'))
      and not exists (select from public.post_spots as other where other.post_id = post_spots.post_id and other.spot_id = merged.id);
  update public.posts set body = regexp_replace(body, '(/spot/)' || kept.id || '(?![a-z0-9])', '\1' || merged.id, 'g')
    where id in (select value from jsonb_array_elements_text(moved -> 'renamed_posts'))
      and id in (select value from jsonb_array_elements_text(moved -> 'posts'));
  update public.notifications set spot_id = merged.id
    where spot_id = kept.id and id in (select value::bigint from jsonb_array_elements_text(moved -> 'notifications'));
  delete from public.spot_redirects where old_id = merged.id;
  update public.spot_redirects set spot_id = merged.id
    where spot_id = kept.id and old_id in (select value from jsonb_array_elements_text(moved -> 'redirects'));
  update public.spots set status = (merge.before ->> 'status')::public.publication_status, removal_reason = null where id = merged.id;
  update public.spots set cover_photo_id = (merge.before ->> 'cover_photo_id')::uuid where id = merged.id
    and exists (select from public.photos where id = (merge.before ->> 'cover_photo_id')::uuid and spot_id = merged.id);
  -- Fields that nobody has changed since get the values from before the merge.
  select jsonb_object_agg(field, merge.before -> 'kept' -> field) into back from jsonb_each(merge.before -> 'wanted') as entry (field, value)
    where field <> 'cover_photo_id' and to_jsonb(kept) -> field = value;
  if back is not null and kept.precision = 'exact' then
    perform public.update_spot(kept.id, back);
  elsif back - 'lng' - 'lat' - 'address' <> '{}' then
    perform public.update_spot(kept.id, back - 'lng' - 'lat' - 'address');
  end if;
  update private.spot_merges set undone_at = now() where spot_merges.id = merge_id;
  return jsonb_build_object('id', merged.id, 'title', merged.title, 'author_id', merged.author_id, 'kept_id', kept.id);
end
$function$;

-- The trigger moves the addresses.
update public.spots set address = address where precision = 'area' and address is not null;
update public.revisions set changes = changes - 'address'
  where changes ? 'address' and changes - 'address' <> '{}' and spot_id in (select id from public.spots where precision = 'area');
delete from public.revisions where changes ? 'address' and spot_id in (select id from public.spots where precision = 'area');
update public.suggestions set changes = jsonb_set(changes, '{address,from}', 'null'), decisions = decisions #- '{address,seen}'
  where changes ? 'address' and spot_id in (select id from public.spots where precision = 'area');
