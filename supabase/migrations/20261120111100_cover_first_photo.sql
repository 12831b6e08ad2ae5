-- The first photo of a submission is its cover, whichever row was written first.
create or replace function public.submit_spot(submission_key uuid, spot jsonb, photo_ids uuid[] default '{}') returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_column
declare
  wanted constant public.publication_status := coalesce(spot ->> 'status', 'published');
  made public.spots;
begin
  if submit_spot.submission_key is null then
    raise sqlstate 'PT400' using message = 'A submission needs a key of its own.';
  end if;
  -- As a draft first: what is attached to it while it is none of the public's business is no history.
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
  perform private.attach_photos(made.id, photo_ids);
  update public.spots set status = wanted, cover_photo_id = (
    select id from public.photos where spot_id = made.id order by position limit 1
  ) where id = made.id returning * into made;
  return jsonb_build_object('id', made.id, 'slug', made.slug, 'status', made.status);
end
$$;
