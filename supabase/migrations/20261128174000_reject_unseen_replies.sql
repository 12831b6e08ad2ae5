-- A reply to a reply to a review was counted as a comment of the spot, but no page shows it.
create or replace function private.tg_comments__check_parent()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from public.comments as parent
    where parent.id = new.parent_id and parent.parent_id is null and parent.review_id is null
      and (parent.spot_id, parent.post_id) is not distinct from (new.spot_id, new.post_id)
  ) then
    raise check_violation using message = 'You can reply only to a comment on the same page that is not a reply itself.',
      constraint = 'comments_parent_id_check', table = 'comments', schema = 'public';
  end if;
  return new;
end
$function$;

-- Existing ones become replies to the review.
update public.comments set parent_id = null, review_id = parent.review_id
from public.comments as parent where parent.id = comments.parent_id and parent.review_id is not null;
