-- "Review again" had no effect by default: where only first contributions are reviewed, a member who has contributed before
-- was published at once, although a moderator had just been told that the contributions are reviewed again.
create or replace function private.get_initial_status(author uuid)
 RETURNS public.publication_status
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mode public.moderation_mode := (select moderation from public.instance_settings);
begin
  if mode = 'off' or private.is_moderator() or private.is_trusted(author) then
    return 'published';
  end if;
  if mode = 'first-post' and (
    not exists (select from public.users where is_moderator)
    or private.has_contributed(author) and not exists (
      select from private.member_standings where user_id = author and is_trust_set)
  ) then
    return 'published';
  end if;
  return 'pending';
end
$function$;
