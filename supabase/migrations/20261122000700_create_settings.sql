-- Settings of the whole instance: one row.
create type public.moderation_mode as enum ('off', 'first-post', 'all');

create table public.instance_settings (
  only_row boolean primary key default true,
  moderation public.moderation_mode not null default 'first-post',
  updated_at timestamptz not null default now(),
  constraint instance_settings_only_row_check check (only_row)
);
insert into public.instance_settings default values;
alter table public.instance_settings enable row level security;
create policy "everyone reads the settings" on public.instance_settings for select to anon, authenticated using (true);
create policy "moderators change the settings" on public.instance_settings for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "moderators are not banned and have used their second factor" on public.instance_settings
  as restrictive for update to authenticated using ((select private.has_valid_session()));
grant select on public.instance_settings to anon, authenticated;
grant update (moderation) on public.instance_settings to authenticated;
create trigger _100_touch before update on public.instance_settings
  for each row execute function private.tg__touch();
comment on table public.instance_settings is 'Settings of the instance, one row.';
comment on column public.instance_settings.moderation is
  'Which contributions wait for review: none, a member''s first (unless the instance has no moderator yet), or all.';
