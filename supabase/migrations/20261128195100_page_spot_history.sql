-- A page of the history says whether earlier changes follow. Exactly 50 of them were followed by an empty page. The
-- position is that after the page's newest change, so that a move along one axis is drawn from where the spot was then.
create or replace function public.spot_history_page(id text, link_secret text DEFAULT NULL::text, before_id bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
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
