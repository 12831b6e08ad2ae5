-- What remains of the typed word without some letters is computed once and not for each of the 380 words of categories,
-- which took most of the time of a misspelled search.
create or replace function private.find_category(typed text, with_errors boolean) returns private.category_phrase
  language sql stable
  as $$
    with asked as materialized (
      select case when with_errors and length(typed) >= 4 then private.get_typed_variants(typed) end as variants
    )
    select category, key, null, null, false,
      case when key = typed then 1 when starts_with(key, typed) then 0.62 + 0.2 * length(typed) / length(key)
        when errors = 1 and length(typed) >= 6 then 0.75 else 0.44 end::real
    from (
      select category, key, private.count_errors(typed, key) as errors
      from private.category_words as known, asked
      where starts_with(key, typed)
        or (known.variants && asked.variants and private.count_errors(typed, key) <= private.get_most_errors(typed))
    ) as known
    where length(typed) >= 3
    order by (key = typed) desc, starts_with(key, typed) desc, errors, length(key), key limit 1
  $$;

-- One or two letters start thousands of words. Names are looked up by the longer words, if there are any, and then
-- compared with all.
create function private.list_longer_words(words text[]) returns text[]
  language sql immutable parallel safe
  as $$
    select coalesce(array_agg(word order by place) filter (where length(word) >= 3), words)
    from unnest(words) with ordinality as typed (word, place)
  $$;
comment on function private.list_longer_words is 'The words of at least three letters; all words if none is that long.';

create or replace function private.list_spots_with_words(query tsquery, words text[], audience smallint, is_frequent boolean) returns text[]
  language plpgsql stable
  as $$
declare
  walk constant integer := 1500;
  enough constant integer := 24;
  most constant integer := 200;
  longer constant text[] := private.list_longer_words(words);
  -- Without words, the query is that of corrected ones.
  rough constant tsquery := case when words[1] = '' then query else private.to_word_query(longer) end;
  found text[] := '{}';
begin
  if not is_frequent then
    found := array(select id from public.spots
      where array_to_tsvector(string_to_array(name_key, ' ')) @@ rough
        and status in ('published', 'closed') and visibility in ('public', 'members') and private.is_shown(spots, audience)
      limit most);
    if cardinality(found) < most then
      return case when rough = query then found
        else array(select id from public.spots where id = any (found) and array_to_tsvector(string_to_array(name_key, ' ')) @@ query) end;
    end if;
  end if;
  return found || array(select id from (
    select * from public.spots where status in ('published', 'closed') and visibility in ('public', 'members')
    order by score desc, id desc limit walk
  ) as best
  where strpos(' ' || name_key, ' ' || longer[1]) > 0
    and (cardinality(words) = 1 or array_to_tsvector(string_to_array(name_key, ' ')) @@ query)
    and private.is_shown(best, audience)
  limit enough);
end
$$;

create or replace function private.to_corrected_query(words text[]) returns tsquery
  language sql stable
  as $$
    select (string_agg(choice, ' & ' order by place) || coalesce((
        -- "stone henge"
        select ' | ' || quote_literal(word) from private.search_words where cardinality(words) > 1 and word = array_to_string(words, '')
      ), ''))::tsquery from (
      select typed.place, '(''' || typed.word || ''':*' || coalesce(string_agg(
        ' | ''' || known || '''' || case when typed.word = words[cardinality(words)] then ':*' else '' end, ''), '')
        || coalesce(' | ' || private.split_word(typed.word), '') || ')' as choice
      from unnest(private.list_longer_words(words)) with ordinality as typed (word, place)
      left join lateral private.list_corrections(typed.word, typed.word = words[cardinality(words)]) as known on true
      group by typed.place, typed.word
    ) as choices
  $$;
