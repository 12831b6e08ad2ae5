-- Reports: how much one weighs, how many a member may send, and when they hide something until a moderator has looked.
insert into private.write_limits (table_name, per_hour) values ('reports', 20)
on conflict (table_name) do update set per_hour = excluded.per_hour;
alter table public.reports add column counts boolean not null default true,
  add column author_id uuid references public.users (id) on delete set null;
create index reports_author_id_idx on public.reports (author_id) where author_id is not null;
comment on column public.reports.author_id is 'The author of what is reported, or the reported member.';
comment on column public.reports.counts is
  'False for reporters who are new or whose reports were mostly dismissed: moderators read these reports, but they hide nothing.';

create function private.report_weighs(reporter uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select (
        exists (select from public.users where id = reporter and created_at < now() - interval '3 days')
        or private.has_contributed(reporter)
      ) and (
        select count(*) filter (where status = 'dismissed') < 3
          or count(*) filter (where status = 'dismissed') <= count(*) filter (where status = 'resolved')
        from (select status from public.reports where reporter_id = reporter and status <> 'open' order by created_at desc limit 20) as handled
      )
  $$;
comment on function private.report_weighs is
  'True for members of three days or with a published contribution, unless most of their latest reports were dismissed.';

create function private.tg_reports__weigh() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  target record;
  most_per_day constant integer := 50;
begin
  target := private.report_target(new);
  new.author_id := (select author_id from private.find_moderated(target.kind, target.id));
  if new.reporter_id is null then
    return new;
  end if;
  -- Serialises the reports of one member, so that neither check can be passed twice.
  perform pg_advisory_xact_lock(hashtextextended('reports:' || new.reporter_id, 12));
  if exists (
    select from public.reports where reporter_id = new.reporter_id and status = 'open'
      and (spot_id, post_id, photo_id, review_id, comment_id, member_id) is not distinct from
        (new.spot_id, new.post_id, new.photo_id, new.review_id, new.comment_id, new.member_id)
  ) then
    raise sqlstate 'PT409' using message = 'You have reported this already. A moderator will look at it.';
  end if;
  if (select count(*) from (
    select from public.reports where reporter_id = new.reporter_id and created_at > now() - interval '1 day' limit most_per_day
  ) as sent) >= most_per_day then
    raise sqlstate 'PT429' using message = format('You can send at most %s reports per day. Try again tomorrow.', most_per_day);
  end if;
  new.counts := private.report_weighs(new.reporter_id);
  return new;
end
$$;
create trigger _200_weigh before insert on public.reports for each row execute function private.tg_reports__weigh();

create function private.hide_if_reported(of_kind text, of_id text) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  target record;
  needed constant integer := (select hide_after_reports from public.instance_settings);
  weight integer;
begin
  select * into target from private.find_moderated(of_kind, of_id);
  if target.id is null or of_kind = 'member' or target.status not in ('published', 'closed') then
    return;
  end if;
  select count(distinct reporter_id) into weight from public.reports
  where status = 'open' and counts and reporter_id is distinct from target.author_id and case of_kind
    when 'spot' then spot_id = of_id when 'post' then post_id = of_id when 'photo' then photo_id = of_id::uuid
    when 'review' then review_id = of_id::uuid else comment_id = of_id::uuid end;
  -- What a moderator has just kept is not hidden again by those who want it gone.
  if weight < needed or exists (
    select from private.moderation_log where target_kind = of_kind and target_id = of_id and action = 'kept'
      and created_at > now() - interval '7 days'
  ) then
    return;
  end if;
  if of_kind in ('spot', 'post') then
    insert into private.hidden_items (kind, target_id, was) values (of_kind, of_id, target.status);
  end if;
  perform private.set_moderated_status(of_kind, of_id, 'pending', null, true);
  perform private.write_moderation_log(null, 'hid', of_kind, of_id, target.title, target.author_id,
    format('%s reports', weight), jsonb_build_object('was', target.status));
end
$$;
comment on function private.hide_if_reported is
  'Hides something from everyone once enough members whose reports count have reported it.';

create function private.tg_reports__sync() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  target record;
begin
  target := private.report_target(case tg_op when 'DELETE' then old else new end);
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended(target.kind || ':' || target.id, 12));
    perform private.hide_if_reported(target.kind, target.id);
  end if;
  perform private.sync_report_item(target.kind, target.id);
  return null;
end
$$;
create trigger _560_items_insert after insert or delete on public.reports
  for each row execute function private.tg_reports__sync();
create trigger _560_items_update after update of status on public.reports
  for each row when (new.status is distinct from old.status) execute function private.tg_reports__sync();

update public.reports set author_id = (
  select found.author_id from private.report_target(reports) as target, private.find_moderated(target.kind, target.id) as found
);
