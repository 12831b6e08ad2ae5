-- Stories and guides in Markdown, and the spots that they show as live cards.
create table public.posts (
  id text primary key default private.random_id(),
  slug text not null,
  title text not null,
  summary text not null default '',
  body text not null default '',
  city_id integer references public.cities (id) on delete set null,
  cover_photo_id uuid references public.photos (id) on delete set null,
  visibility public.visibility not null default 'public',
  status public.publication_status not null default 'draft',
  removal_reason text,
  author_id uuid default auth.uid() references public.users (id) on delete set null,
  comment_count integer not null default 0,
  submission_key uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  search tsvector generated always as (private.search_vector(title, '{}', body, summary)) stored,
  constraint posts_slug_key unique (slug),
  constraint posts_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  constraint posts_title_check check (length(btrim(title)) between 1 and 200),
  constraint posts_summary_check check (length(summary) <= 500),
  constraint posts_body_check check (length(body) <= 200000),
  constraint posts_removal_reason_check check (
    (status = 'removed') = (removal_reason is not null) and length(btrim(removal_reason)) between 1 and 1000
  ),
  constraint posts_comment_count_check check (comment_count >= 0),
  constraint posts_submission_key_key unique (author_id, submission_key)
);
create index posts_author_id_idx on public.posts (author_id, created_at desc);
create index posts_city_id_idx on public.posts (city_id, published_at desc);
create index posts_cover_photo_id_idx on public.posts (cover_photo_id) where cover_photo_id is not null;
create index posts_newest_idx on public.posts (published_at desc) where status = 'published' and visibility = 'public';
create index posts_pending_idx on public.posts (created_at) where status = 'pending';
alter table public.links add column post_id text references public.posts (id) on delete cascade;
alter table public.links add constraint links_post_id_key unique (post_id);

create function private.linked_post_id() returns text
  language sql stable security definer set search_path = ''
  as $$ select post_id from public.links where secret = private.get_link_secret() and post_id is not null $$;
alter table public.posts enable row level security;
create policy "members are not banned and have used their second factor" on public.posts as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "people read what its visibility allows" on public.posts for select to anon, authenticated
  using (private.may_read(
    visibility, status, author_id, (select auth.uid()), (select auth.uid() is not null), (select private.is_moderator()),
    id = (select private.linked_post_id())
  ));
create policy "members create posts of their own" on public.posts for insert to authenticated
  with check (author_id = (select auth.uid()));
create policy "authors and moderators change posts" on public.posts for update to authenticated
  using (author_id = (select auth.uid()) or (visibility <> 'private' and (select private.is_moderator())))
  with check (author_id = (select auth.uid()) or (visibility <> 'private' and (select private.is_moderator())));
create policy "authors delete their posts" on public.posts for delete to authenticated
  using (author_id = (select auth.uid()) and status <> 'removed');
-- Reading a story needs an account, so visitors may not select its body and the search vector derived from it.
grant select on public.posts to authenticated;
grant select (id, slug, title, summary, city_id, cover_photo_id, visibility, status, removal_reason, author_id, comment_count,
  created_at, updated_at, published_at) on public.posts to anon;
grant insert (title, summary, body, city_id, cover_photo_id, visibility, status, author_id, submission_key)
  on public.posts to authenticated;
grant update (title, summary, body, city_id, cover_photo_id, visibility, status, removal_reason) on public.posts to authenticated;
grant delete on public.posts to authenticated;
comment on table public.posts is 'Stories and guides in Markdown.';
comment on column public.posts.slug is 'Derived from the first title and never changed, because it is part of the URL /post/{slug}.';

create table public.post_spots (
  post_id text not null references public.posts (id) on delete cascade,
  spot_id text not null references public.spots (id) on delete cascade,
  position smallint not null default 0,
  constraint post_spots_pkey primary key (post_id, spot_id),
  constraint post_spots_position_check check (position between 0 and 999)
);
create index post_spots_spot_id_idx on public.post_spots (spot_id);
alter table public.post_spots enable row level security;
create policy "members are not banned and have used their second factor" on public.post_spots as restrictive for all to authenticated
  using ((select private.has_valid_session())) with check ((select private.has_valid_session()));
