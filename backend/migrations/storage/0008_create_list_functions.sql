-- Lists of one folder level. Each folder costs one index probe, whatever its size; files are read in one scan. Only
-- text comparisons bound the scans: they are leakproof, so callers under RLS use the index too. lower() and LIKE are
-- not leakproof and would read the whole bucket.
create function storage.get_common_prefix(p_key text, p_prefix text, p_delimiter text) returns text
  language sql immutable parallel safe
  return case
    when strpos(substr(p_key, length(p_prefix) + 1), p_delimiter) > 0
    then left(p_key, length(p_prefix) + strpos(substr(p_key, length(p_prefix) + 1), p_delimiter) + length(p_delimiter) - 1)
  end;
comment on function storage.get_common_prefix(text, text, text) is 'The folder of this level that contains the key, with its slash; null for a file of this level.';

create function storage.key_after(entry text, prefix text, delimiter text) returns text
  language sql immutable parallel safe
  return case
    when entry <> prefix and right(entry, length(delimiter)) = delimiter
    then left(entry, -1) || chr(ascii(right(delimiter, 1)) + 1)
    else entry || chr(1)
  end;
comment on function storage.key_after(text, text, text) is 'The smallest key after an entry of a level in bytewise order; for a folder, after everything in it.';

-- return next costs a tenth of a return query per row, which matters in a flat folder.
create function storage.list_objects_with_delimiter(
  _bucket_id text,
  prefix_param text,
  delimiter_param text default '/',
  max_keys integer default 100,
  start_after text default '',
  next_token text default '',
  sort_order text default 'asc'
) returns table (name text, id uuid, metadata jsonb, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz)
  language plpgsql stable
as $$
#variable_conflict use_column
declare
  is_descending boolean := lower(sort_order) = 'desc';
  entry text := coalesce(nullif(next_token, ''), nullif(start_after, ''));
  lowest text := prefix_param;
  -- The greatest character sorts after every key that starts with the prefix.
  highest text := prefix_param || chr(1114111);
  remaining integer := max_keys;
  is_end boolean := false;
  folder text;
  candidates refcursor;
  candidate record;
begin
  if entry is not null and is_descending then
    highest := least(entry collate "C", highest collate "C");
  elsif entry is not null then
    lowest := greatest(storage.key_after(entry, prefix_param, delimiter_param) collate "C", lowest collate "C");
  end if;

  while remaining > 0 and not is_end loop
    if is_descending then
      open candidates no scroll for
        select o.name, o.id, o.metadata, o.updated_at, o.created_at, o.last_accessed_at from storage.objects as o
        where o.bucket_id = _bucket_id and o.name collate "C" >= lowest and o.name collate "C" < highest
        order by o.name collate "C" desc limit remaining;
    else
      open candidates no scroll for
        select o.name, o.id, o.metadata, o.updated_at, o.created_at, o.last_accessed_at from storage.objects as o
        where o.bucket_id = _bucket_id and o.name collate "C" >= lowest and o.name collate "C" < highest
        order by o.name collate "C" limit remaining;
    end if;
    loop
      fetch candidates into candidate;
      is_end := not found;
      exit when is_end;
      folder := storage.get_common_prefix(candidate.name, prefix_param, delimiter_param);
      entry := coalesce(folder, candidate.name);
      name := entry;
      if folder is null then
        id := candidate.id;
        metadata := candidate.metadata;
        updated_at := candidate.updated_at;
        created_at := candidate.created_at;
        last_accessed_at := candidate.last_accessed_at;
      else
        id := null;
        metadata := null;
        updated_at := null;
        created_at := null;
        last_accessed_at := null;
      end if;
      return next;
      remaining := remaining - 1;
      exit when folder is not null or remaining = 0;
    end loop;
    close candidates;
    if is_descending then
      highest := entry;
    else
      lowest := storage.key_after(entry, prefix_param, delimiter_param);
    end if;
  end loop;
end
$$;
comment on function storage.list_objects_with_delimiter(text, text, text, integer, text, text, text) is
  'Files and folders (id null, name with slash) below a prefix in bytewise order, at most max_keys after an entry.';

