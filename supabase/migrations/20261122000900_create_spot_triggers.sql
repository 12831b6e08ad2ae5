-- Triggers of spots: moderation, derived columns, secret links.

create function private.get_initial_status(author uuid) returns public.publication_status
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  mode public.moderation_mode := (select moderation from public.instance_settings);
begin
  if mode = 'off' or private.is_moderator() then
    return 'published';
  end if;
  if mode = 'first-post' and (
    private.has_contributed(author) or not exists (select from public.users where is_moderator)
  ) then
    return 'published';
  end if;
  return 'pending';
end
$$;
comment on function private.get_initial_status is
  'Status of a contribution that its author wants to publish: published, or pending until a moderator approves it.';

-- A private spot needs no review. If it is opened later it has to pass review then; otherwise private would be a way
-- around moderation.
create function private.next_status(
  was public.publication_status,
  wanted public.publication_status,
  was_visibility public.visibility,
  visibility public.visibility,
  author uuid
) returns public.publication_status
  language plpgsql stable set search_path = ''
  as $$
declare
  is_shown constant boolean := coalesce(was in ('published', 'closed'), false);
  is_opened constant boolean := is_shown and was_visibility = 'private' and visibility <> 'private';
begin
  if private.is_moderator() then
    return wanted;
  end if;
  if was = 'removed' then
    raise insufficient_privilege using message = 'A moderator removed this, so it cannot be changed.';
  end if;
  if wanted = 'removed' then
    raise insufficient_privilege using message = 'Only a moderator may remove this.';
  end if;
  if wanted = 'draft' then
    return 'draft';
  end if;
  if wanted = 'closed' and not is_shown then
    raise insufficient_privilege using message = 'Only published spots can be marked as closed.';
  end if;
  if visibility = 'private' or (is_shown and not is_opened) then
    return case when wanted = 'closed' then 'closed' else 'published' end::public.publication_status;
  end if;
  if private.get_initial_status(author) = 'pending' then
    return 'pending';
  end if;
  return case when wanted = 'closed' then 'closed' else 'published' end::public.publication_status;
end
$$;
comment on function private.next_status is
  'The status that results from the status the author wants. Raises insufficient_privilege if only a moderator may set it.';

-- Runs as the caller: inside security definer functions current_user is the owner, and nothing is pinned.
create function private.tg_spots__guard() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.status := private.next_status(null, new.status, null, new.visibility, new.author_id);
  else
    if new.cover_photo_id is distinct from old.cover_photo_id
      and not exists (select from public.photos where id = new.cover_photo_id and spot_id = new.id) then
      new.cover_photo_id := old.cover_photo_id;
    end if;
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
comment on function private.tg_spots__guard is 'Prevents members from publishing past moderation and from changing the visibility of what others own.';

-- Normalises tags. What is left after cleaning must still pass the check.
create function private.tg_spots__clean_tags() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.tags := array(
    select tag from (
      select lower(btrim(regexp_replace(tag, '[[:cntrl:]\s#,]+', ' ', 'g'))) as tag, min(place) as place
      from unnest(new.tags) with ordinality as given (tag, place) group by 1
    ) as cleaned where tag <> '' order by place
  );
  return new;
end
$$;

create function private.tg_spots__derive() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  city public.cities;
  exact public.spot_exact_points;
  has_moved constant boolean := tg_op = 'INSERT' or (new.lng, new.lat) is distinct from (old.lng, old.lat);
begin
  new.title := btrim(regexp_replace(new.title, '[[:cntrl:]\s]+', ' ', 'g'));
  new.address := nullif(btrim(new.address), '');
  new.website := nullif(btrim(new.website), '');
  new.slug := private.to_slug(new.title, 'spot');
  if tg_op = 'UPDATE' and new.precision = 'exact' and old.precision = 'area' then
    delete from public.spot_exact_points where spot_id = new.id returning * into exact;
    if not has_moved and exact.lng is not null then
      new.lng := exact.lng;
      new.lat := exact.lat;
    end if;
  elsif new.precision = 'area' and (has_moved or old.precision = 'exact') then
    if tg_op = 'UPDATE' then
      insert into public.spot_exact_points (spot_id, lng, lat) values (new.id, new.lng, new.lat)
        on conflict (spot_id) do update set lng = excluded.lng, lat = excluded.lat;
    end if;
    select area_lng, area_lat into new.lng, new.lat from private.area_point(new.lng, new.lat);
  end if;
  if has_moved and (tg_op = 'UPDATE' or new.city_id is null) then
    city := private.find_city(new.lng, new.lat);
    new.city_id := city.id;
    if city.id is not null then
      new.country_code := city.country_code;
    end if;
  end if;
  if new.status = 'published' and new.published_at is null then
    new.published_at := now();
    new.confirmed_at := coalesce(new.confirmed_at, now());
  end if;
  return new;
end
$$;
comment on function private.tg_spots__derive is
  'Sets derived columns for every writer: slug, rounded position, city, country, times. The exact position of an area spot is moved '
  'to spot_exact_points; for a new spot submit_spot does that, because the row must exist first.';

create function private.tg_spots__touch() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if (new.title, new.category, new.tags, new.description, new.lng, new.lat, new.address, new.website, new.access, new.visibility,
      new.status, new.cover_photo_id)
    is distinct from
     (old.title, old.category, old.tags, old.description, old.lng, old.lat, old.address, old.website, old.access, old.visibility,
      old.status, old.cover_photo_id)
  then
    new.updated_at := now();
  end if;
  return new;
end
$$;
comment on function private.tg_spots__touch is 'Reviews and saves do not count as updates of the spot.';

create function private.tg_spots__keep_link() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.visibility = 'link' and new.author_id is not null then
    insert into public.links (owner_id, spot_id) values (new.author_id, new.id) on conflict (spot_id) do nothing;
  else
    delete from public.links where spot_id = new.id;
  end if;
  return null;
end
$$;
comment on function private.tg_spots__keep_link is 'Creates the secret of a spot with visibility link, and deletes it when the visibility changes.';
create trigger _050_author before insert on public.spots for each row execute function private.tg__ensure_author();
create trigger _100_guard before insert or update on public.spots for each row execute function private.tg_spots__guard();
create trigger _150_tags before insert or update of tags on public.spots
  for each row when (new.tags <> '{}') execute function private.tg_spots__clean_tags();
create trigger _200_derive before insert or update of title, lng, lat, precision, address, website, status on public.spots
  for each row execute function private.tg_spots__derive();
create trigger _300_touch before update on public.spots for each row execute function private.tg_spots__touch();
create trigger _510_link_insert after insert on public.spots
  for each row when (new.visibility = 'link') execute function private.tg_spots__keep_link();
create trigger _510_link_update after update of visibility on public.spots
  for each row when (new.visibility is distinct from old.visibility) execute function private.tg_spots__keep_link();
create trigger _900_limit after insert on public.spots
  for each row when (auth.uid() is not null) execute function private.tg__limit_writes();

grant execute on function
  private.get_initial_status,
  private.next_status
to authenticated;
