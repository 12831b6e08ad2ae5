-- Notifications about a suggestion link to the suggestion itself. It stays readable after it was decided.
alter table public.notifications add column suggestion_id bigint references public.suggestions (id) on delete cascade;
create index notifications_suggestion_id_idx on public.notifications (suggestion_id) where suggestion_id is not null;

drop function private.notify(uuid, public.notification_kind, text, text, text, uuid, uuid, text);
create function private.notify(
  to_user uuid, kind public.notification_kind, about_spot text default null, about_post text default null, text text default '',
  about_comment uuid default null, about_review uuid default null, about_list text default null, about_suggestion bigint default null
)
  returns void
  language sql
  security definer
  set search_path = ''
  as $$
    insert into public.notifications (user_id, kind, actor_id, spot_id, post_id, list_id, comment_id, review_id, suggestion_id, text)
    select to_user, notify.kind, auth.uid(), about_spot, about_post, about_list, about_comment, about_review, about_suggestion, left(text, 1000)
    where to_user is not null and to_user is distinct from auth.uid()
      and not (notify.kind in ('reply', 'mention', 'comment') and exists (
        select from public.notifications as earlier
        where earlier.user_id = to_user and earlier.comment_id = about_comment and earlier.kind in ('reply', 'mention', 'comment')
      ))
    on conflict do nothing
  $$;
comment on function private.notify is 'Notifies a member of what someone else did.';

create or replace function private.save_suggestion(spot public.spots, of_kind public.suggestion_kind, wanted_changes jsonb, other_spot text, why text)
  returns bigint
  language plpgsql
  security definer
  set search_path = ''
  as $$
declare
  made bigint;
begin
  perform private.ensure_profile(auth.uid());
  insert into public.suggestions (spot_id, author_id, kind, changes, duplicate_of, reason)
  values (spot.id, auth.uid(), of_kind, wanted_changes, other_spot, btrim(why))
  on conflict (spot_id, author_id, kind) where status = 'open' do update set
    changes = excluded.changes, duplicate_of = excluded.duplicate_of, reason = excluded.reason, decisions = '{}', created_at = now()
  returning id into made;
  if of_kind <> 'duplicate' and not private.is_blocked(spot.author_id, auth.uid()) then
    perform private.notify(spot.author_id, 'suggestion', spot.id, null, btrim(why), about_suggestion => made);
  end if;
  return made;
end
$$;

create or replace function private.finish_suggestion(suggestion_id bigint, all_decisions jsonb, outcome public.suggestion_status, words text)
  returns void
  language plpgsql
  security definer
  set search_path = ''
  as $$
declare
  decided public.suggestions;
  kind public.notification_kind := case outcome when 'accepted' then 'suggestion-accepted' else 'suggestion-declined' end;
begin
  update public.suggestions set decisions = all_decisions, status = outcome,
    answer = case when outcome = 'open' then answer else btrim(words) end,
    decided_by = case when outcome <> 'open' then auth.uid() end, decided_at = case when outcome <> 'open' then now() end
    where id = suggestion_id returning * into decided;
  if outcome <> 'open' then
    perform private.notify(decided.author_id, kind, decided.spot_id, null, btrim(words), about_suggestion => decided.id);
  end if;
end
$$;

create or replace function private.notification_card(notification public.notifications)
  returns jsonb
  language sql
  stable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'id', notification.id, 'kind', notification.kind, 'actor', private.member_card(notification.actor_id),
      'spot', (select jsonb_build_object('id', id, 'slug', slug, 'title', title) from public.spots where id = notification.spot_id),
      'post', (select jsonb_build_object('slug', slug, 'title', title) from public.posts where id = notification.post_id),
      'list', (select jsonb_build_object('id', id, 'title', title) from public.lists where id = notification.list_id),
      'comment_id', notification.comment_id, 'suggestion_id', (select id from public.suggestions where id = notification.suggestion_id),
      'rating', (select rating from public.reviews where id = notification.review_id),
      'text', coalesce(
        (select left(body, 1000) from public.comments where id = notification.comment_id),
        (select left(body, 1000) from public.reviews where id = notification.review_id),
        notification.text),
      'read_at', notification.read_at, 'created_at', notification.created_at)
    where (notification.spot_id is null or exists (select from public.spots where id = notification.spot_id))
      and (notification.post_id is null or exists (select from public.posts where id = notification.post_id))
      and (notification.list_id is null or exists (select from public.lists where id = notification.list_id))
      and (notification.comment_id is null or exists (select from public.comments where id = notification.comment_id))
      and (notification.review_id is null or exists (select from public.reviews where id = notification.review_id))
  $$;
comment on function private.notification_card is
  '{id, kind, actor, spot, post, list, comment_id, suggestion_id, rating, text, read_at, created_at}; null if the caller may not read all of it.';
