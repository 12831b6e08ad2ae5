-- After an import of 20,000 places into a site of 1,000,000, all counts of the map were built again, which took 33 s.
-- Applying a change takes as long as counting about 13 spots, so rebuilding is faster only if many spots have changed.
create or replace function private.refresh_spot_cells(max_changes integer, rebuild boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  fold_lock constant bigint := 7203114520;
  -- How many spots a rebuild counts in the time that one change takes.
  spots_a_change constant integer := 13;
  changed bigint[];
  spot_ids text[];
  changes integer := 0;
  folded integer := 0;
  map_version bigint;
  is_rebuild boolean := coalesce(rebuild, (select count(*) from private.spot_changes) * spots_a_change
    > (select reltuples from pg_class where oid = 'public.spots'::regclass));
begin
  if rebuild is distinct from false then
    perform pg_advisory_xact_lock(fold_lock);
  elsif not pg_try_advisory_xact_lock(fold_lock) then
    return jsonb_build_object('changes', 0, 'cells', 0, 'busy', true);
  end if;
  perform private.collect_new_city_words();
  select version + 1, is_rebuild or needs_rebuild into map_version, is_rebuild from private.spot_map;
  if is_rebuild then
    folded := private.rebuild_cells(map_version);
    perform private.collect_words(null);
  else
    with taken as (
      delete from private.spot_changes
      where id in (select id from private.spot_changes order by id limit max_changes)
      returning cell, spot_id
    )
    select array_agg(distinct cell), array_agg(distinct spot_id), count(*) into changed, spot_ids, changes from taken;
    if changes > 0 then
      folded := private.refresh_cells(changed, map_version);
      perform private.collect_words(spot_ids);
    end if;
  end if;
  if is_rebuild or changes > 0 then update private.spot_map set version = map_version, needs_rebuild = false; end if;
  return jsonb_build_object('changes', changes, 'cells', folded, 'busy', false);
end
$$;

comment on function public.refresh_spot_cells(integer, boolean) is 'Server chore: applies at most max_changes changed spots to the counts of the map, or rebuilds everything. If rebuild is null, it waits for other refreshes and does what is faster. Returns {changes, cells, busy}.';
