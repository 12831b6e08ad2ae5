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
revoke execute on function private.count_page_view(integer) from public;
grant execute on function private.count_page_view(integer) to service_role;

drop function public.record_page_view(text, text);

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
revoke execute on function public.record_page_view(text, text, integer) from public;
grant execute on function public.record_page_view(text, text, integer) to service_role;
