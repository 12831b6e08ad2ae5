-- A suspended member without contributions could open the forms, because no row was read whose policy denies it, and
-- learnt only after typing that nothing can be saved. The forms ask for this status first.
create or replace function public.initial_status()
 RETURNS public.publication_status
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null then perform private.has_valid_session(); end if;
  return private.get_initial_status(auth.uid());
end
$function$;
