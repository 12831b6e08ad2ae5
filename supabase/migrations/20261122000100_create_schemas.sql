-- Helpers of RLS policies and triggers live in schema private, which the API does not serve. Extensions live in schema
-- extensions.
create schema if not exists extensions;
create schema if not exists private;
comment on schema private is 'Helpers of RLS policies, triggers and pages. Not served by the API.';
grant usage on schema private to anon, authenticated, service_role;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists cube with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

-- Deny by default, also on projects whose defaults grant everything to the API roles. Functions that are created from
-- here on need explicit grants.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;
alter default privileges in schema private grant execute on functions to service_role;

create type public.visibility as enum ('public', 'members', 'link', 'private');
comment on type public.visibility is 'Who may see it: everyone, signed-in members, holders of the secret link, or only the author.';

create type public.publication_status as enum ('draft', 'pending', 'published', 'closed', 'removed');
comment on type public.publication_status is
  'Life cycle of a spot or story. closed: still shown, marked as closed. removed: taken down by a moderator, with a reason.';

create function private.is_moderator() returns boolean
  language sql stable
  return coalesce(auth.jwt() -> 'app_metadata' ->> 'role', '') in ('moderator', 'admin')
    and auth.jwt() ->> 'client_id' is null;
comment on function private.is_moderator() is
  'True if the access token belongs to a moderator and not to an OAuth app of theirs. Only the operator writes app_metadata. Call it as (select …) in policies.';

create function private.get_link_secret() returns text
  language sql stable
  return coalesce(
    nullif(current_setting('hereabouts.link_secret', true), ''),
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-link-secret'
  );
comment on function private.get_link_secret() is
  'The link secret of the request: from the x-link-secret header, or from the argument of a page function.';

-- The planner inlines the body only if it has no sub-select and uses each parameter that may be a sub-select exactly
-- once. Inlined, a policy costs as little as the comparison written out. The first branch decides for nearly all rows.
create function private.may_read(
  visibility public.visibility,
  status public.publication_status,
  author_id uuid,
  viewer_id uuid,
  is_member boolean,
  is_moderator boolean,
  has_link boolean
) returns boolean
  language sql immutable
  return (
    status in ('published', 'closed')
    and (visibility = 'public' or (visibility = 'members' and is_member) or (visibility = 'link' and has_link))
  )
  or author_id = viewer_id
  or (visibility <> 'private' and is_moderator);
comment on function private.may_read is
  'The single rule for who may read a spot, story or list, and through them photos, reviews, comments, revisions and files.';

create function private.random_id(length integer default 12) returns text
  language sql volatile
  as $$
    select string_agg(substr('abcdefghijkmnpqrstuvwxyz23456789', (get_byte(bytes, place) & 31) + 1, 1), '')
    from (select extensions.gen_random_bytes(length) as bytes) as random, generate_series(0, length - 1) as place
  $$;
comment on function private.random_id is 'A random text without look-alikes (l, o, 0, 1), 5 bits per character.';

-- unaccent is only stable because its dictionary could change. Ours does not.
create function private.fold(value text) returns text
  language sql immutable parallel safe
  return lower(extensions.unaccent('extensions.unaccent'::regdictionary, value));
comment on function private.fold is 'Normalises text for search and slugs: lower case, without accents.';

create function private.to_slug(value text, fallback text) returns text
  language sql immutable parallel safe
  return coalesce(nullif(btrim(left(regexp_replace(private.fold(value), '[^a-z0-9]+', '-', 'g'), 60), '-'), ''), fallback);
comment on function private.to_slug is 'A readable part of a URL; fallback if the text has no Latin letters.';

create function private.search_vector(title text, tags text[], description text, address text) returns tsvector
  language sql immutable parallel safe
  return setweight(to_tsvector('pg_catalog.simple', private.fold(coalesce(title, ''))), 'A')
    || setweight(to_tsvector('pg_catalog.simple', private.fold(coalesce(array_to_string(tags, ' '), ''))), 'B')
    || setweight(to_tsvector('pg_catalog.simple', private.fold(coalesce(address, ''))), 'C')
    || setweight(to_tsvector('pg_catalog.simple', private.fold(left(coalesce(description, ''), 4000))), 'D');

