-- A profile shows how often others have confirmed the spots of the member. Until now it showed how often they were
-- saved, as confirmations were not counted.

alter table public.spots add column confirmation_count integer not null default 0;
comment on column public.spots.confirmation_count is 'How often members other than the author have confirmed it; once within 24 hours.';

create or replace function private.confirm(spot_id text) returns timestamptz
  language sql security definer set search_path = ''
  as $$
    update public.spots set
      confirmation_count = confirmation_count + (
        author_id is distinct from auth.uid() and coalesce(confirmed_at <= now() - interval '24 hours', true)
      )::integer,
      confirmed_at = now()
    where id = confirm.spot_id and status = 'published' and auth.uid() is not null
    returning confirmed_at
  $$;

create or replace function public.profile_page(by text, tab text default 'spots') returns jsonb
  language plpgsql stable set search_path = ''
  as $$
declare
  found record;
begin
  select * into found from private.find_profile(by);
  if found.id is null then
    return null;
  end if;
  if found.state not in ('own', 'open') then
    return jsonb_build_object('state', found.state, 'member', private.member_card(found.id));
  end if;
  return (
    select jsonb_build_object(
      'state', found.state,
      'member', private.member_card(found.id),
      'bio', profile.bio,
      'created_at', profile.created_at,
      'is_indexed', exists (select from private.list_indexed_members(array[found.id])),
      'follow', private.describe_follow(about_member => found.id),
      'following_count', private.count_following(found.id),
      'home', (select cities.name from (
          select city_id from public.spots
          where author_id = found.id and status in ('published', 'closed') and private.is_on_profile(visibility) and city_id is not null
          group by city_id order by count(*) desc, city_id limit 1
        ) as most join public.cities on cities.id = most.city_id),
      'spot_count', spot.count,
      'confirmation_count', spot.confirmations,
      'list_count', (select count(*) from public.lists where author_id = found.id and private.is_on_profile(visibility)),
      'story_count', (select count(*) from public.posts
        where author_id = found.id and status in ('published', 'closed') and private.is_on_profile(visibility)),
      'lists', case when tab = 'lists' then private.profile_lists(found.id) else '[]' end,
      'stories', case when tab = 'stories' then private.profile_stories(found.id) else '[]' end
    )
    from public.profiles as profile,
      (
        select count(*) as count, coalesce(sum(confirmation_count), 0) as confirmations from public.spots
        where author_id = found.id and status in ('published', 'closed') and private.is_on_profile(visibility)
      ) as spot
    where profile.id = found.id
  );
end
$$;
