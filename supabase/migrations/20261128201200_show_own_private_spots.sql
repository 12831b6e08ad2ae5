-- Members who import more than 200 places, which are private unless they choose otherwise, saw 200 of them in any view of
-- the map, as an exact number. Now it is 2,000, and the number is not exact if there may be more.
create or replace function private.list_own_hits(filter private.spot_filter, with_new boolean)
 RETURNS SETOF private.spot_hit
 LANGUAGE sql
 STABLE
AS $function$
    select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, coalesce(spot.published_at, spot.created_at)
    from public.spots as spot
    where spot.author_id = (filter).viewer_id
      and (spot.visibility in ('link', 'private') or spot.status = 'pending')
      and spot.status in ('pending', 'published', 'closed')
      and private.matches_filter(spot, filter)
    union
    select spot.id, spot.map_key, spot.lng, spot.lat, spot.category, spot.score, spot.published_at
    from private.spot_changes as change join public.spots as spot on spot.id = change.spot_id
    where with_new and change.is_new and change.author_id = (filter).viewer_id and spot.author_id = (filter).viewer_id
      and private.is_shown(spot, 1::smallint) and private.matches_filter(spot, filter)
    limit 2000
  $function$;

create or replace function private.explore_view(filter private.spot_filter, zoom double precision, sort text, page_size integer, cursor text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  -- Marks stand at the centres of cells of 32 px. Ranges of map keys are read by cells of 64 px.
  level constant integer := private.choose_cell_level(filter, zoom);
  mark_level constant integer := level + 1;
  is_fine constant boolean := filter.query is not null or filter.access is not null
    or filter.min_rating <> floor(filter.min_rating) or (filter.has_photos and filter.min_rating is not null);
  -- Views with at most this many spots are read spot by spot, which takes 4 ms for a thousand. Cells take 2 ms but do
  -- not support all filters.
  few constant integer := case when is_fine then 1200 when mark_level > 12 then 800 else 400 end;
  -- Words found in at most this many spots are looked up; more frequent words are counted in a sample of the view.
  rare constant integer := 1500;
  after_rank double precision := 'infinity';
  after_id text := '';
  clusters private.map_cluster[];
  hits private.spot_hit[];
  own private.spot_hit[] := '{}';
  -- The limit of private.list_own_hits.
  most_own constant integer := 2000;
  top private.spot_hit[];
  matched double precision;
  scanned double precision;
  -- The spots of all categories, which the sample of a view has to read.
  whole double precision;
  one_in integer := 1;
  -- How many spots of the coarsest sample contain the words, and the sample in which they are counted.
  sampled integer;
  words_in integer;
  by_words boolean := false;
  is_complete boolean := false;
  ids text[];
  next_cursor text;
begin
  -- Taken from the token and not from the argument, so that nobody can see what only another member may see.
  filter.viewer_id := auth.uid();
  if filter.viewer_id is not null then
    perform private.has_valid_session();
  end if;
  filter.audience := case when filter.viewer_id is null then 0 else 1 end;
  if cursor is not null then
    after_rank := split_part(cursor, '_', 1)::double precision;
    after_id := split_part(cursor, '_', 2);
  end if;
  select array_agg(cluster) filter (where cluster.n > 0), coalesce(sum(cluster.n * cluster.share), 0),
      coalesce(sum(cluster.scanned * cluster.share), 0), coalesce(sum(cluster.whole * cluster.share), 0)
    into clusters, matched, scanned, whole
    from private.list_clusters(filter, mark_level) as cluster;

  if scanned <= few or level > 16 then
    hits := array(select hit from private.list_hits(filter, level, 2 * few + 1) as hit);
    is_complete := cardinality(hits) <= 2 * few;
  end if;
  if not is_complete and filter.query is not null then
    -- Looking words up reads every spot that contains them, so the sample tells first whether they are frequent.
    sampled := private.count_sampled_words(filter.query);
    is_complete := sampled <= 12
      and (select count(*) from (select from public.spots where search @@ filter.query limit rare + 1) as found) <= rare;
    if is_complete then
      hits := array(select hit from private.list_found_hits(filter, rare) as hit);
    end if;
  end if;
  if not is_complete and is_fine then
    one_in := case when scanned < 8 * 2500 then 8 when scanned < 64 * 2500 then 64 else 512 end;
    words_in := case when sampled * 64 <= 1200 then 8 when sampled * 8 <= 1200 then 64 else 512 end;
    -- A large view has more spots in the sample than there are with the words in a sample as fine or finer.
    by_words := coalesce(words_in <= case when whole < 8 * 2500 then 8 when whole < 64 * 2500 then 64 else 512 end, false);
    if by_words then
      one_in := words_in;
      hits := array(select hit from private.list_sampled_words(filter, one_in) as hit);
    else
      hits := array(select hit from private.list_sampled_hits(filter, level, one_in) as hit);
    end if;
    matched := cardinality(hits) * one_in;
  end if;

  if filter.viewer_id is not null then
    own := array(select hit from private.list_own_hits(filter, not is_complete) as hit);
  end if;
  if is_complete then
    hits := hits || own;
    top := case when filter.query is not null and sort = 'best' then private.rank_found_hits(hits, filter.query) else hits end;
    matched := cardinality(hits);
  else
    -- Where few spots contain the words, those of the sample stand in for the best ones of the view.
    top := own || case when sampled is not null and sort <> 'nearest' then hits end;
    if matched > 0 and not (by_words and sort = 'best' and matched < 0.03 * scanned) then
      top := top || array(select hit
        from private.list_top_hits(filter, sort, level, page_size + 1, matched, after_rank, after_id) as hit);
    end if;
    matched := matched + cardinality(own);
  end if;

  select array_agg(ranked.id order by ranked.rank desc, ranked.id desc),
      (array_agg(ranked.rank::text || '_' || ranked.id order by ranked.rank desc, ranked.id desc))[page_size]
    into ids, next_cursor
    from (
      select distinct hit.id, private.get_hit_rank(hit, sort, filter) as rank from unnest(top) as hit
      where (private.get_hit_rank(hit, sort, filter), hit.id) < (after_rank, after_id)
      order by 2 desc, 1 desc limit page_size + 1
    ) as ranked;

  return ('{"clusters":[' || concat_ws(',',
      nullif(case
        when is_complete then private.cluster_hits(hits, least(26, level + 3), 1)
        when is_fine then private.cluster_hits(hits, mark_level, one_in)
        else private.describe_clusters(filter, clusters, mark_level)
      end, ''),
      case when not is_complete then private.cluster_hits(own, case when cardinality(own) > 200 then least(26, level + 3) else 26 end, 1) end)
    || '],"total":{"n":' || round(matched) || ',"exact":' || (is_complete and cardinality(own) < most_own)::text
    || '},"spots":' || private.describe_spots(ids[1:page_size])
    || ',"cursor":' || case when cardinality(ids) > page_size then '"' || next_cursor || '"' else 'null' end
    || ',"version":' || (select version from private.spot_map) || '}')::json;
end
$function$;
