-- Settings that administrators change on /account/moderation. Everyone reads them: screens show what they mean.
create type public.registration_mode as enum ('open', 'invitation', 'closed');
create type public.posting_right as enum ('members', 'trusted', 'moderators');

alter table public.instance_settings
  add column registration public.registration_mode not null default 'open',
  add column members_may_invite boolean not null default false,
  add column who_may_post public.posting_right not null default 'members',
  add column new_member_daily_spots integer not null default 100,
  add column if not exists trusted_after integer not null default 10,
  add column if not exists hide_after_reports integer not null default 3,
  add column site_name text not null default 'Hereabouts',
  add column contact text,
  add column rules text,
  add column reviewed_at timestamptz,
  add column hides_first_run boolean not null default false,
  add constraint instance_settings_new_member_daily_spots_check check (new_member_daily_spots between 1 and 1000),
  add constraint instance_settings_trusted_after_range_check check (trusted_after between 1 and 1000),
  add constraint instance_settings_hide_after_reports_range_check check (hide_after_reports between 1 and 100),
  add constraint instance_settings_site_name_check check (length(site_name) between 1 and 40 and site_name = private.clean_line(site_name, 40)),
  add constraint instance_settings_contact_check check (length(contact) between 1 and 200 and contact = private.clean_line(contact, 200)),
  add constraint instance_settings_rules_check check (length(rules) between 1 and 5000);
comment on column public.instance_settings.registration is 'Who may create an account: anyone, holders of an invitation, or no one but the operator.';
comment on column public.instance_settings.members_may_invite is 'True if members create invitations too, not only administrators.';
comment on column public.instance_settings.who_may_post is 'Who may add spots and stories: all members, trusted members and moderators, or moderators.';
comment on column public.instance_settings.new_member_daily_spots is
  'How many spots a member may add within 24 hours during the first week of the account. Moderators have no such limit.';
comment on column public.instance_settings.trusted_after is 'After how many approved contributions a member is trusted.';
comment on column public.instance_settings.hide_after_reports is 'How many members must report an item until it is hidden for review.';
comment on column public.instance_settings.site_name is 'The name in the header, titles, mails and link previews.';
comment on column public.instance_settings.contact is 'How to reach the people who run the site: an e-mail address, a URL or a sentence. Shown on /about.';
comment on column public.instance_settings.rules is 'The rules for contributing, one a line. Null for the built-in ones.';
comment on column public.instance_settings.reviewed_at is 'When an administrator last saved the settings. Null on a fresh installation.';
comment on column public.instance_settings.hides_first_run is 'True once an administrator has hidden the list of first steps on the home page.';

drop policy "moderators change the settings" on public.instance_settings;
create policy "administrators change the settings" on public.instance_settings for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
drop policy "moderators are not banned and have used their second factor" on public.instance_settings;
create policy "members are not banned and have used their second factor" on public.instance_settings
  as restrictive for update to authenticated using ((select private.has_valid_session()));
grant update (
  registration, members_may_invite, who_may_post, new_member_daily_spots, trusted_after, hide_after_reports, site_name, contact, rules,
  reviewed_at, hides_first_run
) on public.instance_settings to authenticated;

-- Every column but the bookkeeping ones, so that a setting which is added later is logged too.
create function private.tg_instance_settings__log() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  changes jsonb;
begin
  select jsonb_object_agg(fresh.key, jsonb_build_object('from', stale.value, 'to', fresh.value)) into changes
    from jsonb_each(to_jsonb(new)) as fresh join jsonb_each(to_jsonb(old)) as stale using (key)
    where fresh.value is distinct from stale.value and fresh.key not in ('updated_at', 'reviewed_at', 'hides_first_run');
  if changes is not null then
    perform private.write_moderation_log(auth.uid(), 'change-settings', 'setting', 'site',
      (select string_agg(key, ', ' order by key) from jsonb_object_keys(changes) as key), null, '', jsonb_build_object('changes', changes));
  end if;
  return null;
end
$$;
comment on function private.tg_instance_settings__log is 'Adds the changed settings with their values before and after to the moderation log.';
create trigger _200_log after update on public.instance_settings
  for each row execute function private.tg_instance_settings__log();
