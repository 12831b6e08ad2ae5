-- New members passed the daily limit of spots with private ones that they opened afterwards.
create or replace function private.tg_spots__limit_new_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most integer;
  added integer;
begin
  -- The rows of a statement that inserts them; another trigger selects those that are opened.
  if tg_op = 'INSERT' then
    if not exists (select from new_rows where visibility <> 'private') then
      return null;
    end if;
  end if;
  if private.is_moderator()
    or not exists (select from public.users where id = auth.uid() and created_at > now() - interval '7 days') then
    return null;
  end if;
  select new_member_daily_spots into most from public.instance_settings;
  select count(*) into added from (
    select from public.spots where author_id = auth.uid() and visibility <> 'private'
      -- Spots of an archive have the dates of the archive.
      and (created_at > now() - interval '1 day' or (import_batch is not null and updated_at > now() - interval '1 day'))
    limit most + 1
  ) as recent;
  if added > most then
    raise sqlstate 'PT429' using
      message = format('New members can add %s spots a day here. Try again tomorrow.', most);
  end if;
  return null;
end
$function$;

create trigger _910_limit_opened after update of visibility on public.spots for each row
  when (auth.uid() is not null and old.visibility = 'private' and new.visibility <> 'private' and new.author_id = auth.uid())
  execute function private.tg_spots__limit_new_members();
