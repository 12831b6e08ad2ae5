-- A row that is returned by a query of its own costs ten times as much as one that is put together: a flat folder holds many.
create or replace function storage.list_objects_with_delimiter(
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
  -- The greatest character sorts behind every key that begins with the prefix.
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