create policy "people read spots of posts when they may read both" on public.post_spots for select to anon, authenticated
  using (exists (select from public.posts where posts.id = post_id) and exists (select from public.spots where spots.id = spot_id));
create policy "authors place spots in their posts" on public.post_spots for insert to authenticated
  with check (
    exists (select from public.posts where posts.id = post_id and posts.author_id = (select auth.uid()))
    and exists (select from public.spots where spots.id = spot_id)
  );
create policy "authors order spots in their posts" on public.post_spots for update to authenticated
  using (exists (select from public.posts where posts.id = post_id and posts.author_id = (select auth.uid())));
create policy "authors take spots out of their posts" on public.post_spots for delete to authenticated
  using (exists (select from public.posts where posts.id = post_id and posts.author_id = (select auth.uid())));
grant select on public.post_spots to anon, authenticated;
grant insert (post_id, spot_id, position) on public.post_spots to authenticated;
grant update (position) on public.post_spots to authenticated;
grant delete on public.post_spots to authenticated;
comment on table public.post_spots is 'The spots that a story shows.';

create function private.tg_posts__guard() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.status := private.next_status(null, new.status, null, new.visibility, new.author_id);
  else
    new.status := private.next_status(old.status, new.status, old.visibility, new.visibility, new.author_id);
    if old.author_id is distinct from auth.uid() then
      new.visibility := old.visibility;
    end if;
  end if;
  if new.status <> 'removed' then
    new.removal_reason := null;
  end if;
  return new;
end
$$;

create function private.tg_posts__derive() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.title := btrim(regexp_replace(new.title, '[[:cntrl:]\s]+', ' ', 'g'));
  if tg_op = 'INSERT' then
    new.slug := coalesce(new.slug, private.to_slug(new.title, 'story'));
    if exists (select from public.posts where slug = new.slug) then
      new.slug := new.slug || '-' || left(new.id, 6);
    end if;
  end if;
  if new.status = 'published' and new.published_at is null then
    new.published_at := now();
  end if;
  return new;
end
$$;

create function private.tg_posts__touch() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if (new.title, new.summary, new.body, new.city_id, new.cover_photo_id, new.visibility, new.status) is distinct from
     (old.title, old.summary, old.body, old.city_id, old.cover_photo_id, old.visibility, old.status) then
    new.updated_at := now();
  end if;
  return new;
end
$$;

create function private.tg_posts__keep_link() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.visibility = 'link' and new.author_id is not null then
    insert into public.links (owner_id, post_id) values (new.author_id, new.id) on conflict (post_id) do nothing;
  else
    delete from public.links where post_id = new.id;
  end if;
  return null;
end
$$;
create trigger _050_author before insert on public.posts for each row execute function private.tg__ensure_author();
create trigger _100_guard before insert or update on public.posts for each row execute function private.tg_posts__guard();
create trigger _200_derive before insert or update on public.posts for each row execute function private.tg_posts__derive();
create trigger _300_touch before update on public.posts for each row execute function private.tg_posts__touch();
create trigger _510_link_insert after insert on public.posts
  for each row when (new.visibility = 'link') execute function private.tg_posts__keep_link();
create trigger _510_link_update after update of visibility on public.posts
  for each row when (new.visibility is distinct from old.visibility) execute function private.tg_posts__keep_link();
create trigger _900_limit after insert on public.posts
  for each row when (auth.uid() is not null) execute function private.tg__limit_writes();

create function private.has_contributed(author uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.spots
      where author_id = author and status in ('published', 'closed') and visibility <> 'private'
    ) or exists (
      select from public.posts
      where author_id = author and status in ('published', 'closed') and visibility <> 'private'
    )
  $$;
comment on function private.has_contributed is 'True if a member has a contribution that passed review. Private ones are never reviewed, so they do not count.';

grant execute on function
  private.linked_post_id
to anon, authenticated;

grant execute on function
  private.has_contributed
to authenticated;
