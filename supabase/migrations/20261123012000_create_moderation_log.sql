-- The log of moderation: who did what, to what, why. Entries are only ever added.
create function private.is_admin() returns boolean
  language sql stable
  return coalesce(auth.jwt() -> 'app_metadata' ->> 'role', '') = 'admin' and auth.jwt() ->> 'client_id' is null;
comment on function private.is_admin() is
  'True if the access token belongs to an administrator and not to an OAuth app of theirs. Every administrator is a moderator too.';

create function private.require_admin() returns void
  language plpgsql stable set search_path = ''
  as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators may do this.';
  end if;
end
$$;

-- No foreign keys: an entry outlives its target and the moderator's account, and must not change with them.
create table private.moderation_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null,
  target_kind text not null,
  target_id text not null,
  target_title text not null default '',
  author_id uuid,
  reason text not null default '',
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  constraint moderation_log_action_check check (action ~ '^[a-z]+(-[a-z]+)*$' and length(action) <= 40),
  constraint moderation_log_target_kind_check check (
    target_kind in ('spot', 'post', 'photo', 'review', 'comment', 'member', 'list', 'suggestion', 'setting', 'invitation', 'webhook')
  ),
  constraint moderation_log_target_id_check check (length(target_id) between 1 and 100),
  constraint moderation_log_target_title_check check (length(target_title) <= 200),
  constraint moderation_log_reason_check check (length(reason) <= 1000),
  constraint moderation_log_details_check check (jsonb_typeof(details) = 'object' and pg_column_size(details) <= 500000)
);
create index moderation_log_target_idx on private.moderation_log (target_kind, target_id, id desc);
create index moderation_log_actor_id_idx on private.moderation_log (actor_id, id desc);
create index moderation_log_author_id_idx on private.moderation_log (author_id, id desc) where author_id is not null;
create index moderation_log_action_idx on private.moderation_log (action, id desc);
create index moderation_log_created_at_idx on private.moderation_log (created_at);
alter table private.moderation_log enable row level security;
comment on table private.moderation_log is
  'Every action of moderators, administrators and of the site itself (actor_id null). Append-only; moderators read it with list_moderation_log.';
comment on column private.moderation_log.target_title is 'The title at the time of the action. Not shown while the target is private.';
comment on column private.moderation_log.author_id is 'The member whose contribution or account the action is about.';
comment on column private.moderation_log.details is 'What restoring needs: the previous status, or the items of a removal of many.';

create function private.tg_moderation_log__keep() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  raise insufficient_privilege using message = 'Entries of the moderation log cannot be changed or deleted.';
end
$$;
create trigger _100_keep before update or delete on private.moderation_log
  for each row execute function private.tg_moderation_log__keep();
create trigger _100_keep_all before truncate on private.moderation_log
  for each statement execute function private.tg_moderation_log__keep();

create function private.write_moderation_log(
  actor uuid, action text, target_kind text, target_id text, target_title text, author uuid, reason text, details jsonb
) returns bigint
  language sql volatile security definer set search_path = ''
  as $$
    insert into private.moderation_log (actor_id, action, target_kind, target_id, target_title, author_id, reason, details)
    values (actor, action, target_kind, target_id, left(coalesce(target_title, ''), 200), author, left(coalesce(reason, ''), 1000),
      coalesce(details, '{}'))
    returning id
  $$;
comment on function private.write_moderation_log is
  'Adds an entry for any actor, null for the site itself. Triggers and chores that run as the owner call it; see log_moderation for commands.';

create function private.log_moderation(
  action text, target_kind text, target_id text, target_title text default '', reason text default '',
  author uuid default null, details jsonb default '{}'
) returns bigint
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_moderator();
  return private.write_moderation_log(auth.uid(), action, target_kind, target_id, target_title, author, reason, details);
end
$$;
comment on function private.log_moderation is
  'Adds an entry of the calling moderator and returns its id. Every command of moderators calls it in its own transaction.';

grant execute on function
  private.is_admin
to anon, authenticated;

grant execute on function
  private.require_admin,
  private.log_moderation
to authenticated;
