-- Deciding on suggestions. What is accepted becomes one change of the spot, which names the member who suggested it.
create function private.finish_suggestion(
  suggestion_id bigint, all_decisions jsonb, outcome public.suggestion_status, words text
) returns void
  language plpgsql volatile security definer set search_path = ''
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
    perform private.notify(decided.author_id, kind, decided.spot_id, null, btrim(words));
  end if;
end
$$;
comment on function private.finish_suggestion is 'Saves decisions. The sender is notified once nothing is left to decide.';

create function private.lock_suggestion(suggestion_id bigint) returns public.suggestions
  language sql volatile security definer set search_path = ''
  as $$ select * from public.suggestions where id = suggestion_id for update $$;

-- The lock on the spot comes first, as in merges, so that two moderators cannot block each other for ever.
create function public.decide_suggestion(id bigint, verdicts jsonb, seen jsonb default '{}', answer text default '') returns text
  language plpgsql volatile set search_path = ''
  as $$
#variable_conflict use_variable
declare
  suggestion public.suggestions;
  spot public.spots;
  now_shown jsonb;
  next jsonb;
  accepted jsonb;
begin
  select * into suggestion from public.suggestions where suggestions.id = decide_suggestion.id;
  if suggestion.id is null then
    raise sqlstate 'PT404' using message = 'Suggestion not found.';
  end if;
  if length(answer) > 1000 then
    raise sqlstate 'PT400' using message = 'Use at most 1,000 characters for the answer.';
  end if;
  select * into spot from public.spots where spots.id = suggestion.spot_id
    and (spots.author_id = auth.uid() or private.is_moderator()) for no key update;
  if spot.id is null then
    raise insufficient_privilege using message = 'Only the author of the spot or a moderator may decide this.';
  end if;
  suggestion := private.lock_suggestion(suggestion.id);
  if suggestion.status is distinct from 'open' then
    raise sqlstate 'PT409' using message = 'This suggestion was decided meanwhile.';
  end if;
  if suggestion.kind = 'duplicate' then
    perform private.require_moderator();
    if verdicts <> '{"duplicate": "decline"}' then
      raise sqlstate 'PT400' using message = 'Merge the two spots to accept this.';
    end if;
    perform private.finish_suggestion(suggestion.id, '{}', 'declined', answer);
    perform private.log_moderation('decline-suggestion', 'suggestion', suggestion.id::text, spot.title, answer, suggestion.author_id);
    return 'declined';
  end if;
  now_shown := to_jsonb(spot);
  if verdicts ->> 'lng' is distinct from verdicts ->> 'lat' then
    raise sqlstate 'PT400' using message = 'Decide on the position as a whole.';
  end if;
  if exists (
    select from jsonb_each_text(verdicts) as given (field, verdict)
    where verdict = 'accept' and seen ? field and now_shown -> field is distinct from seen -> field
  ) then
    raise sqlstate 'PT409' using message = 'The spot changed meanwhile. Look at both versions and decide again.';
  end if;
  -- What was accepted before the spot changed is open again.
  select coalesce(jsonb_object_agg(field, decision), '{}') into next from (
    select field, coalesce(
      case when verdicts ->> field in ('accept', 'decline')
        then jsonb_build_object('verdict', verdicts ->> field, 'seen', now_shown -> field) end,
      case when not verdicts ? field then suggestion.decisions -> field end
    ) as decision
    from jsonb_object_keys(suggestion.changes) as field
  ) as decided
  where decision is not null and (decision ->> 'verdict' = 'decline' or decision -> 'seen' is not distinct from now_shown -> field);
  if exists (select from jsonb_object_keys(suggestion.changes) as field where not next ? field) then
    perform private.finish_suggestion(suggestion.id, next, 'open', '');
    return 'open';
  end if;
  select jsonb_object_agg(field, change -> 'to') into accepted from jsonb_each(suggestion.changes) as entry (field, change)
    where next #>> array[field, 'verdict'] = 'accept';
  if accepted is not null then
    perform set_config('hereabouts.suggested_by', suggestion.author_id::text, true);
    perform public.update_spot(spot.id, accepted);
    perform set_config('hereabouts.suggested_by', '', true);
  end if;
  perform private.finish_suggestion(suggestion.id, next,
    case when accepted is null then 'declined' else 'accepted' end::public.suggestion_status, answer);
  if spot.author_id is distinct from auth.uid() then
    perform private.log_moderation(case when accepted is null then 'decline-suggestion' else 'accept-suggestion' end,
      'suggestion', suggestion.id::text, spot.title, answer, suggestion.author_id);
  end if;
  return case when accepted is null then 'declined' else 'accepted' end;
end
$$;
comment on function public.decide_suggestion is
  'Decides fields of a suggestion and returns its status. verdicts: {field: accept, decline or null to open it again}; for a duplicate '
  '{"duplicate": "decline"}. seen holds the values that the member saw: PT409 if one has changed since. The last decision applies what '
  'was accepted. For the author of the spot and moderators.';

