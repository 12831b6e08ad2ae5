-- A secret link could only be taken back by changing who sees the page. Its owner can now replace it, and let it expire.
alter table public.links add column expires_at timestamptz;
comment on column public.links.expires_at is 'From then on the link opens nothing. Null if it does not expire.';
alter table private.deleted_lists add column link_expires_at timestamptz;

create or replace function private.linked_spot_id() returns text
  language sql stable security definer set search_path = ''
  as $$
    select spot_id from public.links
    where secret = private.get_link_secret() and spot_id is not null and (expires_at is null or expires_at > now())
  $$;

create or replace function private.linked_post_id() returns text
  language sql stable security definer set search_path = ''
  as $$
    select post_id from public.links
    where secret = private.get_link_secret() and post_id is not null and (expires_at is null or expires_at > now())
  $$;

create or replace function private.linked_list_id() returns text
  language sql stable security definer set search_path = ''
  as $$
    select list_id from public.links
    where secret = private.get_link_secret() and list_id is not null and (expires_at is null or expires_at > now())
  $$;

create function private.find_list_link_end(of_list text) returns timestamptz
  language sql stable security definer set search_path = ''
  as $$ select expires_at from public.links where list_id = of_list and private.may_edit_list(of_list) $$;
comment on function private.find_list_link_end(text) is 'When the secret link of a list expires, for its owner and editors.';

create function private.set_link_end(days integer, of_spot text, of_post text, of_list text) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  if days not in (1, 7, 30) then
    raise invalid_parameter_value using message = 'days must be 1, 7, 30 or null.';
  end if;
  update public.links set expires_at = now() + make_interval(days => days)
  where owner_id = auth.uid() and private.has_valid_session() and (spot_id = of_spot or post_id = of_post or list_id = of_list);
  if not found then
    raise sqlstate 'PT404' using message = 'Nothing of yours is shared by a secret link here.';
  end if;
end
$$;

create function private.replace_link(of_spot text, of_post text, of_list text) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.links set secret = private.random_id(24), expires_at = case when expires_at > now() then expires_at end
  where owner_id = auth.uid() and private.has_valid_session() and (spot_id = of_spot or post_id = of_post or list_id = of_list);
  if not found then
    raise sqlstate 'PT404' using message = 'Nothing of yours is shared by a secret link here.';
  end if;
end
$$;

create function public.set_link_end(
  days integer default null, spot_id text default null, post_id text default null, list_id text default null
) returns void
  language sql set search_path = ''
  return private.set_link_end(days, spot_id, post_id, list_id);
comment on function public.set_link_end is 'Lets the secret link of the caller''s spot, story or list expire in 1, 7 or 30 days; without days it never does.';

create function public.replace_link(spot_id text default null, post_id text default null, list_id text default null) returns void
  language sql set search_path = ''
  return private.replace_link(spot_id, post_id, list_id);
comment on function public.replace_link is 'Replaces the secret link of the caller''s spot, story or list. The old one opens nothing from then on.';

revoke execute on function private.set_link_end, private.replace_link, public.set_link_end, public.replace_link,
  private.find_list_link_end from public, anon;
grant execute on function private.set_link_end, private.replace_link, public.set_link_end, public.replace_link to authenticated;
grant execute on function private.find_list_link_end to anon, authenticated;

create or replace function private.spot_viewer(of public.spots)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
      'link_secret', (select secret from public.links where spot_id = of.id and owner_id = auth.uid()),
      'link_expires_at', (select expires_at from public.links where spot_id = of.id and owner_id = auth.uid())
    )
    from public.list_items join public.lists on lists.id = list_items.list_id
    where list_items.spot_id = of.id and list_items.list_id = any (array(select private.edited_list_ids()))
  $function$;

create or replace function public.post_page(slug text, link_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
      'link_secret', (select secret from public.links where post_id = post.id and owner_id = auth.uid()),
      'link_expires_at', (select expires_at from public.links where post_id = post.id and owner_id = auth.uid()))
  );
end
$function$;

create or replace function public.list_page(id text, link_secret text DEFAULT NULL::text, most integer DEFAULT 500)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  -- A page of more would be slow to load and to scroll.
  shown_most constant integer := least(greatest(coalesce(most, 500), 1), 3000);
  list public.lists;
  viewer_role text;
  shown_members jsonb;
