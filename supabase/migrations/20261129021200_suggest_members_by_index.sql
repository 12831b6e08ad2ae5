-- The feed of new members read every profile, because a join with a security barrier cannot use an index.
create or replace function private.suggest_follows()
  returns jsonb
  language sql
  stable
  set search_path = ''
as $$
    with home as materialized (
      select coalesce(
        (select city_id from public.spots where author_id = auth.uid() and city_id is not null
          group by city_id order by count(*) desc limit 1),
        (select city_id from (
            select city_id from public.spots where status = 'published' and visibility = 'public' order by published_at desc limit 500
          ) as recent where city_id is not null group by city_id order by count(*) desc, city_id limit 1)
      ) as id
    )
    select jsonb_build_object(
      'city', private.city_card(home.id) || jsonb_build_object('follow', private.describe_follow(about_city => home.id)),
      'members', (
        select coalesce(jsonb_agg(private.member_card(best.author_id) || jsonb_build_object('spot_count', best.count) order by best.count desc), '[]')
        from (
          select author_id, count(*) as count
          from (
            select author_id from public.spots
            where city_id = home.id and status = 'published' and visibility in ('public', 'members')
              and author_id is not null and author_id <> auth.uid()
            order by score desc limit 2000
          ) as shown
          where (select true from public.profiles where profiles.id = author_id)
            and not author_id in (select member_id from public.follows where follower_id = auth.uid() and member_id is not null)
            and not author_id = any (private.list_blocked())
          group by author_id order by count(*) desc limit 3
        ) as best)
    )
    from home where home.id is not null
  $$;