create function private.is_for_moderators(suggestion public.suggestions, spot_author uuid) returns boolean
  language sql stable set search_path = ''
  return suggestion.kind = 'duplicate' or spot_author is null or suggestion.created_at < now() - interval '7 days'
    or private.is_blocked(spot_author, suggestion.author_id);
comment on function private.is_for_moderators is
  'True for suggestions that no author decides: duplicates, spots without an author, blocks, and those unanswered for 7 days.';

-- Runs as the owner, because members read only suggestions that concern them.
create function private.suggestion_record(member_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object('accepted', count(*) filter (where status = 'accepted'), 'declined', count(*) filter (where status = 'declined'))
    from public.suggestions where author_id = member_id
  $$;
comment on function private.suggestion_record is 'How many suggestions of a member were accepted and declined.';

create function private.suggestion_card(suggestion public.suggestions) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('id', suggestion.id, 'kind', suggestion.kind, 'changes', suggestion.changes, 'reason', suggestion.reason,
      'status', suggestion.status, 'decisions', suggestion.decisions, 'answer', suggestion.answer,
      'created_at', suggestion.created_at, 'decided_at', suggestion.decided_at,
      'decided_by', private.member_card(suggestion.decided_by),
      'author', private.member_card(suggestion.author_id), 'record', private.suggestion_record(suggestion.author_id),
      'is_own', suggestion.author_id = auth.uid(),
      'duplicate_of', (select private.spot_card(spots) from public.spots where spots.id = suggestion.duplicate_of),
      'later', (
        select coalesce(jsonb_object_agg(field, jsonb_build_object('author', private.member_card(latest.author_id), 'created_at', latest.created_at)), '{}')
        from jsonb_object_keys(suggestion.changes) as field, lateral (
          select revisions.author_id, revisions.created_at from public.revisions
          where revisions.spot_id = suggestion.spot_id and revisions.changes ? field and revisions.created_at > suggestion.created_at
          order by revisions.id desc limit 1
        ) as latest
      ))
  $$;
comment on function private.suggestion_card is
  'A suggestion with its sender. later names who changed one of its fields afterwards, and when: {field: {author, created_at}}.';

create function public.spot_suggestions(spot_id text, suggestion_id bigint default null) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
#variable_conflict use_variable
declare
  spot public.spots;
begin
  select * into spot from public.spots where spots.id = spot_suggestions.spot_id;
  if spot.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'spot', private.spot_detail(spot),
    'author', private.member_card(spot.author_id),
    'may_decide', coalesce(spot.author_id = auth.uid(), false) or private.is_moderator(),
    'is_moderator', private.is_moderator(),
    'suggestions', (
      select coalesce(jsonb_agg(private.suggestion_card(suggestions) order by suggestions.id), '[]') from (
        select suggestions.* from public.suggestions
        where suggestions.spot_id = spot.id and (suggestions.status = 'open' or suggestions.id = spot_suggestions.suggestion_id)
        order by suggestions.id limit 50
      ) as suggestions
    )
  );
end
$$;
comment on function public.spot_suggestions is
  'The open suggestions for a spot that the viewer may read, and the one asked for even when it is decided. Null if they may not see the spot.';

create function public.suggestion_queue(after_created_at timestamptz default '-infinity', after_id bigint default 0) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
begin
  perform private.require_moderator();
  return (
    select jsonb_build_object(
      'count', (select count(*) from (
        select from public.suggestions join public.spots on spots.id = suggestions.spot_id
        where suggestions.status = 'open' and spots.status in ('published', 'closed')
          and private.is_for_moderators(suggestions, spots.author_id)
        limit 1000
      ) as counted),
      'suggestions', coalesce(jsonb_agg(private.suggestion_card(waiting.suggestion)
        || jsonb_build_object('spot', private.spot_card(waiting.spot)) order by waiting.created_at, waiting.id), '[]'))
    from (
      select suggestions as suggestion, spots as spot, suggestions.created_at, suggestions.id
      from public.suggestions join public.spots on spots.id = suggestions.spot_id
      where suggestions.status = 'open' and spots.status in ('published', 'closed')
        and (suggestions.created_at, suggestions.id) > (after_created_at, after_id)
        and private.is_for_moderators(suggestions, spots.author_id)
      order by suggestions.created_at, suggestions.id limit 50
    ) as waiting
  );
end
$$;
comment on function public.suggestion_queue is
  'Suggestions that wait for a moderator, oldest first, 50 after the given one: {count up to 1000, suggestions with their spot}.';

create or replace function private.spot_history(of_spot text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('count', count(*), 'contributors', count(distinct author_id), 'last_at', max(created_at),
      'open_suggestions', (select count(*) from public.suggestions where suggestions.spot_id = of_spot and status = 'open'))
    from public.revisions where spot_id = of_spot
  $$;
comment on function private.spot_history is
  'How often a spot was changed, by how many members, when last, and how many open suggestions the viewer may read.';

grant execute on function
  private.finish_suggestion,
  private.lock_suggestion,
  private.is_for_moderators,
  private.suggestion_record,
  private.suggestion_card,
  public.decide_suggestion,
  public.spot_suggestions,
  public.suggestion_queue
to authenticated;
