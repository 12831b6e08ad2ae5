-- An access token outlives its account by up to an hour. Whoever held one could still read what members see, and after a
-- soft deletion also write and upload.
create or replace function private.require_not_banned()
 returns void
 language plpgsql
 stable security definer
 set search_path to ''
as $$
declare
  account record;
begin
  select banned_until, deleted_at into account from auth.users where id = auth.uid();
  if account.banned_until > now() then
    raise sqlstate 'PT403' using hint = 'user_banned', message = case
      when account.banned_until > now() + interval '10 years' then 'This account is banned.'
      else format('This account is suspended until %s UTC.', to_char(account.banned_until at time zone 'utc', 'FMDD FMMonth YYYY, HH24:MI')) end;
  end if;
  -- Only tokens of sessions belong to an account. Programs that may only read, and tokens of operators, have none.
  if account.deleted_at is not null or (not found and auth.jwt() ->> 'session_id' is not null) then
    raise sqlstate 'PT403' using message = 'This account has been deleted. Sign in with another account.', hint = 'session_ended';
  end if;
  if auth.jwt() -> 'app_metadata' ->> 'role' in ('moderator', 'admin') and exists (
    select from private.member_standings
    where user_id = auth.uid() and role_changed_at > to_timestamp((auth.jwt() ->> 'iat')::double precision)
  ) then
    raise sqlstate 'PT403' using message = 'Your role has changed. Sign in again.', hint = 'session_ended';
  end if;
end
$$;
comment on function private.require_not_banned() is 'Raises PT403 with hint user_banned if the account of the access token is banned or suspended, and with hint session_ended if it was deleted or if the token has a role that the account has lost.';

-- Without rows no policy is evaluated, so the page of a deleted account was empty rather than denied.
create or replace function public.account_page()
 returns jsonb
 language plpgsql
 stable
 set search_path to ''
as $$
declare
  me constant uuid := auth.uid();
begin
  perform private.has_valid_session();
  return jsonb_build_object(
    'user', (select to_jsonb(users) - 'is_moderator' from public.users where id = me),
    'is_moderator', private.is_moderator(),
    'numbers', (select jsonb_build_object(
      'spots', count(*) filter (where status in ('published', 'closed')), 'drafts', count(*) filter (where status = 'draft'),
      'pending', count(*) filter (where status = 'pending'), 'cities', count(distinct city_id), 'countries', count(distinct country_code),
      'saves', coalesce(sum(save_count), 0), 'photos', (select count(*) from public.photos where author_id = me and spot_id is not null),
      'reviews', (select count(*) from public.reviews where author_id = me),
      'posts', (select count(*) from public.posts where author_id = me),
      'followers', (select count(*) from public.follows where member_id = me))
      from public.spots where author_id = me),
    'spots', (select coalesce(jsonb_agg(private.spot_card(spots) || jsonb_build_object('removal_reason', removal_reason,
      'queue_position', case when status = 'pending' then private.queue_position(created_at) end)), '[]')
      from (select spots.* from public.spots where author_id = me order by created_at desc limit 100) as spots),
    'been', (select jsonb_build_object('spots', count(*), 'countries', count(distinct spots.country_code))
      from public.lists join public.list_items on list_items.list_id = lists.id join public.spots on spots.id = list_items.spot_id
      where lists.author_id = me and lists.kind = 'been'),
    'posts', (select coalesce(jsonb_agg(private.post_card(posts.id) || jsonb_build_object('removal_reason', removal_reason,
      'queue_position', case when status = 'pending' then private.queue_position(created_at) end)), '[]')
      from (select posts.* from public.posts where author_id = me order by created_at desc limit 50) as posts),
    'reviews', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'rating', rating, 'body', body, 'created_at', created_at,
      'spot', (select private.spot_card(spots) from public.spots where spots.id = spot_id))), '[]')
      from (select reviews.* from public.reviews where author_id = me order by created_at desc limit 50) as reviews),
    'unread_count', (select count(*) from public.notifications where user_id = me and read_at is null)
  );
end
$$;
