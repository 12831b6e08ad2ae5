-- Whoever typed "@a" in a comment had every member compared with it, and for each of them read whom the caller follows. The
-- view of profiles cannot use the index of usernames, because it is a security barrier.
create function private.list_members_called(prefix text)
  returns setof uuid
  language sql
  stable
  security definer
  rows 40
  set search_path = ''
as $$
  select id from public.users
  where lower(username) ~>=~ lower(prefix) and lower(username) ~<~ (lower(prefix) || chr(1114111)) and profile_visibility <> 'nobody'
  order by lower(username) using ~<~ limit 40
$$;
comment on function private.list_members_called(text) is 'The first members by username whose usernames start with a text. Leaves out hidden profiles, but checks no blocks: its callers do.';
grant execute on function private.list_members_called(text) to authenticated;

create or replace function public.list_mention_candidates(prefix text, spot_id text DEFAULT NULL::text, post_id text DEFAULT NULL::text)
  returns jsonb
  language sql
  stable
  set search_path = ''
as $$
    with pattern as (
      select replace(replace(replace(lower(list_mention_candidates.prefix), '\', '\\'), '%', '\%'), '_', '\_') || '%' as text
    ), talking as (
      select distinct author_id from (
        select author_id, created_at from public.comments
        where comments.spot_id = list_mention_candidates.spot_id or comments.post_id = list_mention_candidates.post_id
        order by created_at desc limit 200
      ) as latest
      union
      select author_id from public.spots where id = list_mention_candidates.spot_id
      union
      select author_id from public.posts where id = list_mention_candidates.post_id
    ), found as materialized (
      select id, min(rank) as rank from (
        select author_id as id, 1 as rank from talking
        union all
        select member_id, 2 from public.follows where follower_id = auth.uid() and member_id is not null
        union all
        select id, 3 from private.list_members_called(list_mention_candidates.prefix) as id
        where length(list_mention_candidates.prefix) > 0
      ) as named group by id
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'username', username, 'name', name, 'avatar_url', avatar_url,
      'relation', case rank when 1 then 'conversation' when 2 then 'follow' else 'other' end) order by rank, lower(username)), '[]')
    from (
      select profiles.id, username, name, avatar_url, rank
      from found, pattern,
        -- The limit makes it look up each member: a join with a security barrier reads all of them.
        lateral (select * from public.profiles where profiles.id = found.id limit 1) as profiles
      where lower(username) like pattern.text and username ~ '^[[:alnum:]_]([[:alnum:]_.-]*[[:alnum:]_])?$'
        and profiles.id <> auth.uid() and not private.is_blocked(profiles.id, auth.uid())
      order by rank, lower(username) limit 8
    ) as candidates
  $$;