begin
  if link_secret is not null then
    perform private.use_link_secret(link_secret);
  end if;
  select * into list from public.lists where lists.id = list_page.id;
  if list.id is null then
    return null;
  end if;
  viewer_role := case when list.author_id = auth.uid() then 'owner'
    else (select role::text from public.list_members where list_id = list.id and member_id = auth.uid()) end;
  select coalesce(jsonb_agg(private.member_card(member_id) || jsonb_build_object('role', role, 'joined_at', created_at)
    order by created_at), '[]') into shown_members
  from public.list_members where list_id = list.id;
  return jsonb_build_object(
    'list', jsonb_build_object('id', list.id, 'kind', list.kind, 'title', list.title, 'description', list.description,
      'visibility', list.visibility, 'created_at', list.created_at, 'updated_at', list.updated_at),
    'author', private.member_card(list.author_id),
    'follow', private.describe_follow(about_list => list.id),
    'members', shown_members,
    'role', viewer_role,
    'items', private.list_page_items(list.id, shown_most),
    'item_count', public.item_count(list),
    'removed', private.list_removed_items(list.id),
    'hidden_count', case when viewer_role = 'owner' and list.visibility <> 'private' then (
      select count(*) from public.list_items join public.spots on spots.id = list_items.spot_id
      where list_id = list.id and spots.status <> 'removed'
        and not coalesce(private.may_read(spots.visibility, spots.status, null, null, list.visibility = 'members', false, false), false)
    ) else 0 end,
    'invitations', case when viewer_role = 'owner' then (
      select coalesce(jsonb_agg(jsonb_build_object('id', open.id, 'role', role, 'use_count', use_count, 'max_uses', max_uses,
        'expires_at', expires_at) order by created_at desc), '[]')
      from public.list_invitations as open
      where list_id = list.id and revoked_at is null and expires_at > now() and use_count < max_uses
    ) else '[]' end,
    'changes', case when viewer_role is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('id', latest.id, 'kind', latest.kind, 'created_at', latest.created_at,
        'actor', private.member_card(latest.actor_id),
        'spot', (select jsonb_build_object('id', spots.id, 'title', spots.title) from public.spots where spots.id = latest.spot_id)
      ) order by latest.id desc), '[]')
      from (select list_changes.* from public.list_changes where list_id = list.id order by id desc limit 30) as latest
    ) else '[]' end,
    'hidden', case when list.hidden_at is not null then jsonb_build_object('reason', list.removal_reason) end,
    'admits_new_members', coalesce(viewer_role = 'owner', false) and private.may_bring_new_members(),
    'link_secret', private.find_list_secret(list.id),
    'link_expires_at', private.find_list_link_end(list.id)
  );
end
$function$;

create or replace function private.delete_list(list text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  old public.lists;
begin
  perform private.require_list_owner(list);
  select * into old from public.lists where id = list for update;
  if old.id is null then
    raise sqlstate 'PT404' using message = 'List not found, or it is not yours.';
  end if;
  if old.kind <> 'own' then
    raise sqlstate 'PT400' using message = 'This list belongs to every account and cannot be deleted.';
  end if;
  delete from private.deleted_lists where deleted_at < now() - interval '1 day' or id = list;
  insert into private.deleted_lists (id, author_id, content, items, members, follows, reports, secret, link_expires_at)
  select old.id, old.author_id, to_jsonb(old),
    (select coalesce(jsonb_agg(to_jsonb(list_items)), '[]') from public.list_items where list_id = list),
    (select coalesce(jsonb_agg(to_jsonb(list_members)), '[]') from public.list_members where list_id = list),
    (select coalesce(jsonb_agg(jsonb_build_object('follower_id', follower_id, 'created_at', created_at)), '[]')
      from public.follows where list_id = list),
    (select coalesce(jsonb_agg(to_jsonb(reports)), '[]') from public.reports where list_id = list),
    (select links.secret from public.links where list_id = list),
    (select links.expires_at from public.links where list_id = list);
  delete from public.lists where id = list;
  return jsonb_build_object('id', old.id, 'title', old.title);
end
$function$;

create or replace function private.restore_list(list text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept private.deleted_lists;
begin
  if auth.uid() is not null and private.has_valid_session() then
    delete from private.deleted_lists
    where id = list and author_id = auth.uid() and deleted_at >= now() - interval '1 day' returning * into kept;
  end if;
  if kept.id is null then
    raise sqlstate 'PT404' using message = 'There is no deleted list to restore.';
  end if;
  -- The limits do not count restored items again.
  perform set_config('hereabouts.undoes', 'on', true);
  insert into public.lists select * from jsonb_populate_record(null::public.lists, kept.content);
  update public.links set secret = kept.secret, expires_at = kept.link_expires_at where list_id = kept.id and kept.secret is not null;
  insert into public.list_items
  select (jsonb_populate_record(item, jsonb_build_object('spot_id', spots.id,
    'added_by', (select users.id from public.users where users.id = item.added_by)))).*
  from jsonb_populate_recordset(null::public.list_items, kept.items) as item
  join public.spots on spots.id = coalesce(
    (select spot_redirects.spot_id from public.spot_redirects where old_id = item.spot_id), item.spot_id)
  order by item.position, item.created_at
  on conflict do nothing;
  insert into public.list_members
  select member.* from jsonb_populate_recordset(null::public.list_members, kept.members) as member
  join public.users on users.id = member.member_id
  where not member.member_id = any ((select private.list_blocked())::uuid[]);
  insert into public.follows (follower_id, list_id, created_at)
  select follow.follower_id, kept.id, follow.created_at
  from jsonb_populate_recordset(null::public.follows, kept.follows) as follow
  join public.users on users.id = follow.follower_id
  where not follow.follower_id = any ((select private.list_blocked())::uuid[]);
  insert into public.reports
  select (jsonb_populate_record(null::public.reports, report || jsonb_build_object(
    'reporter_id', (select users.id from public.users where users.id = (report ->> 'reporter_id')::uuid),
    'resolved_by', (select users.id from public.users where users.id = (report ->> 'resolved_by')::uuid)))).*
  from jsonb_array_elements(kept.reports) as report;
  -- A list that returns is no news.
  delete from private.follower_news where created_at = now() and list_id = kept.id;
  perform set_config('hereabouts.undoes', '', true);
  return jsonb_build_object('id', kept.id, 'title', kept.content ->> 'title');
end
$function$;

comment on function public.list_page(text,text,integer) is 'The data of /explore?list={id}, with what the viewer may see: {list, author, follow, members, role, items, item_count, removed, hidden_count, invitations, changes, hidden, admits_new_members, link_secret, link_expires_at}. Null if they may not see the list. items are the first most, up to 3,000.';
comment on function private.spot_viewer(public.spots) is 'How a spot relates to the viewer: authorship, lists, review, secret link.';
