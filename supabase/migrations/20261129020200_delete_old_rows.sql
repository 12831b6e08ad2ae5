-- Page views were kept forever, a row per day and path. So were the merges of spots, which contain the reviews that they
-- replaced, although they can be undone for 30 days only.
create or replace function private.delete_removed_content()
  returns integer
  language sql
  security definer
  set search_path = ''
as $$
    with photos as (
      delete from public.photos where removal_reason is not null and hidden_at < now() - interval '30 days' returning 1
    ), reviews as (
      delete from public.reviews where removal_reason is not null and hidden_at < now() - interval '30 days' returning 1
    ), lists as (
      delete from public.lists where removal_reason is not null and hidden_at < now() - interval '30 days' returning 1
    ), comments as (
      delete from public.comments where removal_reason is not null and hidden_at < now() - interval '30 days'
        and not private.has_replies(id) returning 1
    ), emptied as (
      update public.comments set body = 'Removed.'
      where removal_reason is not null and hidden_at < now() - interval '30 days' and private.has_replies(id) and body <> 'Removed.'
    ), items as (
      delete from public.moderation_items where decided_at < now() - interval '1 day' returning 1
    ), merges as (
      delete from private.spot_merges where created_at < now() - interval '30 days'
    ), views as (
      -- In steps, as a site may have millions of them when this begins. The others follow within minutes.
      delete from public.page_views where (day, route, path) in (
        select day, route, path from public.page_views where day < current_date - 400 order by day limit 10000)
    )
    select ((select count(*) from photos) + (select count(*) from reviews) + (select count(*) from lists)
      + (select count(*) from comments))::integer
  $$;

comment on function public.delete_removed_content() is 'A chore: deletes photos, reviews, comments and lists that were removed 30 days ago, merges of that age, and page views of more than 400 days ago. Returns the number of the first.';
comment on table private.spot_merges is 'What each merge moved and replaced, so that it can be undone for 30 days.';
comment on table public.page_views is 'Views per day, route and path, kept for 400 days. No personal data: no IP address, no cookie, no account.';