create function storage.search_by_timestamp(
  p_prefix text,
  p_bucket_id text,
  p_limit integer,
  p_level integer,
  p_start_after text,
  p_sort_order text,
  p_sort_column text,
  p_sort_column_after text
) returns table (key text, name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb)
  language sql stable
  begin atomic
    with entries as (
      select
        l.*,
        l.id is not null as is_file,
        date_trunc('milliseconds', case p_sort_column
          when 'created_at' then l.created_at
          when 'last_accessed_at' then l.last_accessed_at
          else l.updated_at
        end) as sort_time,
        lower(p_sort_order) = 'desc' as is_descending
      from storage.list_objects_with_delimiter(p_bucket_id, p_prefix, '/', 2147483647) as l
    ),
    -- Folders have no time, so they come first, by name. A position in either order is a pair.
    places as (
      select e.*, coalesce(extract(epoch from e.sort_time) * case when e.is_descending then -1 else 1 end, 0) as place
      from entries as e
    )
    select
      split_part(rtrim(p.name, '/'), '/', -1), p.name, p.id, p.updated_at, p.created_at, p.last_accessed_at, p.metadata
    from places as p
    where p_start_after = ''
      or case
        when p_sort_column_after = '' then
          p.is_file
          or (not p.is_descending and p.name collate "C" > p_start_after)
          or (p.is_descending and p.name collate "C" < p_start_after)
        else
          p.is_file and (
            (not p.is_descending and (p.sort_time, p.name collate "C")
              > (date_trunc('milliseconds', p_sort_column_after::timestamptz), p_start_after collate "C"))
            or (p.is_descending and (p.sort_time, p.name collate "C")
              < (date_trunc('milliseconds', p_sort_column_after::timestamptz), p_start_after collate "C"))
          )
      end
    order by
      p.is_file,
      p.place,
      case when not p.is_descending then p.name end collate "C",
      case when p.is_descending then p.name end collate "C" desc
    limit p_limit;
  end;

create function storage.search_v2(
  prefix text,
  bucket_name text,
  limits integer default 100,
  levels integer default 1,
  start_after text default '',
  sort_order text default 'asc',
  sort_column text default 'name',
  sort_column_after text default ''
) returns table (key text, name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb)
  language plpgsql stable
as $$
#variable_conflict use_column
begin
  if sort_column in ('created_at', 'updated_at', 'last_accessed_at') then
    return query select * from storage.search_by_timestamp(
      prefix, bucket_name, limits, levels, start_after, sort_order, sort_column, sort_column_after);
  else
    return query
      select split_part(rtrim(l.name, '/'), '/', -1), l.name, l.id, l.updated_at, l.created_at, l.last_accessed_at, l.metadata
      from storage.list_objects_with_delimiter(bucket_name, prefix, '/', limits, start_after, '', sort_order) as l;
  end if;
end
$$;

create function storage.search(
  prefix text,
  bucketname text,
  limits integer default 100,
  levels integer default 1,
  offsets integer default 0,
  search text default '',
  sortcolumn text default 'name',
  sortorder text default 'asc'
) returns table (name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb)
  language sql stable
  begin atomic
    -- The search up to its last slash names folders and is case-sensitive. Only the rest ignores case.
    with asked as (
      select
        prefix || coalesce(substring(search from '^.*/'), '') as folder,
        lower(coalesce(substring(search from '[^/]*$'), '')) as beginning,
        lower(sortorder) = 'desc' as is_descending,
        sortcolumn in ('created_at', 'updated_at', 'last_accessed_at') as is_by_time
    ),
    entries as (
      select
        l.*,
        rtrim(substr(l.name, length(prefix) + 1), case when l.id is null then '/' else '' end) as shown_name,
        asked.is_descending,
        asked.is_by_time and l.id is not null as is_behind_folders,
        case when asked.is_by_time then
          case sortcolumn
            when 'created_at' then l.created_at
            when 'last_accessed_at' then l.last_accessed_at
            else l.updated_at
          end
        end as sort_time
      from asked, storage.list_objects_with_delimiter(bucketname, asked.folder, '/', 2147483647) as l
      where starts_with(lower(substr(l.name, length(asked.folder) + 1)), asked.beginning)
    )
    select e.shown_name, e.id, e.updated_at, e.created_at, e.last_accessed_at, e.metadata
    from entries as e
    order by
      e.is_behind_folders,
      case when not e.is_descending then e.sort_time end,
      case when e.is_descending then e.sort_time end desc,
      case when not e.is_descending then lower(e.shown_name) end collate "C",
      case when e.is_descending then lower(e.shown_name) end collate "C" desc,
      case when not e.is_descending then e.shown_name end collate "C",
      case when e.is_descending then e.shown_name end collate "C" desc
    limit limits
    offset offsets;
  end;
comment on function storage.search(text, text, integer, integer, integer, text, text, text) is
  'Files and folders (id null) of one level, named relative to the prefix, which ends in a slash unless it is empty.';
