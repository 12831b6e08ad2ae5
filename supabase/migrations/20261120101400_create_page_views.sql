-- How often pages are read, by day. Nothing about who reads.
create table public.page_views (
  day date not null default current_date,
  route text not null,
  path text not null,
  views bigint not null default 0,
  constraint page_views_pkey primary key (day, route, path),
  constraint page_views_route_check check (length(route) between 1 and 200),
  constraint page_views_path_check check (length(path) between 1 and 500),
  constraint page_views_views_check check (views >= 0)
);
alter table public.page_views enable row level security;
create policy "moderators read page views" on public.page_views for select to authenticated
  using ((select private.is_moderator()));
grant select on public.page_views to authenticated;
comment on table public.page_views is 'Views a day, route and path. No personal data: no address, no cookie, no account.';

create function public.record_page_view(route text, path text) returns void
  language sql volatile
  as $$
    insert into public.page_views (route, path, views)
    values (left(record_page_view.route, 200), left(record_page_view.path, 500), 1)
    on conflict on constraint page_views_pkey do update set views = page_views.views + 1
  $$;
comment on function public.record_page_view is 'Counts one view. For the server''s own endpoint, with the secret key.';
revoke execute on function public.record_page_view from public, anon, authenticated;
grant execute on function public.record_page_view to service_role;
