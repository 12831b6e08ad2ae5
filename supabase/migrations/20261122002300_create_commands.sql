-- Commands for spots. They run as the caller, so RLS policies and guards decide; they only save round trips.
create function private.attach_photos(to_spot text, photo_ids uuid[], alt_texts text[]) returns void
  language sql volatile set search_path = ''
  as $$
    update public.photos set spot_id = to_spot, position = least(wanted.place - 1, 999),
      alt_text = coalesce(wanted.alt_text, photos.alt_text)
    from unnest(photo_ids, alt_texts) with ordinality as wanted (id, alt_text, place)
    where photos.id = wanted.id and photos.author_id = auth.uid() and (photos.spot_id is null or photos.spot_id = to_spot)
  $$;
comment on function private.attach_photos is
  'Attaches the caller''s own draft photos to a spot, in the given order. alt_texts holds one text for each photo; null and missing ones change nothing.';

-- The first photo of a submission becomes the cover, whichever row was written first.
create function public.submit_spot(submission_key uuid, spot jsonb, photo_ids uuid[] default '{}', alt_texts text[] default '{}')
  returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
declare
  wanted constant public.publication_status := coalesce(spot ->> 'status', 'published');
  made public.spots;
begin
  if submit_spot.submission_key is null then
    raise sqlstate 'PT400' using message = 'submission_key is required.';
  end if;
  -- Created as a draft, so that attaching photos does not write revisions of a published spot.
  insert into public.spots (title, category, tags, description, lng, lat, precision, country_code, address, website, access,
    visibility, status, submission_key)
  values (
    spot ->> 'title', spot ->> 'category',
    coalesce(array(select jsonb_array_elements_text(nullif(spot -> 'tags', 'null'))), '{}'),
    coalesce(spot ->> 'description', ''), (spot ->> 'lng')::double precision, (spot ->> 'lat')::double precision,
    coalesce(spot ->> 'precision', 'exact')::public.position_precision, spot ->> 'country_code', spot ->> 'address',
    spot ->> 'website', coalesce(spot ->> 'access', 'unknown')::public.spot_access,
    coalesce(spot ->> 'visibility', 'public')::public.visibility, 'draft', submit_spot.submission_key
  )
  on conflict on constraint spots_submission_key_key do nothing
  returning * into made;
  if made.id is null then
    select * into made from public.spots where author_id = auth.uid() and submission_key = submit_spot.submission_key;
    return jsonb_build_object('id', made.id, 'slug', made.slug, 'status', made.status);
  end if;
  if made.precision = 'area' then
    insert into public.spot_exact_points (spot_id, lng, lat)
    values (made.id, (spot ->> 'lng')::double precision, (spot ->> 'lat')::double precision);
  end if;
  perform private.attach_photos(made.id, photo_ids, alt_texts);
  update public.spots set status = wanted, cover_photo_id = (
    select id from public.photos where spot_id = made.id order by position limit 1
  ) where id = made.id returning * into made;
  return jsonb_build_object('id', made.id, 'slug', made.slug, 'status', made.status);
end
$$;
comment on function public.submit_spot is
  'Creates a spot for the caller and returns {id, slug, status}. The same key returns the same spot. Keys of spot: title, category, '
  'tags, description, lng, lat, precision, country_code, address, website, access, visibility, status (draft or published). alt_texts '
  'holds one text for each of photo_ids.';

create function public.update_spot(id text, changes jsonb, photo_ids uuid[] default null, alt_texts text[] default '{}')
  returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
declare
  made public.spots;
