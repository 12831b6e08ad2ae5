-- The body was parsed when the function was created, with the columns of that time, so another column of spots broke it. As
-- text it is parsed when it runs. Without settings of its own, the planner still inlines it.
create or replace function public.find_spots(words text) returns setof public.spots
  language sql stable
  as $$
    select spots.* from public.spots
    where spots.status in ('published', 'closed') and spots.visibility in ('public', 'members')
      and spots.search @@ (select private.to_search_query(find_spots.words))
  $$;
