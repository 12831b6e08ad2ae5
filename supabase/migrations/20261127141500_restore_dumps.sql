-- pg_dump writes a function before the tables that need it only if it knows that they do. Texts of functions say nothing
-- to it, so `private.latin_letters` came after `public.spots`, whose columns call it by way of this function, and dumps
-- could not be restored. A body of the standard is parsed when it is created.
create or replace function private.latinise(value text) returns text
  language sql immutable parallel safe
  begin atomic
    select regexp_replace(regexp_replace(regexp_replace(
        string_agg(coalesce(
          private.latin_letters() ->> letter,
          case when letter collate "C" between '가' and '힣' then (
            select string_agg(private.latin_letters() ->> part, '' order by place)
            from unnest(string_to_array(normalize(letter, nfd), null)) with ordinality as parts (part, place)
          ) end,
          private.latin_letters() ->> left(normalize(letter, nfd), 1),
          letter
        ), '' order by place),
      '(sh|ch|j)i~y', '\1', 'g'), 'i~y', 'y', 'g'), '\^([a-z])', '\1\1', 'g')
    from unnest(string_to_array(lower(normalize(value, nfkc)), null)) with ordinality as letters (letter, place);
  end;
