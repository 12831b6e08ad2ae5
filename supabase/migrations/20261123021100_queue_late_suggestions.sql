-- Suggestions that their author leaves unanswered for seven days go to the moderators. Until now they were found only when
-- another suggestion was sent or decided.
create function private.queue_late_suggestions() returns integer
  language sql volatile security definer set search_path = ''
  as $$
    with late as (
      select suggestions as suggestion from public.suggestions join public.spots on spots.id = suggestions.spot_id
      where suggestions.status = 'open' and suggestions.created_at < now() - interval '7 days' and spots.visibility <> 'private'
        and not exists (
          select from public.moderation_items where kind = 'suggestion' and target_id = suggestions.id::text and decided_at is null
        )
      order by suggestions.created_at limit 100
    ), passed as (
      select private.sync_suggestion_item(suggestion) from late
    )
    select count(*)::integer from passed
  $$;
create function public.queue_late_suggestions() returns integer
  language sql volatile set search_path = '' return private.queue_late_suggestions();
comment on function public.queue_late_suggestions is
  'A chore: puts suggestions without an answer for seven days in the queue of the moderators. Returns their number.';

create or replace function private.tg_suggestions__sync_item()
  returns trigger
  language plpgsql
  security definer
  set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' then
    delete from public.moderation_items where kind = 'suggestion' and target_id = old.id::text;
    return null;
  end if;
  perform private.sync_suggestion_item(new);
  return null;
end
$$;
