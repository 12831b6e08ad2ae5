-- Personal access tokens: keys with which a member's own programs use the API. The services accept them as bearer
-- tokens in place of a session (backend/src/personal-tokens.ts). The table is read and written by these functions only,
-- so that no request can extend a token.

create table private.personal_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  scopes text[] not null check (scopes in ('{read}', '{read,own}', '{read,own,write}')),
  hash bytea not null unique,
  hint text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index personal_tokens_user_id_idx on private.personal_tokens (user_id, created_at);
alter table private.personal_tokens enable row level security;
comment on table private.personal_tokens is 'Personal access tokens. hash: SHA-256 of the whole token. hint: its last four characters.';
comment on column private.personal_tokens.last_used_at is 'To the minute.';

-- The prefix lets scanners find leaked tokens. The checksum lets services reject typing errors without a query.
create function private.new_personal_token() returns text
  language sql volatile set search_path = ''
  as $$
    select body || left(encode(private.hash_token(body), 'hex'), 6) from (select 'hab_' || private.random_id(30) as body) as made
  $$;

create function private.create_personal_token(name text, scope text, days integer) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  token constant text := private.new_personal_token();
  called constant text := btrim(regexp_replace(create_personal_token.name, '\s+', ' ', 'g'));
  granted constant text[] := case scope when 'read' then '{read}' when 'own' then '{read,own}' when 'write' then '{read,own,write}' end;
  made private.personal_tokens;
begin
  perform private.own_session_id();
  perform private.has_valid_session();
  if coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false) then
    raise sqlstate 'PT403' using message = 'Create an account first.';
  end if;
  if called is null or length(called) not between 1 and 60 then
    raise sqlstate 'PT400' using message = 'Give the token a name of up to 60 characters.', hint = 'name';
  end if;
  if granted is null then
    raise sqlstate 'PT400' using message = 'Choose what the token may do.', hint = 'scope';
  end if;
  if days is null or days not between 1 and 366 then
    raise sqlstate 'PT400' using message = 'Choose an expiry within a year.', hint = 'days';
  end if;
  perform private.ensure_profile(auth.uid());
  -- Two requests of a member wait for each other here, so that they cannot pass the limit together.
  perform from public.users where id = auth.uid() for no key update;
  delete from private.personal_tokens where user_id = auth.uid() and expires_at < now() - interval '30 days';
  if (select count(*) >= 20 from private.personal_tokens where user_id = auth.uid()) then
    raise sqlstate 'PT409' using message = 'You have 20 tokens, which is the limit. Revoke one that you no longer use.';
  end if;
  insert into private.personal_tokens (user_id, name, scopes, hash, hint, expires_at)
  values (auth.uid(), called, granted, private.hash_token(token), right(token, 4), now() + make_interval(days => days))
  returning * into made;
  return jsonb_build_object('id', made.id, 'name', made.name, 'scopes', made.scopes, 'expires_at', made.expires_at, 'token', token);
end
$$;

create function public.create_personal_token(name text, scope text default 'read', days integer default 90) returns jsonb
  language sql volatile set search_path = ''
  return private.create_personal_token(name, scope, days);
comment on function public.create_personal_token is
  'Creates a personal access token of the caller and returns it once: { id, name, scopes, expires_at, token }. scope: read, own (read and the own '
  'data) or write (all three).';

create function private.list_personal_tokens()
  returns table (id uuid, name text, scopes text[], hint text, created_at timestamptz, expires_at timestamptz, last_used_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    with own as materialized (select private.own_session_id() as id, private.has_valid_session() as is_valid)
    select tokens.id, tokens.name, tokens.scopes, tokens.hint, tokens.created_at, tokens.expires_at, tokens.last_used_at
    from own, private.personal_tokens as tokens
    where tokens.user_id = auth.uid() and own.is_valid
    order by tokens.created_at desc, tokens.id
  $$;

create function public.list_personal_tokens()
  returns table (id uuid, name text, scopes text[], hint text, created_at timestamptz, expires_at timestamptz, last_used_at timestamptz)
  language sql stable set search_path = ''
  as $$ select * from private.list_personal_tokens() $$;
comment on function public.list_personal_tokens is
  'The personal access tokens of the caller, newest first, without the tokens themselves. hint: the last four characters.';

create function private.revoke_personal_token(id uuid) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.own_session_id();
  delete from private.personal_tokens where personal_tokens.id = revoke_personal_token.id and user_id = auth.uid();
  return found;
end
$$;

create function public.revoke_personal_token(id uuid) returns boolean
  language sql volatile set search_path = ''
  return private.revoke_personal_token(id);
comment on function public.revoke_personal_token is 'Ends a personal access token of the caller at once. False if there is none with this id.';

grant execute on function private.create_personal_token, private.list_personal_tokens, private.revoke_personal_token to authenticated;
grant execute on function public.create_personal_token, public.list_personal_tokens, public.revoke_personal_token to authenticated;

-- Called by the services as the owner of the database, never through the API.
create function private.use_personal_token(of_hash bytea)
  returns table (id uuid, user_id uuid, scopes text[], expires_at timestamptz)
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
begin
  update private.personal_tokens set last_used_at = now()
    where hash = of_hash and expires_at > now() and (last_used_at is null or last_used_at < now() - interval '1 minute');
  return query
    select tokens.id, tokens.user_id, tokens.scopes, tokens.expires_at
    from private.personal_tokens as tokens join auth.users as accounts on accounts.id = tokens.user_id
    where tokens.hash = of_hash and tokens.expires_at > now() and accounts.deleted_at is null
      and (accounts.banned_until is null or accounts.banned_until < now());
end
$$;
comment on function private.use_personal_token is 'The token with this hash if it is valid, and records its use.';

-- The services cache tokens for a few seconds. This ends them at once.
create function private.tg_personal_tokens__announce_end() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  notify personal_tokens;
  return null;
end
$$;
create trigger announce_end after delete or update of expires_at, scopes, hash on private.personal_tokens
  for each statement execute function private.tg_personal_tokens__announce_end();

-- A thief with a stolen session could create a token to outlive it. Whoever changes the password because of that expects the
-- thief to be locked out, and a ban ends every way in.
create function private.tg_users__end_personal_tokens() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from private.personal_tokens where user_id = new.id;
  return null;
end
$$;
create trigger _800_end_personal_tokens after update of encrypted_password, banned_until, deleted_at on auth.users for each row
  when (new.banned_until > now() or new.deleted_at is not null
    or (coalesce(old.encrypted_password, '') <> '' and old.encrypted_password is distinct from new.encrypted_password))
  execute function private.tg_users__end_personal_tokens();