begin
  if photo_ids is not null then
    delete from public.photos where spot_id = update_spot.id and author_id = auth.uid() and not photos.id = any(photo_ids);
    perform private.attach_photos(update_spot.id, photo_ids, alt_texts);
  end if;
  update public.spots set
    title = case when changes ? 'title' then changes ->> 'title' else title end,
    category = case when changes ? 'category' then changes ->> 'category' else category end,
    tags = case when jsonb_typeof(changes -> 'tags') = 'array'
      then array(select jsonb_array_elements_text(changes -> 'tags')) else tags end,
    description = coalesce(changes ->> 'description', description),
    lng = coalesce((changes ->> 'lng')::double precision, lng),
    lat = coalesce((changes ->> 'lat')::double precision, lat),
    precision = coalesce((changes ->> 'precision')::public.position_precision, precision),
    country_code = case when changes ? 'country_code' then changes ->> 'country_code' else country_code end,
    address = case when changes ? 'address' then changes ->> 'address' else address end,
    website = case when changes ? 'website' then changes ->> 'website' else website end,
    access = coalesce((changes ->> 'access')::public.spot_access, access),
    visibility = coalesce((changes ->> 'visibility')::public.visibility, visibility),
    status = coalesce((changes ->> 'status')::public.publication_status, status),
    cover_photo_id = coalesce(photo_ids[1], cover_photo_id)
  where spots.id = update_spot.id
  returning * into made;
  if made.id is null then
    raise sqlstate 'PT404' using message = 'Spot not found, or it is not yours.';
  end if;
  return jsonb_build_object('id', made.id, 'slug', made.slug, 'status', made.status);
end
$$;
comment on function public.update_spot is
  'Updates the given fields of a spot. If photo_ids is given, the spot keeps these photos in this order and the caller''s others are deleted. alt_texts holds one text for each of photo_ids. Returns {id, slug, status}.';

create function public.close_spot(id text, is_closed boolean default true) returns jsonb
  language sql volatile set search_path = ''
  return public.update_spot(id, jsonb_build_object('status', case when is_closed then 'closed' else 'published' end));
comment on function public.close_spot is 'Marks a published spot as permanently closed, or opens it again.';

create function public.delete_spot(id text) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  delete from public.spots where spots.id = delete_spot.id;
  if not found then
    raise sqlstate 'PT404' using message = 'Spot not found, or it is not yours.';
  end if;
end
$$;
comment on function public.delete_spot is 'Deletes a spot of the caller and everything attached to it.';

-- Members may not write confirmed_at, so this part runs as the owner and checks the caller itself.
create function private.confirm(spot_id text) returns timestamptz
  language sql volatile security definer set search_path = ''
  as $$
    update public.spots set confirmed_at = now()
    where id = confirm.spot_id and status = 'published' and auth.uid() is not null
    returning confirmed_at
  $$;

create function public.confirm_spot(id text) returns timestamptz
  language plpgsql volatile set search_path = ''
  as $$
begin
  if not exists (select from public.spots where spots.id = confirm_spot.id and status = 'published') then
    raise sqlstate 'PT404' using message = 'Spot not found.';
  end if;
  return private.confirm(confirm_spot.id);
end
$$;
comment on function public.confirm_spot is 'Confirms that a spot still exists.';

create function public.mark_spot(id text, kind public.list_kind, is_on boolean) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
begin
  if mark_spot.kind = 'own' then
    raise sqlstate 'PT400' using message = 'kind must be want or been. Use list_items for your own lists.';
  end if;
  perform private.ensure_profile(auth.uid());
  if is_on then
    insert into public.list_items (list_id, spot_id)
    select lists.id, mark_spot.id from public.lists where author_id = auth.uid() and lists.kind = mark_spot.kind
    on conflict do nothing;
  else
    delete from public.list_items where spot_id = mark_spot.id and list_id in
      (select lists.id from public.lists where author_id = auth.uid() and lists.kind = mark_spot.kind);
  end if;
  return (select jsonb_build_object('save_count', save_count, 'been_count', been_count) from public.spots where spots.id = mark_spot.id);
end
$$;
comment on function public.mark_spot is
  'Adds a spot to the caller''s "Want to go" (want) or "Been there" (been) list, or removes it. Returns {save_count, been_count}.';

grant execute on function
  private.attach_photos,
  public.submit_spot,
  public.update_spot,
  public.close_spot,
  public.delete_spot,
  private.confirm,
  public.confirm_spot,
  public.mark_spot
to authenticated;
