-- A merge writes the address of the kept spot into stories. An author who was writing meanwhile read that a newer version was
-- saved in another tab. Their text, and unpublished changes from before the merge, still had the old address, so the story
-- lost the card of the spot when they saved.
create or replace function private.tg_posts__touch()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- A merge replaces only ids of spots, which is no new version.
  if current_user <> 'authenticated' and new.body <> old.body
    and regexp_replace(new.body, '/spot/[a-z0-9]+', '/spot/', 'g') = regexp_replace(old.body, '/spot/[a-z0-9]+', '/spot/', 'g') then
    return new;
  end if;
  if (new.title, new.summary, new.body, new.city_id, new.cover_photo_id, new.visibility, new.status, new.tags) is distinct from
     (old.title, old.summary, old.body, old.city_id, old.cover_photo_id, old.visibility, old.status, old.tags) then
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  return new;
end
$function$;

create function private.tg_posts__follow_merges() returns trigger
  language plpgsql set search_path = ''
  as $$
declare
  kept jsonb;
begin
  select jsonb_object_agg(old_id, redirect.spot_id) into kept
  from private.list_spots_in_text(new.body) as named join public.spot_redirects as redirect on old_id = named.spot_id;
  if kept is not null then
    new.body := private.replace_spots_in_text(new.body, kept);
  end if;
  return new;
end
$$;
comment on function private.tg_posts__follow_merges() is
  'Replaces merged spots in the text of a story by the spots that they were merged into, as far as the writer may see those.';
revoke execute on function private.tg_posts__follow_merges from public, anon, authenticated;
grant execute on function private.replace_spots_in_text to authenticated;

create trigger _190_follow_merges before insert or update of body on public.posts
  for each row when (current_user = 'authenticated') execute function private.tg_posts__follow_merges();
