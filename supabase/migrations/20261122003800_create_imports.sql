-- Bulk import of places (`npm run import`). It is idempotent by the origin of each place and resumes at a checkpoint.
create table private.imports (
  id text primary key,
  line integer not null default 0,
  imported integer not null default 0,
  known integer not null default 0,
  rejected integer not null default 0,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint imports_id_check check (length(id) between 1 and 200)
);
alter table private.imports enable row level security;
comment on table private.imports is 'One row per imported file, identified by its content. line: how many lines have been committed.';

create table private.spot_origins (
  source text not null,
  key text not null,
  spot_id text references public.spots (id) on delete set null,
  constraint spot_origins_pkey primary key (source, key)
);
create index spot_origins_spot_id_idx on private.spot_origins (spot_id);
alter table private.spot_origins enable row level security;
comment on table private.spot_origins is
  'Origins of imported spots. When a spot is deleted its row stays with a null, so that another import does not bring it back.';

-- Imported spots have no author: no member of this instance wrote them, and they must not count towards anyone's
-- numbers or rights.
create function private.import_spots(places jsonb) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  created integer;
begin
  with incoming as materialized (
    select distinct on (place.source, key) private.random_id() as id, place.*, key
    from jsonb_to_recordset(places) as place (
      title text, description text, category text, tags text[], lng double precision, lat double precision, country_code text,
      source text
    ),
    md5(concat_ws('|', place.title, place.category, place.lng, place.lat)) as key
  ),
  fresh as (
    insert into private.spot_origins (source, key, spot_id)
    select source, key, id from incoming
    on conflict do nothing
    returning spot_id
  )
  insert into public.spots (id, title, description, category, tags, lng, lat, country_code, author_id, visibility, status)
  select id, title, description, category, tags, lng, lat, country_code, null, 'public', 'published'
  from incoming join fresh on fresh.spot_id = incoming.id;
  get diagnostics created = row_count;
  return created;
end
$$;
comment on function private.import_spots is 'Creates the places that are not known yet and returns their number.';

create function private.import_batch(import_id text, last_line integer, rejected integer, places jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  created integer := 0;
  rejects jsonb := '[]';
  place record;
begin
  begin
    created := private.import_spots(places);
  exception when integrity_constraint_violation or data_exception then
    -- An invalid place must not reject the whole batch, so each place is retried on its own.
    for place in select value, ordinality from jsonb_array_elements(places) with ordinality loop
      begin
        created := created + private.import_spots(jsonb_build_array(place.value));
      exception when integrity_constraint_violation or data_exception then
        rejects := rejects || jsonb_build_object('index', place.ordinality - 1, 'reason', sqlerrm);
      end;
    end loop;
  end;
  insert into private.imports as import (id, line, imported, known, rejected)
  values (import_id, last_line, created, jsonb_array_length(places) - created - jsonb_array_length(rejects),
    import_batch.rejected + jsonb_array_length(rejects))
  on conflict (id) do update set line = excluded.line, imported = import.imported + excluded.imported,
    known = import.known + excluded.known, rejected = import.rejected + excluded.rejected, updated_at = now();
  return jsonb_build_object('imported', created, 'rejects', rejects);
end
$$;

create function private.find_import(import_id text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$ select to_jsonb(imports) from private.imports where id = import_id $$;

create function public.import_batch(import_id text, last_line integer, rejected integer, places jsonb) returns jsonb
  language sql volatile set statement_timeout = '2min'
  return private.import_batch(import_id, last_line, rejected, places);
comment on function public.import_batch is
  'Creates a batch of places and stores the progress of the import in one transaction. Returns {imported, rejects: [{index, reason}]}.';

create function public.find_import(import_id text) returns jsonb
  language sql stable
  return private.find_import(import_id);
comment on function public.find_import is 'Progress of an import: {line, imported, known, rejected, …}, or null if it never started.';
