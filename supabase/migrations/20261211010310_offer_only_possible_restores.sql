-- The history offered moderators to undo a change of visibility. Only the author may do that, so it was rejected.
create or replace function public.spot_history_page(id text, link_secret text DEFAULT NULL::text, before_id bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  spot public.spots;
  listed jsonb;
begin
  if link_secret is not null then
    perform private.use_link_secret(link_secret);
  end if;
  select * into spot from public.spots where spots.id = spot_history_page.id;
  if spot.id is null then
    return null;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', latest.id, 'author', private.member_card(latest.author_id),
    'suggested_by', private.member_card(latest.suggested_by), 'created_at', latest.created_at, 'changes', latest.changes,
    'restores', latest.restores) order by latest.id desc), '[]') into listed
  from (
    select revisions.* from public.revisions
    where spot_id = spot.id and (before_id is null or revisions.id < before_id)
    order by revisions.id desc limit 50
  ) as latest;
  return jsonb_build_object(
    'spot', jsonb_build_object('id', spot.id, 'title', spot.title, 'status', spot.status, 'visibility', spot.visibility,
      'precision', spot.precision, 'created_at', spot.created_at,
      -- The position after the newest change of this page, which is where the next move began.
      'lng', coalesce((select (revisions.changes->'lng'->>'from')::float8 from public.revisions
        where spot_id = spot.id and revisions.id >= before_id and revisions.changes ? 'lng' order by revisions.id limit 1), spot.lng),
      'lat', coalesce((select (revisions.changes->'lat'->>'from')::float8 from public.revisions
        where spot_id = spot.id and revisions.id >= before_id and revisions.changes ? 'lat' order by revisions.id limit 1), spot.lat)),
    'author', private.member_card(spot.author_id),
    'is_own', coalesce(spot.author_id = auth.uid(), false),
    'may_restore', coalesce(spot.author_id = auth.uid(), false) or private.is_moderator(),
    'count', (select count(*) from public.revisions where spot_id = spot.id),
    'changes', listed,
    'has_earlier', exists (select from public.revisions
      where spot_id = spot.id and revisions.id < (listed->-1->>'id')::bigint),
    'photos', (select coalesce(jsonb_object_agg(photos.id, private.photo_card(photos)), '{}') from public.photos
      where spot_id = spot.id),
    -- Row-level security shows removed photos to moderators alone.
    'restorable_photos', (select coalesce(jsonb_agg(photos.id), '[]') from public.photos
      where spot_id = spot.id and removal_reason is not null and hidden_at > now() - interval '30 days')
  );
end
$function$;

create or replace function public.story_history(address text, before bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  most constant integer := 20;
  post record;
  found bigint[];
begin
  select id, slug, title, visibility, author_id into post from public.posts
    where posts.id = private.find_post_id(story_history.address);
  if post.id is null then
    return null;
  end if;
  found := array(select revisions.id from public.revisions
    where post_id = post.id and (story_history.before is null or revisions.id < story_history.before)
    order by revisions.id desc limit most + 1);
  return jsonb_build_object(
    'slug', post.slug, 'title', post.title, 'is_own', coalesce(post.author_id = auth.uid(), false),
    'may_restore', coalesce(post.author_id = auth.uid(), false) or (post.visibility <> 'private' and private.is_moderator()),
    'changes', (select coalesce(jsonb_agg(jsonb_build_object('id', revisions.id, 'author', private.member_card(revisions.author_id),
      'created_at', revisions.created_at, 'restores', revisions.restores, 'changes', revisions.changes) order by revisions.id desc), '[]')
      from public.revisions where revisions.id = any (found[1:most])),
    'has_more', cardinality(found) > most);
end
$function$;
