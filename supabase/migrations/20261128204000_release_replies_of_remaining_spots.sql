-- Replies to the reviews of a spot that is being deleted are deleted with it.
create or replace function private.tg_reviews__release_replies()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.spots where id = old.spot_id) then
    update public.comments set review_id = null where review_id = old.id and author_id <> old.author_id;
  end if;
  return old;
end
$function$;
