-- Decisions of moderators. They take effect at once; their notices wait until the time to undo is over.
create table private.held_notices (
  id bigint generated always as identity primary key,
  log_id bigint not null,
  user_id uuid not null references public.users (id) on delete cascade,
  kind public.notification_kind not null,
  spot_id text references public.spots (id) on delete cascade,
  post_id text references public.posts (id) on delete cascade,
  text text not null default '',
  due_at timestamptz not null default now() + interval '12 seconds',
  constraint held_notices_text_check check (length(text) <= 1000)
);
create index held_notices_due_at_idx on private.held_notices (due_at);
create index held_notices_log_id_idx on private.held_notices (log_id);
create index held_notices_user_id_idx on private.held_notices (user_id);
create index held_notices_spot_id_idx on private.held_notices (spot_id) where spot_id is not null;
create index held_notices_post_id_idx on private.held_notices (post_id) where post_id is not null;
alter table private.held_notices enable row level security;
comment on table private.held_notices is
  'Notifications about decisions of moderators, which may undo them for ten seconds. A chore passes them on once they are due.';

create function private.hold_notice(
  log_id bigint, to_user uuid, kind public.notification_kind, about_spot text, about_post text, text text
) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into private.held_notices (log_id, user_id, kind, spot_id, post_id, text)
    select log_id, to_user, kind, about_spot, about_post, left(coalesce(text, ''), 1000)
    where to_user is not null and to_user is distinct from auth.uid()
  $$;

-- Deleting and notifying in one transaction: neither twice nor never, whatever process runs or ends.
create function private.send_held_notices() returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  notice private.held_notices;
  sent integer := 0;
begin
  for notice in
    delete from private.held_notices where id in (
      select id from private.held_notices where due_at <= now() order by id limit 200 for update skip locked
    ) returning *
  loop
    perform private.notify(notice.user_id, notice.kind, notice.spot_id, notice.post_id, notice.text);
    if notice.kind = 'approved' then
      update private.follower_news set is_done = false
      where is_done and created_at = notice.due_at - interval '12 seconds' and (spot_id = notice.spot_id or post_id = notice.post_id);
    end if;
    sent := sent + 1;
  end loop;
  return sent;
end
$$;
create function public.send_held_notices() returns integer
  language sql volatile set search_path = '' return private.send_held_notices();
comment on function public.send_held_notices is 'A chore: passes on the notices whose time to undo is over. Returns their number.';

create or replace function private.tg__notify_status() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  about_spot text := case when tg_table_name = 'spots' then new.id end;
  about_post text := case when tg_table_name = 'posts' then new.id end;
begin
  -- Decisions hold their notices back themselves.
  if current_setting('hereabouts.decides', true) = 'on' then
    return null;
  end if;
  if new.status = 'removed' then
    perform private.notify(new.author_id, 'removed', about_spot, about_post, new.removal_reason);
  elsif new.status = 'published' and old.status = 'pending' then
    perform private.notify(new.author_id, 'approved', about_spot, about_post);
  end if;
  return null;
end
$$;

-- Hiding by reports runs in the transaction of the last reporter, who must not appear as the author of a revision.
create function private.set_moderated_status(
  of_kind text, of_id text, wanted public.publication_status, reason text, is_quiet boolean
) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
begin
  perform set_config('hereabouts.decides', 'on', true);
  if is_quiet then
    perform set_config('request.jwt.claims', '{}', true);
  end if;
  if of_kind = 'spot' then
    update public.spots set status = wanted, removal_reason = case when wanted = 'removed' then reason end where id = of_id;
  elsif of_kind = 'post' then
    update public.posts set status = wanted, removal_reason = case when wanted = 'removed' then reason end where id = of_id;
  elsif of_kind = 'photo' then
    update public.photos set hidden_at = case wanted when 'published' then null when 'removed' then now() else coalesce(hidden_at, now()) end,
      removal_reason = case when wanted = 'removed' then reason end where id = of_id::uuid;
  elsif of_kind = 'review' then
    update public.reviews set hidden_at = case wanted when 'published' then null when 'removed' then now() else coalesce(hidden_at, now()) end,
      removal_reason = case when wanted = 'removed' then reason end where id = of_id::uuid;
  elsif of_kind = 'comment' then
    update public.comments set hidden_at = case wanted when 'published' then null when 'removed' then now() else coalesce(hidden_at, now()) end,
      removal_reason = case when wanted = 'removed' then reason end where id = of_id::uuid;
  end if;
  if is_quiet then
    delete from public.revisions where created_at = now() and author_id is null and changes - 'status' = '{}'
      and (spot_id = case of_kind when 'spot' then of_id end or post_id = case of_kind when 'post' then of_id end);
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  end if;
  perform set_config('hereabouts.decides', '', true);