create function private.is_tag_list(tags text[]) returns boolean
  language sql immutable parallel safe
  as $$
    select cardinality(tags) <= 12
      and coalesce(bool_and(tag is not null and tag = lower(tag) and tag ~ '^\S(.{0,30}\S)?$'), true)
    from unnest(tags) as tag
  $$;
comment on function private.is_tag_list is 'True for at most 12 tags of 1 to 32 lower-case characters without surrounding blanks.';

create function private.spread_bits(value bigint) returns bigint
  language plpgsql immutable strict parallel safe
  as $$
declare
  bits bigint := value;
begin
  bits := (bits | (bits << 16)) & 281470681808895;
  bits := (bits | (bits << 8)) & 71777214294589695;
  bits := (bits | (bits << 4)) & 1085102592571150095;
  bits := (bits | (bits << 2)) & 3689348814741910323;
  return (bits | (bits << 1)) & 6148914691236517205;
end
$$;
comment on function private.spread_bits is 'Inserts a zero before each of the 32 low bits: half of a Morton key.';

create function private.map_key(lng double precision, lat double precision) returns bigint
  language plpgsql immutable strict parallel safe
  as $$
declare
  side constant double precision := 67108864; -- 2^26
  phi constant double precision := radians(greatest(-85.05112878, least(85.05112878, lat)));
  x bigint := floor((lng + 180) / 360 * side)::bigint & 67108863; -- 180 degrees wraps to -180
  y bigint := least(67108863, greatest(0, floor((1 - ln(tan(phi) + 1 / cos(phi)) / pi()) / 2 * side)))::bigint;
begin
  return private.spread_bits(x) | (private.spread_bits(y) << 1);
end
$$;
comment on function private.map_key is
  'Web-mercator x and y at 26 bits each, interleaved (Morton order, y above x): neighbours on the map are neighbours in an index.';

create function private.map_cell(key bigint, level integer) returns bigint
  language sql immutable strict parallel safe
  return (1::bigint << (2 * level)) | (key >> (52 - 2 * level));
comment on function private.map_cell is 'The cell of a level (0 = the world) that contains a map key. Parent = cell >> 2.';

create function private.position_cube(lng double precision, lat double precision) returns extensions.cube
  language sql immutable parallel safe
  return extensions.cube(array[
    6371.0088 * cos(radians(lat)) * cos(radians(lng)),
    6371.0088 * cos(radians(lat)) * sin(radians(lng)),
    6371.0088 * sin(radians(lat))
  ]);
comment on function private.position_cube is
  'A point on the sphere in kilometres, for nearest-neighbour indexes without edges. Distances are chords: 60 km is 0.2 m short.';

create function private.distance_meters(
  lng_a double precision, lat_a double precision, lng_b double precision, lat_b double precision
) returns double precision
  language sql immutable parallel safe
  return 2 * 6371008.8 * asin(least(1, sqrt(
    sin(radians(lat_b - lat_a) / 2) ^ 2
    + cos(radians(lat_a)) * cos(radians(lat_b)) * sin(radians(lng_b - lng_a) / 2) ^ 2
  )));
comment on function private.distance_meters is 'Great-circle distance in metres.';

create function private.area_point(lng double precision, lat double precision, out area_lng double precision, out area_lat double precision)
  language sql immutable parallel safe
  as $$
    select
      round((round(lng / step) * step)::numeric, 5)::double precision,
      rounded.lat
    from (select round(lat::numeric, 2)::double precision as lat) as rounded,
      lateral (select 0.01 / greatest(cos(radians(rounded.lat)), 0.01) as step) as grid
  $$;
comment on function private.area_point is
  'Rounds a position to a grid of about 1.1 km. Only the author and moderators may read the exact one.';

create function private.tg__touch() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.updated_at := now();
  return new;
end
$$;

grant execute on function
  private.is_moderator,
  private.get_link_secret,
  private.may_read,
  private.random_id,
  private.fold,
  private.to_slug,
  private.search_vector,
  private.is_tag_list,
  private.spread_bits,
  private.map_key,
  private.map_cell,
  private.position_cube,
  private.distance_meters,
  private.area_point
to anon, authenticated;
