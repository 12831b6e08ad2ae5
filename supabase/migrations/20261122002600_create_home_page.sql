-- Page functions: one call per screen. They run as the caller, so RLS policies decide; the conditions in the queries
-- only select an index.
create function private.use_link_secret(secret text) returns void
  language sql volatile set search_path = ''
  as $$ select set_config('hereabouts.link_secret', coalesce(secret, ''), true) $$;
comment on function private.use_link_secret is 'Presents the secret of a link to the RLS policies for the rest of the transaction.';

create function private.category_list(counts jsonb) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'group_id', group_id, 'glyph', glyph,
      'count', coalesce((counts ->> id)::bigint, 0)) order by position)
    from public.categories
  $$;
comment on function private.category_list is 'All categories in their order, with counts from {id: count}.';

create function public.home_page() returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  numbers jsonb := private.current_statistics();
begin
  return jsonb_build_object(
    'numbers', numbers - 'categories',
    'categories', private.category_list(numbers -> 'categories'),
    -- The best spot of each category, so that the six featured spots are not six cafés.
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
      select coalesce(jsonb_agg(private.post_card(posts.id)), '[]')
      from (
        select posts.id, posts.published_at from public.posts where status = 'published' and visibility = 'public'
        order by published_at desc, id limit 6
      ) as posts
    )
  );
end
$$;
comment on function public.home_page is 'The data of /: {numbers, categories, featured, newest, best, posts}.';

grant execute on function
  private.use_link_secret,
  private.category_list,
  public.home_page
to anon, authenticated;
