-- "Export your data" left out the lists of others that a member edits with them, with the spots and notes that the
-- member put there.
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
    when 'list_memberships' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('key', list_id,
        'title', (select title from public.lists where id = page.list_id),
        'author', (select username from public.lists join public.profiles on profiles.id = author_id where lists.id = page.list_id),
        'items', (select coalesce(jsonb_agg(jsonb_build_object('spot_id', spot_id, 'spot', spots.title, 'note', note,
            'created_at', list_items.created_at) order by position, spot_id), '[]')
          from public.list_items join public.spots on spots.id = spot_id
          where list_items.list_id = page.list_id and added_by = me and spots.status <> 'removed')) order by list_id) into found
      from (select list_id, role, created_at from public.list_members
        where member_id = me and list_id > coalesce(after, '') order by list_id limit most) as page;
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
    when 'suggestions' then
      select jsonb_agg(to_jsonb(page) - 'author_id' - 'decided_by' || jsonb_build_object('key', id::text) order by id) into found
      from (select * from public.suggestions where author_id = me and id > coalesce(after::bigint, 0) order by id limit most) as page;
    when 'reports' then
      -- Without the columns that only moderators read: who decided the report, and how much it counts.
      select jsonb_agg(to_jsonb(page) - array['reporter_id', 'author_id', 'resolved_by', 'counts'] || jsonb_build_object('key', id) order by id)
      into found
      from (select * from public.reports where reporter_id = me and (after is null or id > after::uuid) order by id limit most) as page;
    when 'post_drafts' then
      select jsonb_agg(to_jsonb(page) - 'user_id' || jsonb_build_object('key', post_id) order by post_id) into found
      from (select * from public.post_drafts where user_id = me and post_id > coalesce(after, '') order by post_id limit most) as page;
  end case;
  return coalesce(found, '[]');
end
$function$;
