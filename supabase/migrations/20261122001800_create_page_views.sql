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
create policy "members have completed two-factor authentication" on public.page_views as restrictive for all to authenticated
  using ((select private.has_required_assurance())) with check ((select private.has_required_assurance()));
create policy "moderators read page views" on public.page_views for select to authenticated
  using ((select private.is_moderator()));
grant select on public.page_views to authenticated;
comment on table public.page_views is 'Views a day, route and path. No personal data: no address, no cookie, no account.';

-- Counts at most so many views a minute of one sender, over all processes. Senders are drawers that thousands of addresses share, so
-- that nothing here tells who looked, and the table cannot grow.
create table private.page_view_senders (
  sender integer not null,
  minute timestamptz not null,
  views integer not null,
  constraint page_view_senders_pkey primary key (sender),
  constraint page_view_senders_sender_check check (sender between 0 and 65535)
);
alter table private.page_view_senders enable row level security;
comment on table private.page_view_senders is 'Views of this minute, one row a drawer of addresses. No address can be told from it.';

create function private.count_page_view(sender integer) returns boolean
  language sql security definer set search_path = ''
  as $$
    insert into private.page_view_senders as kept (sender, minute, views)
    values (count_page_view.sender, date_trunc('minute', now()), 1)
    on conflict on constraint page_view_senders_pkey do update
      set views = case when kept.minute = excluded.minute then kept.views + 1 else 1 end, minute = excluded.minute
    returning views <= 120
  $$;
comment on function private.count_page_view(integer) is 'Whether one more view of this drawer of addresses is counted within this minute.';

create function public.record_page_view(route text, path text, sender integer) returns boolean
  language plpgsql set search_path = ''
  as $$
  begin
    if not private.count_page_view(record_page_view.sender) then
      return false;
    end if;
    insert into public.page_views (route, path, views)
    values (left(record_page_view.route, 200), left(record_page_view.path, 500), 1)
    on conflict on constraint page_views_pkey do update set views = page_views.views + 1;
    return true;
  end
  $$;
comment on function public.record_page_view(text, text, integer) is
  'Counts one view; false when this drawer of addresses has sent too many. For the server''s own endpoint, with the secret key.';
