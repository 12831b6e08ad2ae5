-- Webhooks of the operator: URLs that are called when something happens on the site. The function webhook sends them.
create table private.webhooks (
  id uuid primary key default gen_random_uuid(),
  url text not null,
  events text[] not null,
  secret text not null default 'whsec_' || encode(extensions.gen_random_bytes(32), 'base64'),
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  constraint webhooks_url_check check (length(url) <= 2000 and url ~ '^https?://[^\s/]+'),
  constraint webhooks_events_check check (
    cardinality(events) > 0 and events <@ array['spot.published', 'story.published', 'report.created', 'member.joined']
  )
);
alter table private.webhooks enable row level security;
comment on table private.webhooks is 'URLs of the operator with the events they subscribe to. Managed with npm run admin -- webhooks.';
comment on column private.webhooks.secret is 'The symmetric key of Standard Webhooks, in its notation. Shown once, to the operator.';
comment on column private.webhooks.is_enabled is 'False after the URL answered 410 Gone.';

create table private.webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id uuid not null references private.webhooks (id) on delete cascade,
  message_id text not null default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  event text not null,
  payload jsonb not null,
  status text not null default 'pending',
  attempts integer not null default 0,
  next_attempt_at timestamptz default now(),
  last_status integer,
  last_error text,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  constraint webhook_deliveries_status_check check (status in ('pending', 'delivered', 'failed')),
  constraint webhook_deliveries_next_attempt_at_check check ((status = 'pending') = (next_attempt_at is not null)),
  constraint webhook_deliveries_last_error_check check (length(last_error) <= 300)
);
create index webhook_deliveries_webhook_id_idx on private.webhook_deliveries (webhook_id);
create index webhook_deliveries_due_idx on private.webhook_deliveries (next_attempt_at) where status = 'pending';
create index webhook_deliveries_created_at_idx on private.webhook_deliveries (created_at);
alter table private.webhook_deliveries enable row level security;
comment on table private.webhook_deliveries is 'The log of messages to webhooks, kept for 30 days.';
comment on column private.webhook_deliveries.message_id is 'The same for every attempt, so that receivers recognise repetitions.';

create function private.queue_webhooks(of_event text, data jsonb) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into private.webhook_deliveries (webhook_id, event, payload)
    select id, of_event, jsonb_build_object('type', of_event, 'timestamp', to_jsonb(now()), 'data', data)
    from private.webhooks where is_enabled and of_event = any (events)
  $$;
comment on function private.queue_webhooks is 'Queues an event for every webhook that subscribes to it, in the transaction of the event.';

create function private.tg_spots__queue_webhooks() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.queue_webhooks('spot.published', jsonb_build_object(
    'id', new.id, 'path', '/spot/' || new.id, 'title', new.title, 'category', new.category, 'lng', new.lng, 'lat', new.lat
  ));
  return null;
end
$$;
comment on function private.tg_spots__queue_webhooks is 'The position is that of the public row.';

create function private.tg_posts__queue_webhooks() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.queue_webhooks('story.published', jsonb_build_object(
    'id', new.id, 'path', '/post/' || new.slug, 'title', new.title, 'summary', new.summary
  ));
  return null;
end
$$;

create function private.tg_reports__queue_webhooks() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.queue_webhooks('report.created', jsonb_strip_nulls(jsonb_build_object(
    'id', new.id, 'reason', new.reason, 'spot_id', new.spot_id, 'post_id', new.post_id, 'photo_id', new.photo_id,
    'review_id', new.review_id, 'comment_id', new.comment_id, 'member_id', new.member_id
  )));
  return null;
end
$$;
comment on function private.tg_reports__queue_webhooks is 'Leaves out the reporter and their words, which only moderators read.';

create function private.tg_users__queue_webhooks() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.queue_webhooks('member.joined', jsonb_build_object('id', new.id, 'username', new.username));
  return null;
end
$$;

-- Imported spots queue nothing: an import has up to millions.
create trigger _540_webhooks_insert after insert on public.spots
  for each row when (new.status = 'published' and new.visibility = 'public' and new.import_batch is null)
  execute function private.tg_spots__queue_webhooks();
create trigger _540_webhooks_update after update of status, visibility on public.spots
  for each row when (
    new.status = 'published' and new.visibility = 'public'
    and not (old.status in ('published', 'closed') and old.visibility = 'public')
  ) execute function private.tg_spots__queue_webhooks();
create trigger _540_webhooks_insert after insert on public.posts
  for each row when (new.status = 'published' and new.visibility = 'public')
  execute function private.tg_posts__queue_webhooks();
create trigger _540_webhooks_update after update of status, visibility on public.posts
  for each row when (
    new.status = 'published' and new.visibility = 'public' and not (old.status = 'published' and old.visibility = 'public')
  ) execute function private.tg_posts__queue_webhooks();
create trigger _540_webhooks after insert on public.reports for each row execute function private.tg_reports__queue_webhooks();
create trigger _540_webhooks after insert on public.users for each row execute function private.tg_users__queue_webhooks();
