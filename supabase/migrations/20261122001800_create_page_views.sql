-- Page views per day. Nothing about the reader is stored.
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
create policy "members are not banned and have used their second factor" on public.page_views as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "moderators read page views" on public.page_views for select to authenticated
  using ((select private.is_moderator()));
grant select on public.page_views to authenticated;
comment on table public.page_views is 'Views per day, route and path. No personal data: no IP address, no cookie, no account.';

-- Limits the views per minute of one sender across all processes. A sender is a hash bucket shared by thousands of
-- addresses, so that it identifies no one and the table cannot grow.
create table private.page_view_senders (
  sender integer not null,
  minute timestamptz not null,
  views integer not null,
  constraint page_view_senders_pkey primary key (sender),
  constraint page_view_senders_sender_check check (sender between 0 and 65535)
);
alter table private.page_view_senders enable row level security;
comment on table private.page_view_senders is 'Views in the current minute, one row per hash bucket of addresses. No address can be derived from it.';

create function private.count_page_view(sender integer) returns boolean
  language sql security definer set search_path = ''
  as $$
    insert into private.page_view_senders as kept (sender, minute, views)
    values (count_page_view.sender, date_trunc('minute', now()), 1)
    on conflict on constraint page_view_senders_pkey do update
      set views = case when kept.minute = excluded.minute then kept.views + 1 else 1 end, minute = excluded.minute
    returning views <= 120
  $$;
comment on function private.count_page_view(integer) is 'Counts a view of a hash bucket of addresses. Returns false if its limit for this minute is reached.';

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
  'Counts a view. Returns false if this hash bucket of addresses has sent too many. For the server''s own endpoint, with the secret key.';
