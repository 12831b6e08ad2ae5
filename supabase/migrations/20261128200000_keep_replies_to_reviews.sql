-- A review that was deleted for good took the replies of others with it: a day after its author deleted it, as soon as they
-- wrote another one, or 30 days after its removal. Those replies become comments of their own, as when an account is deleted.
create function private.tg_reviews__release_replies()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.comments set review_id = null where review_id = old.id and author_id <> old.author_id;
  return old;
end
$function$;
create trigger _100_release_replies before delete on public.reviews for each row
  execute function private.tg_reviews__release_replies();

create or replace function private.tg_users__release()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.spots where author_id = old.id and (status in ('draft', 'pending', 'removed') or visibility in ('private', 'link'));
  delete from public.posts where author_id = old.id and (status in ('draft', 'pending', 'removed') or visibility in ('private', 'link'));
  delete from public.spot_exact_points where spot_id in (select id from public.spots where author_id = old.id);
  delete from public.photos where author_id = old.id and spot_id is null and post_id is null;
  update public.comments as reply set parent_id = null from public.comments as answered
  where answered.author_id = old.id and reply.parent_id = answered.id and reply.author_id <> old.id;
  return old;
end
$function$;
