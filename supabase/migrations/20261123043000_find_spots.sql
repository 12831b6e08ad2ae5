-- Exports and feeds of a search read its spots page by page. The function has no settings of its own, so that the planner
-- can inline it below the filters, order and limit that the data service adds.
create function public.find_spots(words text) returns setof public.spots
language sql stable
begin atomic
  select spots.*
  from public.spots
  where spots.status in ('published', 'closed') and spots.visibility in ('public', 'members')
    and spots.search @@ (select private.to_search_query(find_spots.words));
end;
comment on function public.find_spots(text) is
  'The spots that match the words of a search as the map compares them, as far as the caller may see them.';
revoke execute on function public.find_spots(text) from public;
grant execute on function public.find_spots(text) to anon, authenticated;
