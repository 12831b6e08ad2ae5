-- The log of moderators read all photos, reviews or comments for each of its entries about one. A page of 50 entries took
-- seconds on a site with 30,000 photos, and the CSV file ran into the time limit. In PL/pgSQL, only the query of one kind starts.
create or replace function private.is_private_now(of_kind text, of_id text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case of_kind
    when 'spot' then return exists (select from public.spots where id = of_id and visibility = 'private');
    when 'post' then return exists (select from public.posts where id = of_id and visibility = 'private');
    when 'list' then return exists (select from public.lists where id = of_id and visibility = 'private');
    when 'photo' then return exists (
      select from public.photos left join public.spots on spots.id = spot_id left join public.posts on posts.id = post_id
      where photos.id = of_id::uuid and coalesce(spots.visibility, posts.visibility) = 'private');
    when 'review' then return exists (
      select from public.reviews join public.spots on spots.id = spot_id where reviews.id = of_id::uuid and visibility = 'private');
    when 'comment' then return exists (
      select from public.comments left join public.spots on spots.id = spot_id left join public.posts on posts.id = post_id
      where comments.id = of_id::uuid and coalesce(spots.visibility, posts.visibility) = 'private');
    else return false;
  end case;
end
$function$;
