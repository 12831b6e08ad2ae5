-- A suggestion that moves a spot due north, south, east or west has one coordinate, which could not be decided.
create or replace function public.decide_suggestion(id bigint, verdicts jsonb, seen jsonb DEFAULT '{}'::jsonb, answer text DEFAULT ''::text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  if suggestion.changes ?& array['lng', 'lat'] and verdicts ->> 'lng' is distinct from verdicts ->> 'lat' then
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
$function$;
