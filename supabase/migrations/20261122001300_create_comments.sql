-- Comments on spots and stories, with one level of replies.
create table public.comments (
  id uuid primary key default gen_random_uuid(),
  spot_id text references public.spots (id) on delete cascade,
  post_id text references public.posts (id) on delete cascade,
  parent_id uuid references public.comments (id) on delete cascade,
  author_id uuid not null default auth.uid() references public.users (id) on delete cascade,
  body text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint comments_target_check check (num_nonnulls(spot_id, post_id) = 1),
  constraint comments_body_check check (length(btrim(body)) between 1 and 4000)
);
create index comments_spot_id_idx on public.comments (spot_id, created_at) where spot_id is not null;
create index comments_post_id_idx on public.comments (post_id, created_at) where post_id is not null;
create index comments_parent_id_idx on public.comments (parent_id) where parent_id is not null;
create index comments_author_id_idx on public.comments (author_id, created_at desc);
alter table public.comments enable row level security;
create policy "members are not banned and have used their second factor" on public.comments as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "people read comments on what they may read" on public.comments for select to anon, authenticated
  using (exists (select from public.spots where spots.id = spot_id) or exists (select from public.posts where posts.id = post_id));
create policy "members comment on what is published" on public.comments for insert to authenticated
  with check (author_id = (select auth.uid()) and (
    exists (select from public.spots where spots.id = spot_id and spots.status in ('published', 'closed'))
    or exists (select from public.posts where posts.id = post_id and posts.status in ('published', 'closed'))
  ));
create policy "authors change their comments" on public.comments for update to authenticated
  using (author_id = (select auth.uid())) with check (author_id = (select auth.uid()));
create policy "authors and moderators delete comments" on public.comments for delete to authenticated
  using (author_id = (select auth.uid()) or ((select private.is_moderator()) and (
    exists (select from public.spots where spots.id = spot_id) or exists (select from public.posts where posts.id = post_id)
  )));
grant select on public.comments to anon, authenticated;
grant insert (spot_id, post_id, parent_id, author_id, body) on public.comments to authenticated;
grant update (body) on public.comments to authenticated;
grant delete on public.comments to authenticated;
comment on table public.comments is 'Comments on a spot or a story. A reply has a parent, which is not a reply itself.';

create function private.tg_comments__check_parent() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not exists (
    select from public.comments as parent
    where parent.id = new.parent_id and parent.parent_id is null
      and (parent.spot_id, parent.post_id) is not distinct from (new.spot_id, new.post_id)
  ) then
    raise check_violation using message = 'You can reply only to a comment on the same page that is not a reply itself.',
      constraint = 'comments_parent_id_check', table = 'comments', schema = 'public';
  end if;
  return new;
end
$$;

create function private.tg_comments__count() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    update public.spots set comment_count = comment_count + 1 where id = new.spot_id;
    update public.posts set comment_count = comment_count + 1 where id = new.post_id;
  else
    update public.spots set comment_count = comment_count - 1 where id = old.spot_id;
    update public.posts set comment_count = comment_count - 1 where id = old.post_id;
  end if;
  return null;
end
$$;
create trigger _050_author before insert on public.comments for each row execute function private.tg__ensure_author();
create trigger _100_parent before insert on public.comments
  for each row when (new.parent_id is not null) execute function private.tg_comments__check_parent();
create trigger _300_touch before update on public.comments for each row execute function private.tg__touch();
create trigger _500_count after insert or delete on public.comments
  for each row execute function private.tg_comments__count();
create trigger _900_limit after insert on public.comments
  for each row when (auth.uid() is not null) execute function private.tg__limit_writes();
