-- @name in a comment mentions a member. Mentions are parsed here and not by the site, so that every client gets them.
create table private.comment_mentions (
  comment_id uuid not null references public.comments (id) on delete cascade,
  member_id uuid not null references public.users (id) on delete cascade,
  written text not null,
  constraint comment_mentions_pkey primary key (comment_id, member_id),
  constraint comment_mentions_written_check check (length(written) between 1 and 40)
);
create index comment_mentions_member_id_idx on private.comment_mentions (member_id);
alter table private.comment_mentions enable row level security;
comment on table private.comment_mentions is
  'Who is mentioned in a comment. Rows outlive edits, so that no one is notified twice of the same comment.';
comment on column private.comment_mentions.written is 'The username in the text, which stays when the member takes another one.';

create function private.max_mentions() returns integer
  language sql immutable parallel safe return 10;

-- A member who cannot open the subject is not mentioned: spots and stories with a link are shared with those who are there already.
create function private.may_be_mentioned(member uuid, comment public.comments) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select member <> comment.author_id and not private.is_blocked(member, comment.author_id) and exists (
      select from (
        select author_id, visibility from public.spots where id = comment.spot_id
        union all
        select author_id, visibility from public.posts where id = comment.post_id
      ) as subject
      where visibility in ('public', 'members') or (visibility = 'link' and (author_id = member or exists (
        select from public.comments as other
        where other.author_id = member
          and (other.spot_id, other.post_id) is not distinct from (comment.spot_id, comment.post_id)
      )))
    )
  $$;

create function private.tg_comments__mention() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  mentioned uuid;
begin
  for mentioned in
    insert into private.comment_mentions (comment_id, member_id, written)
    select distinct on (users.id) new.id, users.id, found.written
    from (
      select match[1] as written, at
      from regexp_matches(new.body, '(?<![[:alnum:]_@/.-])@([[:alnum:]_](?:[[:alnum:]_.-]{0,38}[[:alnum:]_])?)(?![[:alnum:]_@])', 'g')
        with ordinality as matches (match, at)
      order by at limit 50
    ) as found
    join public.users on lower(users.username) = lower(found.written)
    where private.may_be_mentioned(users.id, new)
    order by users.id, found.at
    limit greatest(0, private.max_mentions() - (select count(*) from private.comment_mentions where comment_id = new.id))
    on conflict do nothing
    returning member_id
  loop
    -- The author of the spot or of the comment above knows already.
    if not exists (select from public.notifications where user_id = mentioned and comment_id = new.id) then
      perform private.notify(mentioned, 'mention', new.spot_id, new.post_id, about_comment => new.id);
    end if;
  end loop;
  return null;
end
$$;
create trigger _540_mention_insert after insert on public.comments
  for each row execute function private.tg_comments__mention();
create trigger _540_mention_update after update of body on public.comments
  for each row when (new.body is distinct from old.body and new.deleted_at is null)
  execute function private.tg_comments__mention();

create function private.list_mentions(of_comment uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('written', written, 'username', username)), '[]')
    from private.comment_mentions join public.users on users.id = member_id where comment_id = of_comment
  $$;
comment on function private.list_mentions is
  '[{written, username}, …]: the members mentioned in a comment that the caller has checked, as they are written there and as they are called.';

-- An answer to a review notifies its author.
create or replace function private.tg_comments__notify() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.parent_id is not null then
    perform private.notify(author_id, 'reply', new.spot_id, new.post_id, about_comment => new.id) from public.comments where id = new.parent_id;
  elsif new.review_id is not null then
    perform private.notify(author_id, 'reply', new.spot_id, null, about_comment => new.id) from public.reviews where id = new.review_id;
  else
    perform private.notify(author_id, 'comment', id, null, about_comment => new.id) from public.spots where id = new.spot_id;
    perform private.notify(author_id, 'comment', null, id, about_comment => new.id) from public.posts where id = new.post_id;
  end if;
  return null;
end
$$;

create function public.list_mention_candidates(prefix text, spot_id text default null, post_id text default null) returns jsonb
  language sql stable set search_path = ''
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
    ), found as (
      select author_id as id, 1 as rank from talking
      union all
      select member_id, 2 from public.follows where follower_id = auth.uid() and member_id is not null
      union all
      select id, 3 from (
        select profiles.id from public.profiles, pattern
        where length(list_mention_candidates.prefix) > 0 and lower(username) like pattern.text
        order by lower(username) limit 20
      ) as others
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'username', username, 'name', name, 'avatar_url', avatar_url,
      'relation', case rank when 1 then 'conversation' when 2 then 'follow' else 'other' end) order by rank, lower(username)), '[]')
    from (
      select profiles.id, username, name, avatar_url, min(rank) as rank
      from found join public.profiles on profiles.id = found.id, pattern
      where lower(username) like pattern.text and username ~ '^[[:alnum:]_]([[:alnum:]_.-]*[[:alnum:]_])?$'
        and profiles.id <> auth.uid() and not private.is_blocked(profiles.id, auth.uid())
      group by profiles.id, username, name, avatar_url order by min(rank), lower(username) limit 8
    ) as candidates
  $$;
comment on function public.list_mention_candidates is
  'Up to eight members whose username starts with prefix: those in this conversation, those the caller follows, others. '
  '[{id, username, name, avatar_url, relation}, …] with relation conversation, follow or other. None across a block.';

-- A member comments at most a few times per minute. The row of the hourly count, which _900_limit has locked, makes
-- concurrent comments wait for each other.
create function private.max_comments_per_minute() returns integer
  language sql immutable parallel safe return 6;

create function private.tg_comments__pace() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  earliest timestamptz;
begin
  select created_at into earliest from public.comments
    where author_id = new.author_id and created_at > now() - interval '1 minute'
    order by created_at desc offset private.max_comments_per_minute() limit 1;
  if earliest is not null then
    raise sqlstate 'PT429' using message = format('You can comment again in %s seconds.',
      greatest(1, ceil(extract(epoch from earliest + interval '1 minute' - now()))));
  end if;
  return null;
end
$$;
comment on function private.tg_comments__pace is 'Raises PT429 (HTTP 429) if a member comments too often within a minute. Deleted comments count.';
create trigger _910_pace after insert on public.comments
  for each row when (auth.uid() is not null) execute function private.tg_comments__pace();

grant execute on function
  private.list_mentions
to anon, authenticated;
grant execute on function
  public.list_mention_candidates
to authenticated;
