-- The view of profiles cannot use the index of usernames, because its policy is checked first. So each follow and block of an
-- archive read all members.
create or replace function private.restore_block(details jsonb)
  returns jsonb
  language plpgsql
  set search_path to ''
as $$
declare
  member constant uuid := (select id from private.find_profile(details ->> 'member'));
begin
  if member is null then return jsonb_build_object('reason', 'There is no member of this name on this site.'); end if;
  if member = auth.uid() then return jsonb_build_object('reason', 'This is your own name on this site.'); end if;
  if exists (select from public.blocks where blocker_id = auth.uid() and blocked_id = member) then
    return jsonb_build_object('known', 'You block this member already.');
  end if;
  insert into public.blocks (blocked_id) values (member);
  return jsonb_build_object('made', jsonb_build_object('block', member));
end
$$;

create or replace function private.restore_follow(details jsonb)
  returns jsonb
  language plpgsql
  set search_path to ''
as $$
declare
  member uuid;
  city integer;
  list text;
  known constant jsonb := '{"known": "You follow this already."}';
  made bigint;
begin
  if details ? 'member' then
    member := (select id from private.find_profile(details ->> 'member'));
    if member is null then return jsonb_build_object('reason', 'There is no member of this name on this site.'); end if;
    if member = auth.uid() then return jsonb_build_object('reason', 'This is your own name on this site.'); end if;
    if exists (select from public.follows where follower_id = auth.uid() and member_id = member) then return known; end if;
  elsif details ? 'city' then
    select id into city from public.cities where id = (details ->> 'city')::integer;
    if city is null then return jsonb_build_object('reason', 'This city is not on this site.'); end if;
    if exists (select from public.follows where follower_id = auth.uid() and city_id = city) then return known; end if;
  else
    select id into list from public.lists
    where title = details ->> 'list' and author_id = (select id from private.find_profile(details ->> 'author'))
      and author_id <> auth.uid()
    order by created_at, id limit 1;
    if list is null then return jsonb_build_object('reason', 'There is no such list on this site.'); end if;
    if exists (select from public.follows where follower_id = auth.uid() and list_id = list) then return known; end if;
  end if;
  insert into public.follows (member_id, city_id, list_id) values (member, city, list) returning id into made;
  return jsonb_build_object('made', jsonb_build_object('follow', made));
end
$$;
