-- Stories get tags like spots, and a version that a writer must know to change them.
alter table public.posts
  add column tags text[] not null default '{}',
  add column version integer not null default 1,
  add constraint posts_tags_check check (private.is_tag_list(tags)),
  drop column search;
alter table public.posts
  add column search tsvector generated always as (private.search_vector(title, tags, body, summary)) stored;
grant select (tags, version) on public.posts to anon;
grant insert (tags), update (tags) on public.posts to authenticated;
comment on column public.posts.version is 'Grows with every change, so that two tabs do not overwrite each other.';
create index posts_tags_idx on public.posts using gin (tags);
create index posts_shared_idx on public.posts (published_at desc, id desc)
  where status = 'published' and visibility in ('public', 'members');
create trigger _150_clean_tags before insert or update of tags on public.posts
  for each row execute function private.tg_spots__clean_tags();

create or replace function private.tg_posts__touch() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if (new.title, new.summary, new.body, new.city_id, new.cover_photo_id, new.visibility, new.status, new.tags) is distinct from
     (old.title, old.summary, old.body, old.city_id, old.cover_photo_id, old.visibility, old.status, old.tags) then
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  return new;
end
$$;

create or replace function private.tg_posts__write_revision() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  changes jsonb := private.changed_fields(to_jsonb(old), to_jsonb(new),
    array['title', 'summary', 'body', 'tags', 'city_id', 'cover_photo_id', 'visibility', 'status']);
begin
  if old.status in ('published', 'closed') and changes <> '{}' then
    insert into public.revisions (post_id, author_id, visibility, changes, restores)
    values (new.id, auth.uid(), greatest(old.visibility, new.visibility), changes, private.restored_revision());
  end if;
  return null;
end
$$;