end
$$;
comment on function private.set_moderated_status is
  'Writes a decision to the row. pending means hidden for photos, reviews and comments. Checks nothing: its callers do.';

-- The news of a publication must not leave the site before the time to undo is over.
create function private.delay_news(of_id text, is_cancelled boolean, at timestamptz) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  if is_cancelled then
    delete from private.webhook_deliveries
    where created_at = at and payload -> 'data' ->> 'id' = of_id and status = 'pending' and attempts = 0;
    delete from private.follower_news where created_at = at and (spot_id = of_id or post_id = of_id);
  else
    update private.webhook_deliveries set next_attempt_at = now() + interval '12 seconds'
    where created_at = at and payload -> 'data' ->> 'id' = of_id and status = 'pending';
    update private.follower_news set is_done = true where created_at = at and (spot_id = of_id or post_id = of_id);
  end if;
end
$$;

create table private.member_standings (
  user_id uuid primary key references public.users (id) on delete cascade,
  is_trusted boolean not null default false,
  is_trust_set boolean not null default false,
  warning_count integer not null default 0,
  role_changed_at timestamptz,
  updated_at timestamptz not null default now()
);
alter table private.member_standings enable row level security;
comment on table private.member_standings is 'How far the moderators trust a member. Without a row: like everyone.';
comment on column private.member_standings.is_trusted is 'Contributions skip the queue.';
comment on column private.member_standings.is_trust_set is 'A moderator has chosen is_trusted, so that it no longer changes by itself.';
comment on column private.member_standings.role_changed_at is 'When a role was taken away. Access tokens from before are rejected.';

