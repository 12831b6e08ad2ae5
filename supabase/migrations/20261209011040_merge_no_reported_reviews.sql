-- A merge deleted the older of two reviews of a member together with its reports. An undo brought back the review, but moderators
-- did not learn of the reports any more, and a review that reports had hidden stayed hidden.
create or replace function private.move_reviews(from_spot text, to_spot text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  replaced jsonb;
  moved jsonb;
  pairs jsonb;
  replies jsonb;
  photos jsonb;
begin
  -- One review a member and spot: the newer one counts, or the only one that is shown. The other one stays with the merged
  -- spot, or in the log.
  select coalesce(jsonb_agg(jsonb_build_object('older', kept.id, 'newer', other.id)), '[]') into pairs
  from public.reviews as kept join public.reviews as other on other.spot_id = from_spot and other.author_id = kept.author_id
  where kept.spot_id = to_spot and (private.is_counted(kept), kept.updated_at) < (private.is_counted(other), other.updated_at);
  if exists (
    select from public.reports join jsonb_to_recordset(pairs) as pair (older uuid, newer uuid) on pair.older = reports.review_id
    where reports.status = 'open'
  ) then
    raise sqlstate 'PT409' using message = 'This merge would replace a review that was reported. Decide on the report first.';
  end if;
  -- Replies to a review that is replaced, which others wrote, go to the newer one. Its photos stay with the spot.
  with taken as (
    update public.comments set review_id = pair.newer from jsonb_to_recordset(pairs) as pair (older uuid, newer uuid)
    where review_id = pair.older returning comments.id, pair.older
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'review', older)), '[]') into replies from taken;
  with taken as (
    update public.photos set review_id = null from jsonb_to_recordset(pairs) as pair (older uuid, newer uuid)
    where review_id = pair.older returning photos.id, pair.older
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'review', older)), '[]') into photos from taken;
  with older as (
    delete from public.reviews where id in (select older from jsonb_to_recordset(pairs) as pair (older uuid)) returning *
  )
  select coalesce(jsonb_agg(to_jsonb(older)), '[]') into replaced from older;
  with taken as (
    update public.reviews set spot_id = to_spot
    where spot_id = from_spot and not exists (
      select from public.reviews as kept where kept.spot_id = to_spot and kept.author_id = reviews.author_id
    )
    returning id, rating, private.is_counted(reviews) as is_counted
  ), counted as (
    select coalesce(jsonb_agg(id), '[]') as ids, (count(*) filter (where is_counted))::integer as count,
      coalesce(sum(rating) filter (where is_counted), 0)::integer as sum from taken
  ), fewer as (
    update public.spots set review_count = review_count - counted.count, rating_sum = rating_sum - counted.sum
    from counted where spots.id = from_spot
  ), more as (
    update public.spots set review_count = review_count + counted.count, rating_sum = rating_sum + counted.sum
    from counted where spots.id = to_spot
  )
  select ids into moved from counted;
  return jsonb_build_object('reviews', moved, 'replaced_reviews', replaced, 'replaced_replies', replies, 'replaced_photos', photos);
end
$function$;
