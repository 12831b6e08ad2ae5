-- Of more than 50 members that a search finds, moderators saw any 50. The one with exactly this name or username comes first.
create or replace function private.list_members(search text, of_filter text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found uuid[];
  prefix text;
begin
  perform private.require_moderator();
  perform private.has_valid_session();
  if search is not null then
    prefix := replace(replace(replace(lower(search), '\', '\\'), '%', '\%'), '_', '\_') || '%';
    select array_agg(id order by rank, word, id) into found from (
      select id, min(rank) as rank, min(word) as word from (
        select id, 0 as rank, '' as word from auth.users where email = lower(search) and is_sso_user = false
        union all
        (select id, 1, lower(username) from public.users where lower(username) like prefix order by lower(username) limit 50)
        union all
        (select id, 2, lower(name) from public.users where lower(name) like prefix order by lower(name), id limit 50)
      ) as matches group by id order by rank, word, id limit 50
    ) as members;
  elsif of_filter = 'reported' then
    select array_agg(author_id) into found from (
      select distinct author_id from public.moderation_items where queue = 'reports' and decided_at is null and author_id is not null limit 50
    ) as members;
  elsif of_filter = 'suspended' then
    select array_agg(id) into found from (select id from auth.users where banned_until > now() order by banned_until limit 50) as members;
  elsif of_filter = 'team' then
    select array_agg(id) into found from (select id from public.users where is_moderator order by lower(username) limit 50) as members;
  else
    select array_agg(id) into found from (select id from public.users order by created_at desc limit 50) as members;
  end if;
  return (select coalesce(jsonb_agg(private.member_row(member) order by place), '[]')
    from unnest(found) with ordinality as members (member, place) where private.member_card(member) is not null);
end
$function$;
