-- The profile row of an account. Its source is the account's metadata: the app writes it here on each sign-in and user
-- update.
create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  email text,
  avatar_url text,
  username text,
  name text,
  surname text,
  bio text,
  is_moderator boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_email_check check (length(email) <= 320),
  constraint users_avatar_url_check check (length(avatar_url) <= 2000 and avatar_url ~* '^https?://'),
  constraint users_username_check check (length(username) between 1 and 40),
  constraint users_name_check check (length(name) between 1 and 80),
  constraint users_surname_check check (length(surname) between 1 and 80),
  constraint users_bio_check check (length(bio) <= 1000)
);
create unique index users_username_key on public.users (lower(username));
create index users_moderators_idx on public.users (id) where is_moderator;
alter table public.users enable row level security;
create policy "members are not banned and have used their second factor" on public.users as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "members read their own row" on public.users for select to authenticated
  using (id = (select auth.uid()));
create policy "members create their own row" on public.users for insert to authenticated
  with check (id = (select auth.uid()));
create policy "members change their own row" on public.users for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- update (id) is needed by upsert, which sets every given column. The RLS policy pins its value.
grant select on public.users to authenticated;
grant insert (id, email, avatar_url, username, name, surname, bio) on public.users to authenticated;
grant update (id, email, avatar_url, username, name, surname, bio) on public.users to authenticated;
comment on table public.users is 'Profile row of an account, readable only by its owner. Others read the view profiles.';
comment on column public.users.email is 'Copied from the account by a trigger; the value sent is ignored.';
comment on column public.users.username is 'Unique, case-insensitive. A taken name gets a suffix, so that it never prevents a sign-in.';
comment on column public.users.is_moderator is 'Copied from the account''s app_metadata on each write. Used only to tell whether a moderator exists.';

create function private.clean_line(value text, most integer) returns text
  language sql immutable parallel safe
  return nullif(btrim(left(btrim(regexp_replace(value, '[[:cntrl:]\s]+', ' ', 'g')), most)), '');
comment on function private.clean_line is 'Makes a text a single line without control characters, truncated to a length; null if nothing is left.';

-- Removes soft hyphens, zero-width and bidirectional control characters, fillers, variation selectors and tags.
create function private.clean_username(value text) returns text
  language sql immutable parallel safe
  return private.clean_line(
    regexp_replace(
      normalize(value, nfkc),
      '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB\U000E0000-\U000E0FFF]',
      '', 'g'),
    40);
comment on function private.clean_username is 'A single line of at most 40 characters in NFKC without invisible characters; null if nothing is left.';

create function private.is_reserved_username(value text) returns boolean
  language sql immutable parallel safe
  return lower(regexp_replace(value, '[^[:alnum:]]+', '', 'g')) in (
    'abuse', 'admin', 'administrator', 'anonymous', 'help', 'helpdesk', 'hereabouts', 'moderator', 'moderators', 'null', 'official',
    'operator', 'postmaster', 'root', 'security', 'staff', 'superuser', 'support', 'sysadmin', 'system', 'undefined', 'webmaster'
  );
comment on function private.is_reserved_username is 'True for names that suggest a role, ignoring case, blanks and punctuation.';

-- Metadata may contain anything. Invalid values are corrected here, so that every sign-in finds its profile.
create function private.tg_users__clean() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  select account.email, coalesce(account.raw_app_meta_data ->> 'role', '') in ('moderator', 'admin')
    into new.email, new.is_moderator
    from auth.users as account where account.id = new.id;
  new.name := private.clean_line(new.name, 80);
  new.surname := private.clean_line(new.surname, 80);
  new.username := private.clean_username(new.username);
  if private.is_reserved_username(new.username) and not new.is_moderator then
    new.username := 'member-' || left(new.id::text, 8);
  end if;
  new.avatar_url := case when new.avatar_url ~* '^https?://\S+$' and length(new.avatar_url) <= 2000 then new.avatar_url end;
  if exists (select from public.users as other where lower(other.username) = lower(new.username) and other.id <> new.id) then
    new.username := left(new.username, 31) || '-' || left(new.id::text, 8);
  end if;
  new.updated_at := now();
  return new;
end
$$;
create trigger _100_clean before insert or update on public.users
  for each row execute function private.tg_users__clean();

create function private.ensure_profile(user_id uuid) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.users (id, username, name, surname, avatar_url)
    select id, raw_user_meta_data ->> 'username', raw_user_meta_data ->> 'name', raw_user_meta_data ->> 'surname',
      raw_user_meta_data ->> 'avatar_url'
    from auth.users where id = user_id
    on conflict (id) do nothing
  $$;
comment on function private.ensure_profile is 'Creates the profile row of an account that contributes before the app has written it.';

create function private.tg__ensure_author() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.author_id is not null and not exists (select from public.users where id = new.author_id) then
    perform private.ensure_profile(new.author_id);
  end if;
  return new;
end
$$;
comment on function private.tg__ensure_author() is 'Ensures that the author of a contribution has a profile row.';

-- A moderator or a reporter may not have a profile row yet, but their actions refer to it.
create function private.tg__ensure_actor() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if auth.uid() is not null and not exists (select from public.users where id = auth.uid()) then
    perform private.ensure_profile(auth.uid());
  end if;
  return new;
end
$$;
comment on function private.tg__ensure_actor() is 'Ensures that the caller has a profile row before a row that references it is written.';

-- The view belongs to the owner and so bypasses RLS on users. It contains only what everyone may read.
create view public.profiles with (security_barrier = true) as
  select id, username, name, avatar_url, bio, created_at from public.users;
grant select on public.profiles to anon, authenticated;
comment on view public.profiles is 'The public part of a member''s profile. Never contains the e-mail address or the surname.';

grant execute on function
  private.clean_line,
  private.clean_username,
  private.is_reserved_username,
  private.ensure_profile
to authenticated;
