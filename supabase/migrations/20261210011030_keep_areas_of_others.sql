-- A moderator published the exact position of a spot whose author had chosen to show only the area, by saving a form from before
-- that change or by restoring another field of the same revision.
create or replace function private.tg_spots__guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
      if old.precision = 'area' then
        new.precision := 'area';
      end if;
    end if;
  end if;
  if new.status <> 'removed' then
    new.removal_reason := null;
  end if;
  return new;
end
$function$;
comment on function private.tg_spots__guard() is
  'Prevents members from publishing past moderation, and from changing the visibility or showing the exact position of what others own.';
