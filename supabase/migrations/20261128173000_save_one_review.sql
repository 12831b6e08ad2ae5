-- A member whose review is hidden, or who sends two at the same time, read that a key is a duplicate.
create or replace function public.save_review(spot_id text, rating smallint, body text DEFAULT ''::text, photo_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  saved uuid;
begin
  update public.reviews set rating = save_review.rating, body = save_review.body
    where reviews.spot_id = save_review.spot_id and author_id = auth.uid() returning id into saved;
  if saved is null then
    perform private.require_spot(save_review.spot_id);
    insert into public.reviews (spot_id, rating, body)
      values (save_review.spot_id, save_review.rating, save_review.body)
      on conflict on constraint reviews_spot_id_author_id_key do nothing returning id into saved;
    if saved is null then
      -- Another request has saved it meanwhile, or it is hidden.
      update public.reviews set rating = save_review.rating, body = save_review.body
        where reviews.spot_id = save_review.spot_id and author_id = auth.uid() returning id into saved;
    end if;
    if saved is null then
      raise sqlstate 'PT409' using message = 'Your review of this spot is hidden, so you cannot change it or write another one.';
    end if;
  end if;
  if photo_ids is not null then
    perform private.attach_review_photos(saved, save_review.spot_id, photo_ids);
  end if;
  return saved;
exception when data_exception or check_violation or not_null_violation or foreign_key_violation then
  raise sqlstate 'PT400' using message = private.describe_invalid_value(sqlerrm);
end
$function$;
