-- The section "People" of the settings: who sees the profile, whom the member follows and whom they have blocked.
create function public.people_settings() returns jsonb
  language plpgsql stable set search_path = ''
  as $$
declare
  me constant uuid := auth.uid();
begin
  return jsonb_build_object(
    'profile_visibility', coalesce((select profile_visibility from public.users where id = me), 'everyone'),
    'username', (select username from public.users where id = me),
    'blocked', (
      select coalesce(jsonb_agg(private.member_card(blocked_id) || jsonb_build_object('blocked_at', created_at) order by created_at desc), '[]')
      from (select * from public.blocks where blocker_id = me order by created_at desc limit 500) as block),
    'members', (
      select coalesce(jsonb_agg(private.member_card(member_id) order by created_at desc), '[]')
      from (
        select member_id, created_at from public.follows
        where follower_id = me and member_id is not null order by created_at desc limit 500
      ) as follow),
    'cities', (
      select coalesce(jsonb_agg(private.city_card(city_id) order by created_at desc), '[]')
      from (
        select city_id, created_at from public.follows
        where follower_id = me and city_id is not null order by created_at desc limit 500
      ) as follow),
    'lists', (
      select coalesce(jsonb_agg(jsonb_build_object('id', lists.id, 'title', lists.title) order by follow.created_at desc), '[]')
      from (
        select list_id, created_at from public.follows
        where follower_id = me and list_id is not null order by created_at desc limit 500
      ) as follow join public.lists on lists.id = follow.list_id)
  );
end
$$;
comment on function public.people_settings is
  'The data of the settings section "People": {profile_visibility, username, blocked, members, cities, lists}, each list newest first.';
grant execute on function public.people_settings to authenticated;
