-- Rows of the same name are inserted one after the other. An upsert by id still checks the name of its new row when
-- another transaction inserts the same row at that moment, as the app and the first contribution of a new member do.
-- One of them then failed with a violation of users_username_key.
create or replace function private.tg_users__clean()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select account.email, coalesce(account.raw_app_meta_data ->> 'role', '') in ('moderator', 'admin')
    into new.email, new.is_moderator
    from auth.users as account where account.id = new.id;
  new.name := private.clean_line(new.name, 80);
  new.surname := private.clean_line(new.surname, 80);
  new.username := private.clean_username(new.username);
  if private.is_reserved_username(new.username) and not new.is_moderator then
    new.username := 'member-' || left(new.id::text, 8);
  end if;
  new.avatar_url := case when new.avatar_url ~* '^https?://\S+$' and length(new.avatar_url) <= 2000 then new.avatar_url end;
  new.username_skeleton := private.username_skeleton(new.username);
  -- Only when rows are inserted: an update already holds its row, which an upsert locks after the name.
  if tg_op = 'INSERT' and new.username_skeleton is not null then
    perform pg_advisory_xact_lock(hashtextextended(new.username_skeleton, 53));
  end if;
  if exists (
    select from public.users as other where other.username_skeleton = new.username_skeleton and other.id <> new.id
  ) then
    new.username := left(new.username, 31) || '-' || left(new.id::text, 8);
    new.username_skeleton := private.username_skeleton(new.username);
  end if;
  new.updated_at := now();
  return new;
end
$function$;
