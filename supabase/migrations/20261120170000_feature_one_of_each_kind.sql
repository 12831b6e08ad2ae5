-- The six featured spots are the best of six categories, found one category at a time: the best hundred of an import may all be of one category.
-- Ties are broken by id, so that the page shows the same twice.

-- An import gives thousands of spots one score and one time: without the id in the index every read would sort them all.
drop index public.spots_newest_idx, public.spots_best_idx, public.spots_category_idx;
create index spots_newest_idx on public.spots (published_at desc, id) where status = 'published' and visibility = 'public';
create index spots_best_idx on public.spots (score desc, id) where status = 'published' and visibility = 'public';
create index spots_category_idx on public.spots (category, score desc, id) where status = 'published' and visibility = 'public';

create or replace function public.home_page() returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  numbers jsonb := private.current_statistics();
begin
  return jsonb_build_object(
    'numbers', numbers - 'categories',
    'categories', private.category_list(numbers -> 'categories'),
    -- The best of each category, so that six neighbours are not six cafés.
    'featured', (
      select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object('number', number) order by number), '[]')
      from (
        select id, row_number() over (order by score desc, id) as number
        from (
          select best.id, best.score from public.categories cross join lateral (
            select spots.id, spots.score from public.spots
            where category = categories.id and status = 'published' and visibility = 'public'
            order by spots.score desc, spots.id limit 1
          ) as best order by best.score desc, best.id limit 6
        ) as candidates
      ) as chosen join public.spots using (id)
    ),
    'newest', (
      select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object('author', private.member_card(author_id))), '[]')
      from (
        select spots.* from public.spots where status = 'published' and visibility = 'public'
        order by published_at desc, id limit 8
      ) as spots
    ),
    'best', (
      select coalesce(jsonb_agg(private.spot_card(spots)), '[]')
      from (
        select spots.* from public.spots where status = 'published' and visibility = 'public'
        order by score desc, id limit 10
      ) as spots
    ),
    'posts', (
      select coalesce(jsonb_agg(private.post_card(posts)), '[]')
      from (
        select posts.* from public.posts where status = 'published' and visibility = 'public'
        order by published_at desc, id limit 6
      ) as posts
    )
  );
end
$$;
comment on function public.home_page is 'What / shows: {numbers, categories, featured, newest, best, posts}.';