create function private.is_trusted(member uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select coalesce((select is_trusted from private.member_standings where user_id = member), false) $$;

create index spots_author_status_idx on public.spots (author_id, status, visibility);
create index posts_author_status_idx on public.posts (author_id, status, visibility);

create function private.count_contributions(of_author uuid, of_status public.publication_status[], most integer) returns integer
  language sql stable security definer set search_path = ''
  as $$
    select (select count(*) from (
      select from public.spots where author_id = of_author and status = any (of_status) and visibility in ('public', 'members', 'link') limit most
    ) as spots)::integer + (select count(*) from (
      select from public.posts where author_id = of_author and status = any (of_status) and visibility in ('public', 'members', 'link') limit most
    ) as posts)::integer
  $$;
comment on function private.count_contributions is 'Spots and stories of a member that are not private, counted up to most each.';

create function private.trust_if_earned(member uuid) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  needed constant integer := (select trusted_after from public.instance_settings);
begin
  if member is null or private.count_contributions(member, '{published,closed}', needed) < needed then
    return false;
  end if;
  insert into private.member_standings as known (user_id, is_trusted) values (member, true)
  on conflict (user_id) do update set is_trusted = true, updated_at = now()
  where not known.is_trusted and not known.is_trust_set;
  if not found then
    return false;
  end if;
  perform private.write_moderation_log(null, 'trusted', 'member', member::text,
    (select username from public.users where id = member), member, format('%s approved', needed), '{}');
  return true;
end
$$;

create or replace function private.get_initial_status(author uuid) returns public.publication_status
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  mode public.moderation_mode := (select moderation from public.instance_settings);
begin
  if mode = 'off' or private.is_moderator() or private.is_trusted(author) then
    return 'published';
  end if;
  if mode = 'first-post' and (
    private.has_contributed(author) or not exists (select from public.users where is_moderator)
  ) then
    return 'published';
  end if;
  return 'pending';
end
$$;

create function private.resolve_reports(log_id bigint, of_kind text, of_id text, wanted public.report_status, outcome text)
  returns uuid[]
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  report public.reports;
  resolved uuid[] := '{}';
begin
  for report in
    update public.reports set status = wanted, resolution = outcome
    where status = 'open' and case of_kind
      when 'spot' then spot_id = of_id when 'post' then post_id = of_id when 'photo' then photo_id = of_id::uuid
      when 'review' then review_id = of_id::uuid when 'comment' then comment_id = of_id::uuid else member_id = of_id::uuid end
    returning *
  loop
    resolved := resolved || report.id;
    perform private.hold_notice(log_id, report.reporter_id, 'report-handled', null, null, outcome);
  end loop;
  return resolved;
end
$$;
comment on function private.resolve_reports is 'Resolves the open reports of one thing and tells each reporter the outcome. Returns their ids.';

create function private.last_decision(of_kind text, of_id text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object('action', action, 'actor', private.member_card(actor_id), 'at', created_at)
    from private.moderation_log
    where target_kind = of_kind and target_id = of_id and action in ('approved', 'removed', 'kept', 'restored', 'hid', 'merged')
    order by id desc limit 1
  $$;

-- The decision and its entry in the log are one transaction. Two moderators who decide at once are serialised; the
-- second one reads what the first has decided.
create function private.decide(of_kind text, of_id text, verdict text, reason text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  target record;
  before public.publication_status;
  entry bigint;
  reports uuid[];
  wanted public.publication_status;
  noun constant text := case of_kind when 'post' then 'story' else of_kind end;
begin
  perform private.require_moderator();
  perform private.has_valid_session();
  perform pg_advisory_xact_lock(hashtextextended(of_kind || ':' || of_id, 12));
  select * into target from private.find_moderated(of_kind, of_id);
  if target.id is null then
    raise sqlstate 'PT404' using message = 'Nothing found to moderate. It may have been deleted or made private.';
  end if;
  if verdict = 'removed' and coalesce(btrim(reason), '') = '' then
    raise sqlstate 'PT400' using message = 'Enter a reason for the author.';
  end if;
  if verdict = 'removed' and of_kind = 'member' then
    raise sqlstate 'PT400' using message = 'Members cannot be removed. Warn, suspend or ban them.';
  end if;
  if verdict = 'approved' and target.is_hidden then
    verdict := 'kept';
  end if;
  before := coalesce((select was from private.hidden_items where kind = of_kind and target_id = of_id),
    case when target.is_hidden then 'published' else target.status end);
  if (verdict = 'approved' and target.status <> 'pending') or (verdict = 'removed' and target.status = 'removed')
    or (verdict = 'restored' and target.status <> 'removed')
    or (verdict = 'kept' and not exists (
      select from public.moderation_items as item
      where item.queue = 'reports' and item.kind = of_kind and item.target_id = of_id and item.decided_at is null)) then
    return jsonb_build_object('log_id', null, 'decided', private.last_decision(of_kind, of_id));
  end if;
  wanted := case verdict
    when 'removed' then 'removed'
    when 'kept' then case when target.is_hidden then before else target.status end
    when 'restored' then coalesce(private.status_before_removal(of_kind, of_id), 'published')
    else 'published' end;
  entry := private.log_moderation(verdict, of_kind, of_id, target.title, coalesce(reason, ''), target.author_id,
    jsonb_build_object('was', before, 'was_hidden', target.is_hidden));
  delete from private.hidden_items where kind = of_kind and target_id = of_id;
  if of_kind <> 'member' and wanted is distinct from target.status then
    perform private.set_moderated_status(of_kind, of_id, wanted, btrim(reason), verdict = 'kept');
  end if;
  if verdict in ('removed', 'kept') then
    reports := private.resolve_reports(entry, of_kind, of_id,
      case verdict when 'removed' then 'resolved' else 'dismissed' end::public.report_status,
      case verdict when 'removed' then format('The %s you reported was removed. Thank you.', noun)
        else format('The %s you reported stays. Thank you for looking out.', noun) end);
  end if;
  perform private.close_item('waiting', of_kind, of_id);
  perform private.sync_report_item(of_kind, of_id);
  perform private.delay_news(of_id, verdict = 'kept', now());
  if verdict = 'removed' then
    perform private.hold_notice(entry, target.author_id, 'removed', target.spot_id, target.post_id,
      case when of_kind in ('spot', 'post') then reason else format('Your %s: %s', noun, reason) end);
  elsif verdict in ('approved', 'restored') and wanted in ('published', 'closed') then
    perform private.hold_notice(entry, target.author_id, 'approved', target.spot_id, target.post_id, '');
  end if;
  if verdict = 'approved' then
    perform private.trust_if_earned(target.author_id);
  end if;
  return jsonb_build_object('log_id', entry, 'decided', null);
end
$$;
comment on function private.decide is
  'Decides about one thing: approved, removed, kept or restored. Returns {log_id, decided}: decided is the earlier decision if a colleague was faster.';

create function private.status_before_removal(of_kind text, of_id text) returns public.publication_status
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(
      (select case when details ->> 'was' in ('pending', 'published', 'closed') then (details ->> 'was')::public.publication_status end
        from private.moderation_log where target_kind = of_kind and target_id = of_id and action = 'removed' order by id desc limit 1),
      'published'
    )
  $$;

create function private.undo_decision(of_log bigint) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  entry private.moderation_log;
  was public.publication_status;
begin
  perform private.require_moderator();
  perform private.has_valid_session();
  select * into entry from private.moderation_log where id = of_log;
  if entry.id is null or entry.action not in ('approved', 'removed', 'kept', 'asked', 'warned') or entry.actor_id is distinct from auth.uid() then
    raise sqlstate 'PT404' using message = 'Nothing found to undo.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(entry.target_kind || ':' || entry.target_id, 12));
  if entry.created_at < now() - interval '11 seconds' then
    raise sqlstate 'PT409' using message = 'The time to undo is over. What was removed can be restored from the log for 30 days.';
  end if;
  if exists (select from private.moderation_log where target_kind = entry.target_kind and target_id = entry.target_id and id > entry.id
    and action <> 'trusted') then
    raise sqlstate 'PT409' using message = 'Something else was decided about this in the meantime.';
  end if;
  delete from private.held_notices where log_id = entry.id;
  if entry.action in ('approved', 'removed', 'kept') then
    was := (entry.details ->> 'was')::public.publication_status;
    if (entry.details ->> 'was_hidden')::boolean then
      if entry.target_kind in ('spot', 'post') then
        insert into private.hidden_items (kind, target_id, was) values (entry.target_kind, entry.target_id, was);
      end if;
      was := 'pending';
    end if;
    if entry.target_kind <> 'member' then
      perform private.set_moderated_status(entry.target_kind, entry.target_id, was, null, false);
    end if;
    perform private.delay_news(entry.target_id, true, entry.created_at);
    update public.reports set status = 'open', resolution = null
    where resolved_at = entry.created_at and private.report_target(reports) = (entry.target_kind, entry.target_id);
    perform private.sync_report_item(entry.target_kind, entry.target_id);
    update private.member_standings set is_trusted = false where user_id = entry.author_id and updated_at = entry.created_at and not is_trust_set;
  elsif entry.action = 'asked' then
    update public.moderation_items set asked_at = null where kind = entry.target_kind and target_id = entry.target_id;
  else
    update private.member_standings set warning_count = greatest(0, warning_count - 1) where user_id = entry.author_id;
  end if;
  perform private.log_moderation('undid', entry.target_kind, entry.target_id, entry.target_title, entry.action, entry.author_id);
end
$$;

create function private.ask_author(of_kind text, of_id text, question text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  target record;
  entry bigint;
begin
  perform private.require_moderator();
  perform private.has_valid_session();
  select * into target from private.find_moderated(of_kind, of_id);
  if target.id is null or of_kind not in ('spot', 'post') then
    raise sqlstate 'PT404' using message = 'Nothing found to ask about.';
  end if;
  if coalesce(btrim(question), '') = '' then
    raise sqlstate 'PT400' using message = 'Enter a question for the author.';
  end if;
  if target.author_id is null then
    raise sqlstate 'PT409' using message = 'The author has deleted their account.';
  end if;
  entry := private.log_moderation('asked', of_kind, of_id, target.title, question, target.author_id);
  update public.moderation_items set asked_at = now() where kind = of_kind and target_id = of_id and decided_at is null;
  perform private.hold_notice(entry, target.author_id, 'question', target.spot_id, target.post_id, question);
  return jsonb_build_object('log_id', entry, 'decided', null);
end
$$;

create function public.decide(kind text, id text, verdict text, reason text default null) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
begin
  if verdict not in ('approved', 'removed', 'kept', 'restored') then
    raise sqlstate 'PT400' using message = 'Choose to approve, remove, keep or restore it.';
  end if;
  return private.decide(kind, id, verdict, reason);
end
$$;
comment on function public.decide is 'Moderators: decides about a spot, post, photo, review, comment or the reports of a member. See private.decide.';
create function public.undo_decision(log_id bigint) returns void
  language sql volatile set search_path = '' return private.undo_decision(log_id);
comment on function public.undo_decision is 'Moderators: undoes a decision of their own within ten seconds, before anyone was notified.';
create function public.ask_author(kind text, id text, question text) returns jsonb
  language sql volatile set search_path = '' return private.ask_author(kind, id, question);
comment on function public.ask_author is 'Moderators: asks the author of something that waits. It keeps its place in the queue.';

-- The commands of the screens of spots and stories write to the log too.
create or replace function private.set_status(of_spot text, of_post text, wanted public.publication_status, reason text) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  of_kind constant text := case when of_spot is null then 'post' else 'spot' end;
  outcome jsonb;
begin
  perform private.require_moderator();
  if wanted = 'removed' then
    perform private.decide(of_kind, coalesce(of_spot, of_post), 'removed', reason);
  else
    outcome := private.decide(of_kind, coalesce(of_spot, of_post), 'approved', null);
    if outcome ->> 'log_id' is null then
      perform private.decide(of_kind, coalesce(of_spot, of_post), 'restored', null);
      perform private.decide(of_kind, coalesce(of_spot, of_post), 'approved', null);
    end if;
  end if;
end
$$;

-- Removed photos, reviews and comments are deleted after 30 days. Removed spots and stories stay: their author reads why.
create function private.delete_removed_content() returns integer
  language sql volatile security definer set search_path = ''
  as $$
    with photos as (
      delete from public.photos where removal_reason is not null and hidden_at < now() - interval '30 days' returning 1
    ), reviews as (
      delete from public.reviews where removal_reason is not null and hidden_at < now() - interval '30 days' returning 1
    ), comments as (
      delete from public.comments where removal_reason is not null and hidden_at < now() - interval '30 days' returning 1
    ), items as (
      delete from public.moderation_items where decided_at < now() - interval '1 day' returning 1
    )
    select (select count(*) from photos)::integer + (select count(*) from reviews)::integer + (select count(*) from comments)::integer
  $$;
create function public.delete_removed_content() returns integer
  language sql volatile set search_path = '' return private.delete_removed_content();
comment on function public.delete_removed_content is 'A chore: deletes photos, reviews and comments that were removed 30 days ago. Returns their number.';

grant execute on function
  private.decide,
  private.undo_decision,
  private.ask_author,
  public.decide,
  public.undo_decision,
  public.ask_author
to authenticated;
grant execute on function private.is_trusted to authenticated;
