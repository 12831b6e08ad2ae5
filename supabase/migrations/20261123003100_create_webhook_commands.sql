-- Commands of the operator and of moderators, and the queue that the function webhook works off.
create function private.add_webhook(url text, events text[]) returns jsonb
  language sql volatile security definer set search_path = ''
  as $$
    insert into private.webhooks (url, events) values (url, events)
    returning jsonb_build_object('id', id, 'secret', secret)
  $$;
create function public.add_webhook(url text, events text[]) returns jsonb
  language sql volatile set search_path = '' return private.add_webhook(url, events);
comment on function public.add_webhook is 'Operator: adds a webhook and returns its id and secret, which is not shown again.';

create function private.list_webhooks() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', id, 'url', url, 'events', events, 'is_enabled', is_enabled,
      'pending', (select count(*) from private.webhook_deliveries where webhook_id = webhooks.id and status = 'pending'),
      'failed', (select count(*) from private.webhook_deliveries where webhook_id = webhooks.id and status = 'failed')
    ) order by created_at), '[]') from private.webhooks
  $$;
create function public.list_webhooks() returns jsonb
  language sql stable set search_path = '' return private.list_webhooks();
comment on function public.list_webhooks is 'Operator: all webhooks with the numbers of waiting and failed messages.';

create function private.remove_webhook(id uuid) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  delete from private.webhooks where webhooks.id = remove_webhook.id;
  return found;
end
$$;
create function public.remove_webhook(id uuid) returns boolean
  language sql volatile set search_path = '' return private.remove_webhook(id);
comment on function public.remove_webhook is 'Operator: deletes a webhook with its messages. False if there is none.';

create function private.count_due_webhooks() returns integer
  language sql stable security definer set search_path = ''
  as $$ select count(*)::integer from private.webhook_deliveries where status = 'pending' and next_attempt_at <= now() $$;
create function public.count_due_webhooks() returns integer
  language sql stable set search_path = '' return private.count_due_webhooks();
comment on function public.count_due_webhooks is 'Server chore: the number of messages to send now.';

-- The wait after each failed attempt: 23.6 hours altogether.
create function private.webhook_delay(attempts integer) returns interval
  language sql immutable
  return (array['5 seconds', '1 minute', '5 minutes', '30 minutes', '2 hours', '5 hours', '8 hours', '8 hours']::interval[])[attempts];
comment on function private.webhook_delay is 'The wait after an attempt, counted from 1; null after the last one.';

-- A sender that dies leaves its messages to the next one after two minutes.
create function private.claim_webhook_deliveries(most integer) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  claimed jsonb;
begin
  delete from private.webhook_deliveries where created_at < now() - interval '30 days';
  with due as (
    select id from private.webhook_deliveries where status = 'pending' and next_attempt_at <= now()
    order by next_attempt_at limit least(most, 100) for update skip locked
  ), taken as (
    update private.webhook_deliveries as delivery
    set attempts = attempts + 1, next_attempt_at = now() + interval '2 minutes'
    from due, private.webhooks as webhook
    where delivery.id = due.id and webhook.id = delivery.webhook_id
    returning delivery.id, delivery.attempts, delivery.message_id, delivery.payload, webhook.url, webhook.secret
  )
  select coalesce(jsonb_agg(to_jsonb(taken)), '[]') into claimed from taken;
  return claimed;
end
$$;
create function public.claim_webhook_deliveries(most integer) returns jsonb
  language sql volatile set search_path = '' return private.claim_webhook_deliveries(most);
comment on function public.claim_webhook_deliveries is
  'The function webhook: takes messages that are due, as [{id, attempts, message_id, payload, url, secret}].';

create function private.record_webhook_attempt(id bigint, attempts integer, status integer, error text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    -- An attempt that is no longer the latest one is ignored.
    update private.webhook_deliveries as delivery set
      status = case
        when record_webhook_attempt.status between 200 and 299 then 'delivered'
        when private.webhook_delay(delivery.attempts) is null or record_webhook_attempt.status = 410 then 'failed'
        else 'pending'
      end,
      next_attempt_at = case
        when record_webhook_attempt.status between 200 and 299 or record_webhook_attempt.status = 410 then null
        else now() + private.webhook_delay(delivery.attempts)
      end,
      delivered_at = case when record_webhook_attempt.status between 200 and 299 then now() end,
      last_status = record_webhook_attempt.status,
      last_error = left(error, 300)
    where delivery.id = record_webhook_attempt.id and delivery.attempts = record_webhook_attempt.attempts
      and delivery.status = 'pending';
    update private.webhooks set is_enabled = false
    where record_webhook_attempt.status = 410
      and webhooks.id = (select webhook_id from private.webhook_deliveries as own where own.id = record_webhook_attempt.id);
  $$;
create function public.record_webhook_attempt(id bigint, attempts integer, status integer, error text) returns void
  language sql volatile set search_path = '' return private.record_webhook_attempt(id, attempts, status, error);
comment on function public.record_webhook_attempt is
  'The function webhook: notes the HTTP status of an attempt, or the error without one. 410 disables the webhook.';

create function private.list_webhook_deliveries() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_moderator();
  -- URLs may contain secrets, so moderators see the host only.
  return (select coalesce(jsonb_agg(to_jsonb(latest) order by latest.id desc), '[]') from (
    select delivery.id, substring(url from '^https?://([^/?#]+)') as host, event, delivery.status, attempts, next_attempt_at,
      last_status, last_error, delivery.created_at, delivered_at
    from private.webhook_deliveries as delivery join private.webhooks on webhooks.id = webhook_id
    order by delivery.id desc limit 100
  ) as latest);
end
$$;
create function public.list_webhook_deliveries() returns jsonb
  language sql stable set search_path = '' return private.list_webhook_deliveries();
comment on function public.list_webhook_deliveries is 'Moderators: the latest 100 messages to webhooks.';

create function private.resend_webhook_delivery(id bigint) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_moderator();
  update private.webhook_deliveries as delivery
  set status = 'pending', attempts = 0, next_attempt_at = now(), delivered_at = null
  where delivery.id = resend_webhook_delivery.id;
  if not found then
    raise sqlstate 'PT404' using message = 'Message not found.';
  end if;
end
$$;
create function public.resend_webhook_delivery(id bigint) returns void
  language sql volatile set search_path = '' return private.resend_webhook_delivery(id);
comment on function public.resend_webhook_delivery is 'Moderators: sends a message again, with all its attempts.';

grant execute on function
  public.list_webhook_deliveries,
  private.list_webhook_deliveries,
  public.resend_webhook_delivery,
  private.resend_webhook_delivery
to authenticated;
