-- Invitations to join, and the rule for who may create an account. The rule is a trigger of auth.users, so that it holds
-- for every way to sign up (password, code, phone, provider, single sign-on, wallet), here and on hosted projects.
create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  author_id uuid not null references public.users (id) on delete cascade,
  token_hash bytea not null,
  note text,
  max_uses integer not null,
  uses integer not null default 0,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  constraint invitations_token_hash_key unique (token_hash),
  constraint invitations_note_check check (length(note) between 1 and 100),
  constraint invitations_max_uses_check check (max_uses between 1 and 100),
  constraint invitations_uses_check check (uses between 0 and max_uses)
);
create index invitations_author_id_idx on public.invitations (author_id, created_at desc);
create index invitations_created_at_idx on public.invitations (created_at desc);
alter table public.invitations enable row level security;
create policy "members are not banned and have used their second factor" on public.invitations as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "members read their own invitations, administrators all" on public.invitations for select to authenticated
  using (author_id = (select auth.uid()) or (select private.is_admin()));
grant select (id, author_id, note, max_uses, uses, expires_at, revoked_at, created_at) on public.invitations to authenticated;
insert into private.write_limits (table_name, per_hour) values ('invitations', 30);
create trigger _300_limit_writes after insert on public.invitations
  for each row when (auth.uid() is not null) execute function private.tg__limit_writes();
comment on table public.invitations is 'Links that let people sign up while registration needs an invitation. Created with create_invitation.';
comment on column public.invitations.token_hash is 'SHA-256 of the token in the link. The token itself is returned once and stored nowhere.';
comment on column public.invitations.note is 'Who it is for, as its author wrote it.';

create table private.admissions (
  member_id uuid not null references auth.users (id) on delete cascade deferrable initially deferred,
  invitation_id uuid references public.invitations (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint admissions_pkey primary key (member_id)
);
create index admissions_invitation_id_idx on private.admissions (invitation_id) where invitation_id is not null;
alter table private.admissions enable row level security;
comment on table private.admissions is 'Accounts that were created with an invitation, or with the link for the first administrator (no invitation_id).';

create table private.setup_links (
  token_hash bytea not null,
  expires_at timestamptz not null default now() + interval '7 days',
  constraint setup_links_pkey primary key (token_hash)
);
alter table private.setup_links enable row level security;
comment on table private.setup_links is
  'Links that make the member who opens them the first administrator. One for each start of the server; all are deleted when one is used.';

create function private.hash_token(token text) returns bytea
  language sql immutable parallel safe set search_path = ''
  return sha256(convert_to(token, 'UTF8'));
comment on function private.hash_token is 'SHA-256 of a token. Tokens have at least 125 random bits, so the hash needs no salt, and comparing hashes reveals nothing of the token.';

create function private.has_administrator() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from auth.users where raw_app_meta_data ->> 'role' = 'admin' and deleted_at is null)
  $$;

create function private.is_setup_token(token text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from private.setup_links where token_hash = private.hash_token(token) and expires_at > now())
      and not private.has_administrator()
  $$;
comment on function private.is_setup_token is 'True for the token of a start message while there is no administrator.';

-- The author may have left, been banned, or lost the right to invite since.
create function private.invitation_state(invitation public.invitations) returns text
  language sql stable security definer set search_path = ''
  as $$
    select case
      when invitation.id is null then 'unknown'
      when invitation.revoked_at is not null then 'revoked'
      when invitation.expires_at <= now() then 'expired'
      when invitation.uses >= invitation.max_uses then 'used'
      when not exists (
        select from auth.users as author
        where author.id = invitation.author_id and (author.banned_until is null or author.banned_until <= now()) and author.deleted_at is null
          and (author.raw_app_meta_data ->> 'role' = 'admin'
            or (select members_may_invite from public.instance_settings))
      ) then 'revoked'
      else 'valid'
    end
  $$;
comment on function private.invitation_state is 'valid, used, expired, revoked or unknown.';

-- Administrators invite always, members while the setting allows it.
create function private.may_invite() returns boolean
  language sql stable set search_path = ''
  return (select private.is_admin())
    or (auth.uid() is not null and auth.jwt() ->> 'client_id' is null and not coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false)
      and (select members_may_invite from public.instance_settings));

