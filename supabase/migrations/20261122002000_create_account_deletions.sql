-- Account deletion: members request it, and the server carries it out a week later.

-- Keeps what the account had shared, without a name, and deletes what it never shared.
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
create policy "members are not banned and have used their second factor" on public.account_deletions as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "members read their own request" on public.account_deletions for select to authenticated
  using (user_id = (select auth.uid()));
grant select on public.account_deletions to authenticated;
comment on table public.account_deletions is 'Accounts to be deleted. Written by functions only; the row is deleted with the account.';
comment on column public.account_deletions.keep_content is
  'Published spots, stories and photos stay without a name. Profile, lists, reviews, comments and unpublished content are always deleted.';
comment on column public.account_deletions.due_at is 'The member may cancel the request until then.';
comment on column public.account_deletions.started_at is 'When the server started the deletion. After that it cannot be cancelled.';

create function private.require_recent_sign_in() returns void
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  own constant uuid := private.own_session_id();
begin
  if exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
    and not exists (select from auth.sessions where id = own and aal = 'aal2') then
    raise sqlstate 'PT403' using message = 'Two-factor authentication is required. Confirm with your second factor first.', hint = 'second_factor_needed';
  end if;
  -- Refreshing a session does not add or update a claim here: only a password, a code, a provider or a factor does.
  if not exists (select from auth.mfa_amr_claims where session_id = own and updated_at > now() - interval '15 minutes') then
    raise sqlstate 'PT403' using message = 'Your last sign-in was more than 15 minutes ago. Sign in again to do this.',
      hint = 'recent_sign_in_needed';
  end if;
end
$$;
comment on function private.require_recent_sign_in is
  'Guards irreversible actions: the member authenticated within the last 15 minutes, with the second factor if they have one. Raises PT403.';

create function private.request_account_deletion(keep_content boolean) returns timestamptz
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  due timestamptz;
begin
  perform private.require_recent_sign_in();
  if request_account_deletion.keep_content is null then
    raise sqlstate 'PT400' using message = 'Choose whether to keep what you shared.';
  end if;
  -- A repeated request changes the choice, not the due date.
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
  'Requests the deletion of the caller''s account and returns its due date, a week from now. PT403 with hint recent_sign_in_needed '
  'or second_factor_needed if the caller has to authenticate again first.';

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
comment on function public.cancel_account_deletion is 'Cancels the caller''s request. False if there is none, or if the deletion has started.';

create function private.begin_account_deletion() returns table (user_id uuid, files jsonb)
  language plpgsql volatile security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  request public.account_deletions;
begin
  -- One account at a time. If a server died half-way, started_at is set and the account is retried after ten minutes.
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
  -- Files that no photo references any more. The storage service deletes their content, because only it knows where
  -- that is.
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
  'Server chore: starts the next deletion that is due, removes the rows, and returns the files [{bucket, name}] that '
  'must be deleted before the account. No row if nothing is due.';

grant execute on function
  private.request_account_deletion,
  public.request_account_deletion,
  private.cancel_account_deletion,
  public.cancel_account_deletion
to authenticated;
