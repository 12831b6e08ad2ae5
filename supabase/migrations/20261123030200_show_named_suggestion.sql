-- Shows the suggestion that a link names also if 50 older ones are open.

create or replace function public.spot_suggestions(spot_id text, suggestion_id bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
        order by suggestions.id is not distinct from spot_suggestions.suggestion_id desc, suggestions.id limit 50
      ) as suggestions
    )
  );
end
$function$;
