-- Comments and reviews in pages. A cursor is the time and id of the last row: [created_at, id], for reviews [rating, created_at, id].
create index comments_spot_roots_idx on public.comments (spot_id, created_at, id) where parent_id is null and review_id is null and spot_id is not null;
create index comments_post_roots_idx on public.comments (post_id, created_at, id) where parent_id is null and post_id is not null;
create index reviews_spot_id_rating_idx on public.reviews (spot_id, rating desc, created_at desc, id);

create function private.has_reported(of_comment uuid default null, of_review uuid default null) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select auth.uid() is not null and exists (
      select from public.reports where reporter_id = auth.uid()
        and ((of_comment is not null and comment_id = of_comment) or (of_review is not null and review_id = of_review)))
  $$;
comment on function private.has_reported is 'True if the viewer has reported this comment or review.';

create function private.comment_card(comment public.comments) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('id', comment.id, 'parent_id', comment.parent_id, 'body', comment.body, 'created_at', comment.created_at,
      'edited_at', comment.edited_at, 'author', private.member_card(comment.author_id), 'state', 'shown',
      'mentions', private.list_mentions(comment.id), 'is_reported', private.has_reported(of_comment => comment.id))
  $$;
comment on function private.comment_card is
  '{id, parent_id, body, created_at, edited_at, author, state, mentions, is_reported}. state is shown, deleted or removed.';

create function private.lost_comment_card(id uuid, created_at timestamptz, state text) returns jsonb
  language sql immutable set search_path = ''
  return jsonb_build_object('id', id, 'parent_id', null, 'body', '', 'created_at', created_at, 'edited_at', null, 'author', null,
    'state', state, 'mentions', '[]'::jsonb, 'is_reported', false);
comment on function private.lost_comment_card is 'The card of a comment that cannot be read, but has replies.';

-- Run as the owner, because no one reads deleted comments. The caller has checked that the viewer may see the subject.
create function private.list_threads(
  of_spot text, of_post text, is_newest_first boolean, from_at timestamptz, from_id uuid, is_inclusive boolean, most integer
) returns table (id uuid, created_at timestamptz, state text)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return query execute format(
    'select comments.id, comments.created_at, private.comment_state(comments) from public.comments '
    'where %1$I = $1 and parent_id is null and review_id is null '
    'and ($2 is null or (comments.created_at, comments.id) %2$s ($2, $3)) '
    'and (private.comment_state(comments) = ''shown'' or exists (select from public.comments as reply '
    'where reply.parent_id = comments.id and private.comment_state(reply) = ''shown'')) '
    'order by comments.created_at %3$s, comments.id %3$s limit $4',
    case when of_spot is null then 'post_id' else 'spot_id' end,
    case when is_newest_first then '<' else '>' end || case when is_inclusive then '=' else '' end,
    case when is_newest_first then 'desc' else 'asc' end
  ) using coalesce(of_spot, of_post), from_at, from_id, most;
end
$$;

create function private.find_thread(of_comment uuid, of_spot text, of_post text) returns table (id uuid, created_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select root.id, root.created_at
    from public.comments join public.comments as root on root.id = coalesce(comments.parent_id, comments.id)
    where comments.id = of_comment and (comments.spot_id = of_spot or comments.post_id = of_post) and comments.review_id is null
  $$;

create function private.reply_list(of_parent uuid, of_review uuid, most integer) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(private.comment_card(reply) order by reply.created_at, reply.id), '[]')
    from (
      select comments.* from public.comments
      where (of_parent is not null and parent_id = of_parent) or (of_review is not null and review_id = of_review)
      order by created_at, id limit most
    ) as reply
  $$;

create function private.comment_page(of_spot text, of_post text, choice jsonb default '{}') returns jsonb
  language plpgsql stable set search_path = ''
  as $$
declare
  page_size constant integer := 50;
  is_newest_first constant boolean := choice ->> 'comments' is not distinct from 'newest';
  linked record;
  from_at timestamptz := choice -> 'comments_after' ->> 0;
  from_id uuid := choice -> 'comments_after' ->> 1;
  is_inclusive boolean := false;
  page jsonb;
begin
  select * into linked from private.find_thread((choice ->> 'comment')::uuid, of_spot, of_post);
  if linked.id is not null and not exists (
    select from private.list_threads(of_spot, of_post, is_newest_first, null, null, false, page_size) as first where first.id = linked.id
  ) then
    from_at := linked.created_at;
    from_id := linked.id;
    is_inclusive := true;
  end if;
  with thread as materialized (
    select found.id, found.created_at, found.state, row_number() over () as place
    from private.list_threads(of_spot, of_post, is_newest_first, from_at, from_id, is_inclusive, page_size + 1) as found
  ), shown as (
    select thread.*, comments as comment from thread left join public.comments on comments.id = thread.id
    where place <= page_size
  )
  select jsonb_build_object(
    -- A comment across a block is not shown, nor are its replies.
    'threads', coalesce((select jsonb_agg(jsonb_build_object(
        'comment', case when shown.state = 'shown' then private.comment_card(shown.comment)
          else private.lost_comment_card(shown.id, shown.created_at, shown.state) end,
        'replies', private.reply_list(shown.id, null, case when shown.id = linked.id then 1000 else 20 end),
        'reply_count', (select count(*) from public.comments where parent_id = shown.id)
      ) order by place) from shown where shown.state <> 'shown' or (shown.comment).id is not null), '[]'),
    'next', (select jsonb_build_array(last.created_at, last.id) from thread as last
      where place = page_size and exists (select from thread where place > page_size)),
    'is_start', from_at is null,
    'latest_at', case when of_spot is not null
      then (select created_at from public.comments where spot_id = of_spot order by created_at desc limit 1)
      else (select created_at from public.comments where post_id = of_post order by created_at desc limit 1) end
  ) into page;
  return page;
