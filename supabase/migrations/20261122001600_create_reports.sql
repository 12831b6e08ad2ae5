-- Reports from members to the moderators.
create type public.report_reason as enum ('spam', 'wrong', 'gone', 'duplicate', 'private-place', 'offensive', 'rights', 'other');

create type public.report_status as enum ('open', 'resolved', 'dismissed');

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  reporter_id uuid default auth.uid() references public.users (id) on delete set null,
  spot_id text references public.spots (id) on delete cascade,
  post_id text references public.posts (id) on delete cascade,
  photo_id uuid references public.photos (id) on delete cascade,
  review_id uuid references public.reviews (id) on delete cascade,
  comment_id uuid references public.comments (id) on delete cascade,
  member_id uuid references public.users (id) on delete cascade,
  reason public.report_reason not null,
  body text not null default '',
  status public.report_status not null default 'open',
  resolution text,
  resolved_by uuid references public.users (id) on delete set null,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  constraint reports_target_check check (num_nonnulls(spot_id, post_id, photo_id, review_id, comment_id, member_id) = 1),
  constraint reports_body_check check (length(body) <= 2000),
  constraint reports_resolution_check check (length(resolution) <= 1000)
);
create index reports_reporter_id_idx on public.reports (reporter_id, created_at desc);
create index reports_open_idx on public.reports (created_at) where status = 'open';
create index reports_spot_id_idx on public.reports (spot_id) where spot_id is not null;
create index reports_post_id_idx on public.reports (post_id) where post_id is not null;
create index reports_photo_id_idx on public.reports (photo_id) where photo_id is not null;
create index reports_review_id_idx on public.reports (review_id) where review_id is not null;
create index reports_comment_id_idx on public.reports (comment_id) where comment_id is not null;
create index reports_member_id_idx on public.reports (member_id) where member_id is not null;
create index reports_resolved_by_idx on public.reports (resolved_by) where resolved_by is not null;
alter table public.reports enable row level security;
create policy "members are not banned and have used their second factor" on public.reports as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "members read their own reports, moderators all" on public.reports for select to authenticated
  using (reporter_id = (select auth.uid()) or (select private.is_moderator()));
-- Only what the reporter may see can be reported, so that hidden and unknown ids are rejected alike.
create policy "members report" on public.reports for insert to authenticated
  with check (
    reporter_id = (select auth.uid())
    and (spot_id is null or exists (select from public.spots where spots.id = spot_id))
    and (post_id is null or exists (select from public.posts where posts.id = post_id))
    and (photo_id is null or exists (select from public.photos where photos.id = photo_id))
    and (review_id is null or exists (select from public.reviews where reviews.id = review_id))
    and (comment_id is null or exists (select from public.comments where comments.id = comment_id))
    and (member_id is null or exists (select from public.profiles where profiles.id = member_id))
  );
create policy "moderators resolve reports" on public.reports for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
grant select on public.reports to authenticated;
grant insert (reporter_id, spot_id, post_id, photo_id, review_id, comment_id, member_id, reason, body)
  on public.reports to authenticated;
grant update (status, resolution) on public.reports to authenticated;
comment on table public.reports is 'Reports from members, each about one thing. Readable by the reporter and moderators.';

create function private.tg_reports__resolve() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.resolved_by := case when new.status = 'open' then null else auth.uid() end;
  new.resolved_at := case when new.status = 'open' then null else now() end;
  return new;
end
$$;
create trigger _050_actor before insert or update of status on public.reports for each row execute function private.tg__ensure_actor();
create trigger _200_resolve before update of status on public.reports for each row execute function private.tg_reports__resolve();
create trigger _900_limit after insert on public.reports
  for each row when (auth.uid() is not null) execute function private.tg__limit_writes();
