-- Search suggests stories by the words of their title.
create index posts_search_idx on public.posts using gin (search)
  where status = 'published' and visibility in ('public', 'members');

create function private.find_story_ids(q text) returns text[]
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  words constant text[] := array(
    select word from regexp_split_to_table(private.fold(left(q, 100)), '[^[:alnum:]]+') as word where word <> '' limit 6);
begin
  if length(array_to_string(words, ' ')) < 2 then
    return '{}';
  end if;
  return array(select id from public.posts
    where search @@ to_tsquery('simple', array_to_string(words, ':*A & ') || ':*A')
      and status = 'published' and visibility in ('public', 'members')
    order by published_at desc, id limit 20);
end
$$;
comment on function private.find_story_ids is
  'Up to 20 shared stories whose title has these words, newest first. The caller has to check who may read them: the policies of posts would keep the search from its index.';

create function private.suggest_stories(q text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('type', 'story', 'slug', slug, 'title', title,
      'author', private.member_card(author_id) -> 'name') order by published_at desc, id), '[]')
    from (select slug, title, author_id, published_at, id from public.posts
      where id = any (private.find_story_ids(q)) order by published_at desc, id limit 3) as shown
  $$;
grant execute on function private.find_story_ids, private.suggest_stories to anon, authenticated;

create or replace function public.suggest(q text, lng double precision default null, lat double precision default null) returns jsonb
  language sql stable set search_path = ''
  as $$ select private.suggest(q, lng, lat) || private.suggest_stories(q) $$;
comment on function public.suggest is
  'At most ten cities, spots and tags for the text typed so far, nearby ones first if a position is given, and three stories. Tolerates misspelling of the former.';