end
$$;
comment on function private.comment_page is
  '{threads: [{comment, replies, reply_count}, …], next, is_start, latest_at}: 50 comments with up to 20 replies each. Keys of choice: '
  'comments (oldest or newest), comments_after (a cursor), comment (the page with this comment, and all replies of its thread).';

create or replace function private.comment_list(of_spot text, of_post text) returns jsonb
  language sql stable set search_path = '' return private.comment_page(of_spot, of_post);
comment on function private.comment_list is 'The first page of comments, oldest first: see private.comment_page.';

create function private.review_card(review public.reviews) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('id', review.id, 'rating', review.rating, 'body', review.body, 'created_at', review.created_at,
      'edited_at', review.edited_at, 'author', private.member_card(review.author_id),
      'photos', (select coalesce(jsonb_agg(private.photo_card(photos) order by position, created_at), '[]')
        from public.photos where review_id = review.id and spot_id = review.spot_id),
      'replies', private.reply_list(null, review.id, 100),
      'is_reported', private.has_reported(of_review => review.id))
  $$;
comment on function private.review_card is '{id, rating, body, created_at, edited_at, author, photos, replies, is_reported}.';

create function private.review_page(of_spot text, choice jsonb default '{}') returns jsonb
  language plpgsql stable set search_path = ''
  as $$
declare
  page_size constant integer := 50;
  -- Of reviews with the same rating the newest comes first.
  later constant text := case when choice ->> 'reviews' = 'oldest' then '>' else '<' end;
  direction constant text := case when choice ->> 'reviews' = 'oldest' then 'asc' else 'desc' end;
  rating_direction constant text := case choice ->> 'reviews' when 'highest' then 'desc' when 'lowest' then 'asc' end;
  after constant jsonb := nullif(choice -> 'reviews_after', 'null');
  chosen public.reviews[];
begin
  execute format(
    'select coalesce(array_agg(review), ''{}'') from (select reviews from public.reviews where spot_id = $1 '
    'and ($2 is null or rating = $2) and (not $3 or exists (select from public.photos where review_id = reviews.id)) '
    'and ($4 is null or %1$s) order by %2$s created_at %3$s, id %3$s limit $7) as page (review)',
    case when rating_direction is null then format('(created_at, id) %s ($5, $6)', later)
      else format('(rating %s $4 or (rating = $4 and (created_at, id) < ($5, $6)))',
        case rating_direction when 'asc' then '>' else '<' end) end,
    case when rating_direction is null then '' else format('rating %s, ', rating_direction) end,
    direction
  ) into chosen using of_spot, (choice ->> 'rating')::smallint, coalesce((choice ->> 'photos')::boolean, false),
    (after ->> 0)::smallint, (after ->> 1)::timestamptz, (after ->> 2)::uuid, page_size + 1;
  return jsonb_build_object(
    'reviews', coalesce((select jsonb_agg(private.review_card(chosen[place]) order by place)
      from generate_series(1, least(cardinality(chosen), page_size)) as place), '[]'),
    'next', case when cardinality(chosen) > page_size
      then jsonb_build_array((chosen[page_size]).rating, (chosen[page_size]).created_at, (chosen[page_size]).id) end,
    'is_start', after is null,
    'own', (select private.review_card(reviews) from public.reviews where spot_id = of_spot and author_id = auth.uid()),
    'linked', (select private.review_card(reviews) from public.reviews where spot_id = of_spot and id = coalesce(
      (choice ->> 'review')::uuid, (select review_id from public.comments where comments.id = (choice ->> 'comment')::uuid))),
    'photo_count', (select count(distinct review_id) from public.photos where spot_id = of_spot and review_id is not null),
    'latest_at', (select created_at from public.reviews where spot_id = of_spot order by created_at desc limit 1)
  );
end
$$;
comment on function private.review_page is
  '{reviews, next, is_start, own, linked, photo_count, latest_at}: 50 reviews, the viewer''s own, the one that a link names, and how many have '
  'photos. Keys of choice: reviews (newest, oldest, highest or lowest), rating, photos, reviews_after (a cursor), review, comment.';

create or replace function private.review_list(of_spot text) returns jsonb
  language sql stable set search_path = '' return private.review_page(of_spot);
comment on function private.review_list is 'The first page of reviews, newest first: see private.review_page.';

create function public.discussion_page(spot_id text default null, post_slug text default null, choice jsonb default '{}', link_secret text default null)
  returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  of_spot text;
  of_post text;
begin
  if link_secret is not null then
    perform private.use_link_secret(link_secret);
  end if;
  select id into of_spot from public.spots where id = discussion_page.spot_id;
  select id into of_post from public.posts where slug = discussion_page.post_slug;
  if num_nonnulls(of_spot, of_post) <> 1 then
    return null;
  end if;
  return jsonb_build_object(
    'comments', private.comment_page(of_spot, of_post, choice),
    'reviews', case when of_spot is not null then private.review_page(of_spot, choice) end
  );
end
$$;
comment on function public.discussion_page is
  '{comments, reviews} of a spot or a story, sorted, filtered and paged by choice: see private.comment_page and private.review_page. '
  'Null if the viewer may not see the subject.';

grant execute on function
  private.has_reported,
  private.comment_card,
  private.lost_comment_card,
  private.list_threads,
  private.find_thread,
  private.reply_list,
  private.comment_page,
  private.review_card,
  private.review_page,
  public.discussion_page
to anon, authenticated;
