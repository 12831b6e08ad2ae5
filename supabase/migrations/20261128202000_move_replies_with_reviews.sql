-- Replies to a review that a moderator moved stayed with the old spot: their notifications led there, and they could be
-- read there only.
create or replace function private.move_contribution(of_kind text, of_id uuid, to_spot text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  from_spot text;
  review public.reviews;
  counted integer;
begin
  if of_kind = 'photo' then
    update public.photos set spot_id = to_spot, position = (
      select least(999, coalesce(max(position) + 1, 0)) from public.photos where spot_id = to_spot) where id = of_id;
    return;
  end if;
  select spot_id into from_spot from public.reviews where id = of_id;
  update public.reviews set spot_id = to_spot where id = of_id returning * into review;
  counted := private.is_counted(review)::integer;
  update public.spots set review_count = review_count - counted, rating_sum = rating_sum - counted * review.rating where id = from_spot;
  update public.spots set review_count = review_count + counted, rating_sum = rating_sum + counted * review.rating where id = to_spot;
  update public.photos set spot_id = to_spot where review_id = of_id;
  update public.comments set spot_id = to_spot where review_id = of_id;
  update public.notifications set spot_id = to_spot
    where review_id = of_id or comment_id in (select id from public.comments where comments.review_id = of_id);
end
$function$;
