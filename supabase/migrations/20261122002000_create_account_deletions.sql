-- Deletion of accounts: requested by the member, carried out by the server a week later.

-- When an account is deleted, what it shared stays on the map without a name, and what it never shared is deleted.
create function private.tg_users__release() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.spots where author_id = old.id and (status in ('draft', 'pending', 'removed') or visibility in ('private', 'link'));
  delete from public.posts where author_id = old.id and (status in ('draft', 'pending', 'removed') or visibility in ('private', 'link'));
  delete from public.spot_exact_points where spot_id in (select id from public.spots where author_id = old.id);
  delete from public.photos where author_id = old.id and spot_id is null;
  return old;
end
$$;
create trigger _100_release before delete on public.users for each row execute function private.tg_users__release();

-- A member asks for the end of their account; the server carries it out when the time to think has passed.
create table public.account_deletions (
  user_id uuid primary key references auth.users (id) on delete cascade,
  keep_content boolean not null,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null,
  started_at timestamptz,
  constraint account_deletions_due_at_check check (due_at >= requested_at)
);
create index account_deletions_due_at_idx on public.account_deletions (due_at);
alter table public.account_deletions enable row level security;
create policy "members have completed two-factor authentication" on public.account_deletions as restrictive for all to authenticated
  using ((select private.has_required_assurance())) with check ((select private.has_required_assurance()));
create policy "members read their own request" on public.account_deletions for select to authenticated
  using (user_id = (select auth.uid()));
grant select on public.account_deletions to authenticated;
comment on table public.account_deletions is 'Accounts that are to be deleted. Written by functions only; goes with the account.';
comment on column public.account_deletions.keep_content is
  'Published spots, stories and photos stay without a name. Profile, lists, reviews, comments and what was never published go in any case.';
comment on column public.account_deletions.due_at is 'Until then the member may take it back.';
comment on column public.account_deletions.started_at is 'When the server began. From then on it cannot be taken back.';

create function private.require_recent_sign_in() returns void
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  own constant uuid := private.own_session_id();
begin
  if exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
    and not exists (select from auth.sessions where id = own and aal = 'aal2') then
    raise sqlstate 'PT403' using message = 'Confirm with your second factor first.', hint = 'second_factor_needed';
  end if;
  -- Refreshing a session adds nothing here: only a password, a code, a provider or a factor does.
  if not exists (select from auth.mfa_amr_claims where session_id = own and updated_at > now() - interval '15 minutes') then
    raise sqlstate 'PT403' using message = 'Sign in again to do this: your last sign-in was more than 15 minutes ago.',
      hint = 'recent_sign_in_needed';
  end if;
end
$$;
comment on function private.require_recent_sign_in is
  'For what cannot be undone: the member proved to be the member within 15 minutes, with the second factor where there is one. Raises PT403.';

create function private.request_account_deletion(keep_content boolean) returns timestamptz
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  due timestamptz;
begin
  perform private.require_recent_sign_in();
  if request_account_deletion.keep_content is null then
    raise sqlstate 'PT400' using message = 'Say whether what you shared is to stay.';
  end if;
  -- Asking again changes the choice and not the time.
  insert into public.account_deletions as d (user_id, keep_content, due_at)
  values (auth.uid(), request_account_deletion.keep_content, now() + interval '7 days')
  on conflict (user_id) do update set keep_content = excluded.keep_content where d.started_at is null
  returning due_at into due;
  if due is null then
    raise sqlstate 'PT409' using message = 'Your account is being deleted.';
  end if;
  return due;
end
$$;

create function public.request_account_deletion(keep_content boolean) returns timestamptz
  language sql volatile set search_path = ''
  as $$ select private.request_account_deletion(keep_content) $$;
comment on function public.request_account_deletion is
  'Asks for the deletion of the caller''s account and returns when it will be, a week from now. PT403 with hint recent_sign_in_needed '
  'or second_factor_needed when the caller has to prove first who they are.';

create function private.cancel_account_deletion() returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.own_session_id();
  delete from public.account_deletions where user_id = auth.uid() and started_at is null;
  return found;
end
$$;

create function public.cancel_account_deletion() returns boolean
  language sql volatile set search_path = ''
  as $$ select private.cancel_account_deletion() $$;
comment on function public.cancel_account_deletion is 'Takes the caller''s request back. False when there is none, or when it is too late.';

create function private.begin_account_deletion() returns table (user_id uuid, files jsonb)
  language plpgsql volatile security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  request public.account_deletions;
begin
  -- One at a time. A server that died half-way left started_at: its account is taken up again after ten minutes.
  select * into request from public.account_deletions
  where due_at <= now() and (started_at is null or started_at < now() - interval '10 minutes')
  order by due_at limit 1 for update skip locked;
  if request.user_id is null then
    return;
  end if;
  update public.account_deletions set started_at = now() where user_id = request.user_id;
  if not request.keep_content then
    delete from public.posts where author_id = request.user_id;
    delete from public.spots where author_id = request.user_id;
    delete from public.photos where author_id = request.user_id;
  end if;
  delete from public.users where id = request.user_id;
  -- Pictures that no row names any more. Their bytes go by the storage service, which alone knows where they are.
  return query select request.user_id, coalesce(jsonb_agg(jsonb_build_object('bucket', object.bucket_id, 'name', object.name)), '[]')
    from storage.objects as object
    where object.bucket_id in ('photos', 'avatars') and object.name like request.user_id || '/%'
      and not exists (select from public.photos where storage_path = array_to_string(storage.foldername(object.name), '/'));
end
$$;

create function public.begin_account_deletion() returns table (user_id uuid, files jsonb)
  language sql volatile set search_path = ''
  as $$ select * from private.begin_account_deletion() $$;
comment on function public.begin_account_deletion is
  'Chore of the server: takes the next account that is due, removes what it leaves behind, and returns the files [{bucket, name}] that '
  'have to go before the account. No row when nothing is due.';

grant execute on function
  private.request_account_deletion,
  public.request_account_deletion,
  private.cancel_account_deletion,
  public.cancel_account_deletion
to authenticated;
