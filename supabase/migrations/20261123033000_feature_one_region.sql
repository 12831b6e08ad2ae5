-- The six featured spots come from one region, so that they fit one readable map. Regions take turns, a day each: cells
-- of 22.5 degrees that have six of the best spots, or the smallest larger ones that do. Inside its region, the spots
-- spread over cells of a sixteenth, and over categories.
create function private.list_featured_spots() returns table (id text, number bigint)
  language sql stable set search_path = ''
  as $$
    with best as materialized (
      select spots.id, spots.score, spots.category, spots.map_key
      from public.spots where status = 'published' and visibility = 'public'
      order by spots.score desc, spots.id limit 300
    ),
    regions as materialized (
      select level, private.map_cell(map_key, level) as cell
      from best cross join generate_series(0, 4) as level
      group by 1, 2 having count(*) >= 6 or level = 0
    ),
    region as (
      select level, cell from (
        select level, cell, row_number() over (order by cell) - 1 as place, count(*) over () as total
        from regions where level = (select max(level) from regions)
      ) as finest
      where place = floor(extract(epoch from now()) / 86400)::bigint % total
    ),
    ranked as (
      select best.id, best.score, best.category,
        row_number() over (
          partition by private.map_cell(best.map_key, region.level + 2) order by best.score desc, best.id
        ) as place_in_part
      from best join region on private.map_cell(best.map_key, region.level) = region.cell
    ),
    chosen as (
      select ranked.id, ranked.score from ranked
      order by place_in_part, row_number() over (partition by place_in_part, category order by ranked.score desc, ranked.id),
        ranked.score desc, ranked.id
      limit 6
    )
    select chosen.id, row_number() over (order by chosen.score desc, chosen.id) from chosen
  $$;
comment on function private.list_featured_spots is 'The spots of the map on the home page, with their numbers on it: six of one region, another every day.';
revoke execute on function private.list_featured_spots from public;
grant execute on function private.list_featured_spots to anon, authenticated;

create index spots_newest_of_members_idx on public.spots (published_at desc, id)
  where status = 'published' and visibility = 'public' and author_id is not null and import_batch is null;

-- "New on the map" is what members made: an import of thousands would fill it for weeks.
create or replace function public.home_page() returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  numbers jsonb := private.current_statistics();
begin
  return jsonb_build_object(
    'numbers', numbers - 'categories',
    'categories', private.category_list(numbers -> 'categories'),
    'featured', (
      select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object('number', number) order by number), '[]')
      from private.list_featured_spots() join public.spots using (id)
    ),
    'newest', (
      select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object('author', private.member_card(author_id))), '[]')
      from (
        select spots.* from public.spots
        where status = 'published' and visibility = 'public' and author_id is not null and import_batch is null
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
