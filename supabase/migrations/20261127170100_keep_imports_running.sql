-- An archive could describe a list that cannot be created: with an unknown visibility, a title that the site rejects, or more
-- new lists than a member may add within an hour. The step of the import failed then, and as the oldest import is always
-- continued first, it stopped the imports of all members for good. The next migration replaces the step itself.
create or replace function private.find_import_list(import public.imports, name text)
 returns text
 language plpgsql
 security definer
 set search_path to ''
as $$
declare
  most constant integer := 300;
  found text;
begin
  select id into found from public.lists
  where author_id = import.member_id and (lower(title) = lower(btrim(name))
    or kind = case lower(btrim(name)) when 'want to go' then 'want' when 'been there' then 'been' end::public.list_kind)
  order by kind, created_at limit 1;
  if found is null and btrim(name) <> '' and (select cardinality(created_list_ids) from public.imports where id = import.id) < most then
    insert into public.lists (author_id, title, description, visibility, created_at)
    select import.member_id, left(btrim(name), 120), coalesce(left(described ->> 'description', 2000), ''),
      coalesce((select level from unnest(enum_range(null::public.visibility)) as level where level::text = described ->> 'visibility'), 'private'),
      coalesce(private.to_past_date(described ->> 'created_at'), now())
    from (values (1)) as one left join lateral (
      select each as described from jsonb_array_elements(import.lists) as each where lower(each ->> 'title') = lower(btrim(name)) limit 1
    ) as known on true
    returning id into found;
    update public.imports set created_list_ids = created_list_ids || found where id = import.id;
  end if;
  return found;
end
$$;

create or replace function private.create_import_lists(import public.imports)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $$
declare
  name text;
begin
  perform set_config('hereabouts.imports', 'on', true);
  for name in
    select distinct left(btrim(each ->> 'title'), 120) from jsonb_array_elements(import.lists) as each
    where coalesce(each ->> 'kind', 'own') = 'own' and length(btrim(each ->> 'title')) > 0
  loop
    begin
      perform private.find_import_list(import, name);
    exception when integrity_constraint_violation or data_exception then
      -- The site does not accept such a list. The others are created.
      null;
    end;
  end loop;
  perform set_config('hereabouts.imports', '', true);
end
$$;