create function private.insert_invitation(max_uses integer, days integer, note text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  token text := private.random_id(26);
  most integer := case when private.is_admin() then 100 else 10 end;
  made public.invitations;
begin
  perform private.has_valid_session();
  if not private.may_invite() then
    raise sqlstate 'PT403' using message = 'Only administrators may invite people here.';
  end if;
  if max_uses is null or max_uses not between 1 and most then
    raise sqlstate 'PT400' using message = format('An invitation is for 1 to %s people.', most);
  end if;
  if days is null or days not between 1 and 90 then
    raise sqlstate 'PT400' using message = 'An invitation is valid for 1 to 90 days.';
  end if;
  perform private.ensure_profile(auth.uid());
  insert into public.invitations (author_id, token_hash, note, max_uses, expires_at)
  values (auth.uid(), private.hash_token(token), private.clean_line(note, 100), max_uses, now() + make_interval(days => days))
  returning * into made;
  if private.is_admin() then
    perform private.write_moderation_log(auth.uid(), 'create-invitation', 'invitation', made.id::text, made.note, null, '',
      jsonb_build_object('max_uses', made.max_uses, 'expires_at', made.expires_at));
  end if;
  return jsonb_build_object('id', made.id, 'token', token, 'max_uses', made.max_uses, 'expires_at', made.expires_at);
end
$$;
comment on function private.insert_invitation is 'Runs as the owner, because members may not choose the token.';

create function public.create_invitation(max_uses integer default 1, days integer default 14, note text default null) returns jsonb
  language sql volatile set search_path = '' return private.insert_invitation(max_uses, days, note);
comment on function public.create_invitation is
  'Creates an invitation to join: {id, token, max_uses, expires_at}. The token is not shown again. For administrators, and for members while the setting allows it.';

create function private.end_invitation(of_invitation uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  ended public.invitations;
begin
  perform private.has_valid_session();
  update public.invitations set revoked_at = now()
  where invitations.id = of_invitation and (author_id = auth.uid() or private.is_admin()) and revoked_at is null
  returning * into ended;
  if ended.id is null then
    raise sqlstate 'PT404' using message = 'There is no such invitation, or it was revoked already.';
  end if;
  if private.is_admin() then
    perform private.write_moderation_log(auth.uid(), 'revoke-invitation', 'invitation', ended.id::text, ended.note, ended.author_id, '', '{}');
  end if;
end
$$;
comment on function private.end_invitation is 'Runs as the owner, because members may not write invitations. Own ones, or any for administrators.';

create function public.revoke_invitation(id uuid) returns void
  language sql volatile set search_path = '' return private.end_invitation(id);
comment on function public.revoke_invitation is 'Ends an invitation. Accounts that were created with it stay.';

create function private.describe_invitation(token text) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  invitation public.invitations;
  state text;
begin
  if token is null or length(token) not between 20 and 64 then
    return jsonb_build_object('state', 'unknown');
  end if;
  if private.is_setup_token(token) then
    return jsonb_build_object('state', 'setup');
  end if;
  select * into invitation from public.invitations where token_hash = private.hash_token(token);
  state := private.invitation_state(invitation);
  if state <> 'valid' then
    return jsonb_build_object('state', state);
  end if;
  return jsonb_build_object('state', state, 'expires_at', invitation.expires_at, 'invited_by', private.member_card(invitation.author_id));
end
$$;
comment on function private.describe_invitation is 'Runs as the owner, because visitors may not read invitations. Only the holder of the token learns who invites.';

create function public.find_invitation(token text) returns jsonb
  language sql stable set search_path = '' return private.describe_invitation(token);
comment on function public.find_invitation is
  'The invitation of a link: {state, expires_at, invited_by}. The state is valid, used, expired, revoked, unknown, or setup for the link of the first administrator.';

-- The accounts service asks before it creates an account, so that its answer is the same for known and new addresses.
create function private.admits_sign_up(token text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select case (select registration from public.instance_settings)
      when 'open' then true
      when 'invitation' then private.describe_invitation(token) ->> 'state' in ('valid', 'setup')
      else private.describe_invitation(token) ->> 'state' = 'setup'
    end
  $$;
comment on function private.admits_sign_up is 'True if an account may be created with this invitation, which may be null.';

-- Concurrent sign-ups wait for the row and then see its new count, so that no invitation is used too often.
create function private.use_invitation(token text, member uuid) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  used uuid;
begin
  if private.is_setup_token(token) then
    insert into private.admissions (member_id) values (member);
    return true;
  end if;
  update public.invitations set uses = uses + 1
  where token_hash = private.hash_token(token) and uses < max_uses and revoked_at is null and expires_at > now()
    and private.invitation_state(invitations) = 'valid'
  returning id into used;
  if used is null then
    return false;
  end if;
  insert into private.admissions (member_id, invitation_id) values (member, used);
  return true;
end
$$;

-- The token arrives as user metadata. It is removed at once, because metadata ends up in access tokens.
create function private.tg_auth_users__use_invitation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  token text := new.raw_user_meta_data ->> 'invitation';
  mode public.registration_mode;
begin
  if token is null then return new; end if;
  new.raw_user_meta_data := new.raw_user_meta_data - 'invitation';
  if tg_op = 'UPDATE' then return new; end if;
  select registration into mode from public.instance_settings;
  if (mode = 'closed' and not private.is_setup_token(token)) or not private.use_invitation(token, new.id) then
    if mode <> 'open' then
      raise sqlstate 'PT403' using message = 'This invitation is not valid. Ask for a new one.';
    end if;
  end if;
  return new;
end
$$;
create trigger _100_use_invitation before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.tg_auth_users__use_invitation();

create function private.tg_auth_identities__drop_invitation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.identity_data := new.identity_data - 'invitation';
  return new;
end
$$;
create trigger _100_drop_invitation before insert or update of identity_data on auth.identities
  for each row when (new.identity_data ? 'invitation') execute function private.tg_auth_identities__drop_invitation();

-- Deferred to the end of the transaction, because hosted projects mark invited accounts only after they created them.
-- The operator creates accounts in any mode: with the secret key, an invitation by mail, or app_metadata.is_invited.
create function private.tg_auth_users__require_admission() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  mode public.registration_mode := (select registration from public.instance_settings);
begin
  if mode = 'open' or auth.jwt() ->> 'role' = 'service_role'
    or exists (select from private.admissions where member_id = new.id)
    or not exists (
      select from auth.users
      where id = new.id and invited_at is null and not coalesce(raw_app_meta_data ? 'is_invited', false)
    )
  then
    return null;
  end if;
  raise sqlstate 'PT403' using message = case mode
    when 'closed' then 'This site takes no new members at the moment.'
    else 'You need an invitation to sign up here.' end;
end
$$;
create constraint trigger _100_require_admission after insert on auth.users deferrable initially deferred
  for each row execute function private.tg_auth_users__require_admission();

-- The first administrator.
create function private.insert_setup_link() returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  token text := private.random_id(26);
begin
  if private.has_administrator() then return null; end if;
  delete from private.setup_links where expires_at <= now();
  insert into private.setup_links (token_hash) values (private.hash_token(token));
  return token;
end
$$;

create function public.create_setup_link() returns text
  language sql volatile set search_path = '' return private.insert_setup_link();
comment on function public.create_setup_link is
  'A token for /auth/signup?invitation={token}, which makes a member the first administrator. Null when there is one. Only with the secret key.';

create function private.become_administrator(token text) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.has_valid_session();
  if auth.uid() is null or auth.jwt() ->> 'client_id' is not null or coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false) then
    raise sqlstate 'PT403' using message = 'Sign in with an account of your own first.';
  end if;
  -- Two members with the same link wait for each other here.
  perform pg_advisory_xact_lock(hashtext('hereabouts.first_administrator'));
  if not private.is_setup_token(token) then
    raise sqlstate 'PT403' using message = 'This link is no longer valid. The server prints a new one when it starts, while there is no administrator.';
  end if;
  delete from private.setup_links;
  update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || '{"role": "admin"}' where id = auth.uid();
  perform private.ensure_profile(auth.uid());
  -- A trigger copies the role.
  update public.users set updated_at = now() where id = auth.uid();
  perform private.write_moderation_log(auth.uid(), 'become-administrator', 'member', auth.uid()::text, '', auth.uid(), '', '{}');
end
$$;
comment on function private.become_administrator is 'Runs as the owner, because only the operator writes app_metadata.';

create function public.claim_administrator(token text) returns void
  language sql volatile set search_path = '' return private.become_administrator(token);
comment on function public.claim_administrator is
  'Makes the caller the first administrator, with the token of the link that the server prints at its start. Works once, while there is no administrator.';

revoke execute on function public.create_setup_link from anon, authenticated;
grant execute on function
  public.create_setup_link,
  private.insert_setup_link
to service_role;
grant execute on function
  private.may_invite,
  private.insert_invitation,
  public.create_invitation,
  private.end_invitation,
  public.revoke_invitation,
  private.become_administrator,
  public.claim_administrator
to authenticated;
grant execute on function
  private.describe_invitation,
  public.find_invitation
to anon, authenticated;
