-- The log of webhooks showed the username of a new member for 30 days, even after their account was deleted.
create or replace function private.tg_users__forget_name()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $$
begin
  update private.moderation_log set target_title = ''
  where target_kind = 'member' and target_id = old.id::text and target_title <> '';
  update private.webhook_deliveries set payload = payload #- '{data,username}'
  where event = 'member.joined' and payload #>> '{data,id}' = old.id::text;
  return null;
end
$$;

update private.webhook_deliveries set payload = payload #- '{data,username}'
where event = 'member.joined' and not exists (select from public.users where id::text = payload #>> '{data,id}');
