-- A profile contains the whole URL of its uploaded picture. When the site got another URL, for example with https or a
-- domain, the pictures of members were no longer found.
create function private.is_stored_avatar(url text, name text) returns boolean
  language sql immutable set search_path = ''
  return url ~* '^https?://[^/]' and right(url, length(name) + 34) = '/storage/v1/object/public/avatars/' || name;

create function private.move_avatars(base text) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  moved integer;
begin
  -- The metadata too, which the next sign-in copies into the profile.
  update auth.users as account
    set raw_user_meta_data = account.raw_user_meta_data || jsonb_build_object('avatar_url', base || object.name)
  from storage.objects as object
  where object.bucket_id = 'avatars' and private.to_owner_id(object.name) = account.id
    and private.is_stored_avatar(account.raw_user_meta_data ->> 'avatar_url', object.name)
    and account.raw_user_meta_data ->> 'avatar_url' <> base || object.name;
  update public.users as profile set avatar_url = base || object.name
  from storage.objects as object
  where object.bucket_id = 'avatars' and private.to_owner_id(object.name) = profile.id
    and private.is_stored_avatar(profile.avatar_url, object.name) and profile.avatar_url <> base || object.name;
  get diagnostics moved = row_count;
  return moved;
end
$$;

create function public.move_avatars(base text) returns integer
  language sql volatile set search_path = '' return private.move_avatars(base);
comment on function public.move_avatars is
  'Server chore: changes the URLs of stored profile pictures to those that begin with base. Returns the number of profiles that changed.';
