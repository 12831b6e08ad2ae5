-- Tags are written in many ways; one way is kept. What is left over after cleaning must still pass the check.
create function private.tg_spots__clean_tags() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.tags := array(
    select tag from (
      select lower(btrim(regexp_replace(tag, '[[:cntrl:]\s#,]+', ' ', 'g'))) as tag, min(place) as place
      from unnest(new.tags) with ordinality as given (tag, place) group by 1
    ) as cleaned where tag <> '' order by place
  );
  return new;
end
$$;
create trigger _150_tags before insert or update of tags on public.spots
  for each row when (new.tags <> '{}') execute function private.tg_spots__clean_tags();
revoke execute on all functions in schema private from public;
