-- The deletion of an account also deleted what was to stay: the photos of published stories, which have no spot, and the
-- replies of others to comments and reviews of the member, which the foreign keys delete with what they answer. Those
-- replies become comments of their own.
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
  update public.comments as reply set review_id = null from public.reviews as answered
  where answered.author_id = old.id and reply.review_id = answered.id and reply.author_id <> old.id;
  return old;
end
$function$;