-- A story has the address of its title. Earlier addresses keep leading to it.
create table private.post_slugs (
  slug text not null,
  post_id text not null references public.posts (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint post_slugs_pkey primary key (slug)
);
create index post_slugs_post_id_idx on private.post_slugs (post_id);
alter table private.post_slugs enable row level security;
comment on table private.post_slugs is 'Earlier slugs of stories that were published. /post/{slug} redirects to the current one.';

create function private.choose_post_slug(title text, of_post text) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  wanted constant text := private.to_slug(title, 'story');
begin
  if exists (select from public.posts where slug = wanted and id <> of_post)
    or exists (select from private.post_slugs where slug = wanted and post_id <> of_post) then
    return wanted || '-' || left(of_post, 6);
  end if;
  return wanted;
end
$$;

create or replace function private.tg_posts__derive() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.title := btrim(regexp_replace(new.title, '[[:cntrl:]\s]+', ' ', 'g'));
  if tg_op = 'INSERT' then
    new.slug := coalesce(new.slug, private.choose_post_slug(new.title, new.id));
    if exists (select from public.posts where slug = new.slug) then
      new.slug := new.slug || '-' || left(new.id, 6);
    end if;
  elsif new.title <> old.title and new.slug = old.slug then
    new.slug := private.choose_post_slug(new.title, new.id);
    if new.slug <> old.slug then
      delete from private.post_slugs where slug = new.slug;
      if old.published_at is not null then
        insert into private.post_slugs (slug, post_id) values (old.slug, old.id) on conflict do nothing;
      end if;
    end if;
  end if;
  if new.status = 'published' and new.published_at is null then
    new.published_at := now();
  end if;
  return new;
end
$$;
comment on column public.posts.slug is 'Derived from the title, because it is part of the URL /post/{slug}. Earlier ones are in private.post_slugs.';

create function private.find_post_id(address text) returns text
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(
      (select id from public.posts where slug = address),
      (select post_id from private.post_slugs where slug = address),
      (select id from public.posts where id = address)
    )
  $$;
comment on function private.find_post_id is 'The story that a current or earlier slug or an id names. Says nothing about who may read it.';
grant execute on function private.find_post_id to anon, authenticated;

create or replace function private.post_card(of_post text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('id', id, 'slug', slug, 'title', title, 'summary', summary, 'tags', tags, 'visibility', visibility,
      'status', status, 'published_at', published_at, 'updated_at', updated_at, 'comment_count', comment_count,
      'author', private.member_card(author_id),
      'cover', (select private.photo_card(photos) from public.photos where photos.id = posts.cover_photo_id))
    from public.posts where id = of_post
  $$;

-- The Markdown names the spots and photos of a story. Post_spots and photos.post_id follow it.
alter table public.photos
  add column post_id text references public.posts (id) on delete cascade,
  add constraint photos_target_check check (num_nonnulls(spot_id, post_id) <= 1);
create index photos_post_id_idx on public.photos (post_id) where post_id is not null;
comment on table public.photos is 'Photos of spots and stories. Positions from the metadata of a photo are offered to the form and never stored.';
comment on column public.photos.post_id is 'The story that shows the photo. Set by a trigger when the author''s text names the photo.';

-- Reading a story needs an account. Visitors see only its cover.
alter policy "people read photos of spots they may read" on public.photos using (
  author_id = (select auth.uid())
  or exists (select from public.spots where spots.id = spot_id)
  or exists (select from public.posts
    where posts.id = post_id and ((select auth.uid()) is not null or posts.cover_photo_id = photos.id))
);
alter policy "people read photos of spots they may read" on public.photos rename to "people read photos of what they may read";
alter policy "authors and moderators delete photos" on public.photos using (
  author_id = (select auth.uid()) or ((select private.is_moderator()) and (
    exists (select from public.spots where spots.id = spot_id) or exists (select from public.posts where posts.id = post_id)))
);

create function private.list_spots_in_text(body text) returns table (spot_id text, place integer)
  language sql immutable parallel safe set search_path = ''
  as $$
    select found[1], min(at)::integer
    from regexp_matches(body,
      '^[ \t]{0,3}(?:\[[^\]\n]*\]\()?<?(?:https?://[^/\s)]+)?/spot/([a-z0-9]{1,40})/?>?\)?[ \t\r]*$', 'gn') with ordinality as line (found, at)
    group by found[1] order by 2 limit 1000
  $$;
comment on function private.list_spots_in_text is 'The spots that stand in the Markdown of a story, each a line of its own, by their order.';

create function private.list_photos_in_text(body text) returns table (photo_id uuid, alt_text text)
  language sql immutable parallel safe set search_path = ''
  as $$
    select distinct on (found[2]) found[2]::uuid, left(regexp_replace(found[1], '\\(.)', '\1', 'g'), 500)
    from regexp_matches(body,
      '^[ \t]{0,3}!\[((?:[^\]\\\n]|\\.)*)\]\(/photo/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'gn') as line (found)
  $$;
comment on function private.list_photos_in_text is 'The photos that stand in the Markdown of a story, with their alt texts.';

create function private.tg_posts__attach() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  before text := case when tg_op = 'UPDATE' then old.body else '' end;
begin
  if new.body is distinct from before then
    -- Spots placed without the text stay.
    delete from public.post_spots where post_id = new.id
      and spot_id in (select spot_id from private.list_spots_in_text(before))
      and spot_id not in (select spot_id from private.list_spots_in_text(new.body));
    insert into public.post_spots (post_id, spot_id, position)
      select new.id, spots.id, least(named.place - 1, 999)
      from private.list_spots_in_text(new.body) as named join public.spots on spots.id = named.spot_id
      where spots.author_id = new.author_id
        or (spots.status in ('published', 'closed') and spots.visibility in ('public', 'members'))
      on conflict (post_id, spot_id) do update set position = excluded.position;
  end if;
  update public.photos set post_id = new.id, alt_text = coalesce(nullif(named.alt_text, ''), photos.alt_text)
    from (
      select photo_id, alt_text from private.list_photos_in_text(new.body)
      union all select new.cover_photo_id, '' where new.cover_photo_id is not null
    ) as named (photo_id, alt_text)
    where photos.id = named.photo_id and photos.author_id = new.author_id and photos.spot_id is null
      and (photos.post_id is null or photos.post_id = new.id);
  return null;
end
$$;
create trigger _400_attach_insert after insert on public.posts
  for each row when (new.body <> '' or new.cover_photo_id is not null) execute function private.tg_posts__attach();
create trigger _400_attach_update after update of body, cover_photo_id on public.posts
  for each row execute function private.tg_posts__attach();
