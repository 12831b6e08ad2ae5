-- Builds the opened row of the queue from the list that contains it, and plans the query of the rows once for a
-- connection: planning it took as long as reading one row.

create or replace function private.waiting_page(of_item bigint, from_item bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  first_at timestamptz;
  shown public.moderation_items[];
  opened public.moderation_items;
  items jsonb;
begin
  perform private.require_moderator();
  perform private.has_valid_session();
  select since into first_at from public.moderation_items where id = coalesce(from_item, of_item) and decided_at is null;
  if first_at is not null and from_item is null then
    -- A few before the opened one, so that the list shows where it stands.
    select min(since) into first_at from (
      select since from public.moderation_items where queue = 'waiting' and decided_at is null
        and (since, id) <= (first_at, of_item) order by since desc, id desc limit 10) as before;
  end if;
  select array_agg(page order by page.since, page.id) into shown from (
    select moderation_items.* from public.moderation_items
    where queue = 'waiting' and decided_at is null and since >= coalesce(first_at, '-infinity') order by since, id limit 50) as page;
  if of_item is null then
    opened := shown[1];
  else
    select * into opened from public.moderation_items where id = of_item and queue = 'waiting';
  end if;
  items := private.waiting_rows(shown);
  return jsonb_build_object(
    'counts', public.count_moderation(),
    'oldest_at', (select min(since) from public.moderation_items where queue = 'waiting' and decided_at is null),
    'last_decision_at', case when shown is null then private.last_decision_at() end,
    'items', items,
    'position', (select count(*) from public.moderation_items
      where queue = 'waiting' and decided_at is null and (since, id) <= (opened.since, opened.id)),
    'previous', (select id from public.moderation_items
      where queue = 'waiting' and decided_at is null and (since, id) < (opened.since, opened.id) order by since desc, id desc limit 1),
    'next', (select id from public.moderation_items
      where queue = 'waiting' and decided_at is null and (since, id) > (opened.since, opened.id) order by since, id limit 1),
    'earlier', (select id from (select since, id from public.moderation_items
      where queue = 'waiting' and decided_at is null and since < shown[1].since order by since desc, id desc limit 50) as before
      order by since, id limit 1),
    'later', (select id from public.moderation_items
      where queue = 'waiting' and decided_at is null and (since, id) > (shown[50].since, shown[50].id) order by since, id limit 1),
    'opened', case when opened.id is not null then coalesce(
        (select row from jsonb_array_elements(items) as row where (row ->> 'id')::bigint = opened.id),
        private.waiting_rows(array[opened]) -> 0) || jsonb_build_object(
      'decided', case when opened.decided_at is not null then private.last_decision(opened.kind, opened.target_id) end,
      'openings', private.open_moderation_item(opened.id),
      'preview', case opened.kind when 'spot' then private.moderated_spot(opened.target_id) else private.moderated_post(opened.target_id) end
    ) end
  );
end
$function$;

create or replace function private.waiting_rows(shown public.moderation_items[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', item.id, 'kind', item.kind, 'target_id', item.target_id, 'since', item.since,
      'asked_at', item.asked_at,
      'author', case when author.id is not null then jsonb_build_object('id', author.id, 'username', author.username,
        'name', author.name, 'avatar_url', author.avatar_url,
        'has_profile', author.profile_visibility <> 'nobody' or coalesce(author.id = auth.uid(), false)) end,
      'record', case when author.id is not null then jsonb_build_object('joined_at', author.created_at,
        'published', record.published, 'removed', record.removed, 'is_trusted', coalesce(standing.is_trusted, false)) end,
      'spot', case when spots.id is not null then private.spot_card(spots) || jsonb_build_object('same_text', same_text.count,
        'has_link', spots.website is not null or spots.description ~* 'https?://') end,
      'post', case when posts.id is not null then private.post_card(posts.id) end
    ) order by item.since, item.id), '[]')
    from unnest(shown) as item
      left join public.users as author on author.id = item.author_id
      left join private.member_standings as standing on standing.user_id = author.id
      left join public.spots on item.kind = 'spot' and spots.id = item.target_id and spots.visibility <> 'private'
      left join public.posts on item.kind = 'post' and posts.id = item.target_id and posts.visibility <> 'private'
      left join lateral (
        select count(*) filter (where is_published) as published, count(*) filter (where not is_published) as removed
        from (
          (select true as is_published from public.spots as made where made.author_id = author.id
            and made.status in ('published', 'closed') and made.visibility in ('public', 'members', 'link') limit 100)
          union all
          (select true from public.posts as made where made.author_id = author.id
            and made.status in ('published', 'closed') and made.visibility in ('public', 'members', 'link') limit 100)
          union all
          (select false from public.spots as made where made.author_id = author.id
            and made.status = 'removed' and made.visibility in ('public', 'members', 'link') limit 100)
          union all
          (select false from public.posts as made where made.author_id = author.id
            and made.status = 'removed' and made.visibility in ('public', 'members', 'link') limit 100)
        ) as made
      ) as record on true
      left join lateral (
        select count(*) as count from (
          select made.description from public.spots as made
          where spots.description <> '' and made.author_id = spots.author_id and made.status in ('pending', 'published') limit 30
        ) as made where made.description = spots.description
      ) as same_text on true
  );
end
$function$;
