-- The archive of "Export your data" brings back more than places: the visibility of each spot and list, notes in lists, reviews and
-- stories. Spots keep their order in lists, because rows do.
alter table public.import_rows add column details jsonb not null default '{}',
  add constraint import_rows_details_check check (jsonb_typeof(details) = 'object' and length(details::text) <= 20000);
comment on column public.import_rows.details is 'From an archive of this product: source (the id of the spot there), visibility, status, precision, access, note, went_on, review {rating, body}.';
alter table public.imports add column lists jsonb not null default '[]', add column story_count integer not null default 0,
  add constraint imports_lists_check check (jsonb_typeof(lists) = 'array' and length(lists::text) <= 2000000);
comment on column public.imports.lists is 'From an archive of this product: the lists as {title, description, visibility}.';
comment on column public.imports.story_count is 'The stories that the import brings. They become drafts at its end.';

create table private.import_stories (
  import_id uuid not null references public.imports (id) on delete cascade,
  number integer not null,
  title text not null,
  summary text not null default '',
  body text not null default '',
  tags text[] not null default '{}',
  reason text not null default '',
  post_id text references public.posts (id) on delete set null,
  constraint import_stories_pkey primary key (import_id, number),
  constraint import_stories_length_check check (length(body) <= 200000 and length(summary) <= 500 and number between 1 and 5000)
);
create index import_stories_post_id_idx on private.import_stories (post_id) where post_id is not null;
alter table private.import_stories enable row level security;
comment on table private.import_stories is 'The stories of an import. They name spots by the ids of the site that they come from until the import has ended.';

create function private.describe_import(of_import uuid, lists jsonb, stories jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  import constant public.imports := private.require_own_import(of_import);
begin
  if import.status <> 'staging' then raise sqlstate 'PT409' using message = 'This import has already started.'; end if;
  if jsonb_typeof(stories) <> 'array' or jsonb_array_length(stories) > 50 then
    raise sqlstate 'PT400' using message = 'Send at most 50 stories at once.';
  end if;
  insert into private.import_stories (import_id, number, title, summary, body, tags)
  select of_import, number, left(title, 200), left(coalesce(summary, ''), 500), coalesce(body, ''), coalesce(tags, '{}')
  from jsonb_to_recordset(stories) as story (number integer, title text, summary text, body text, tags text[])
  on conflict do nothing;
  update public.imports set lists = coalesce(describe_import.lists, imports.lists), updated_at = now(),
    story_count = (select count(*) from private.import_stories where import_id = of_import)
  where id = of_import;
end
$$;
comment on function private.describe_import is 'Adds what an archive of this product has besides places to an import of the caller.';
create function public.describe_import(import uuid, lists jsonb default null, stories jsonb default '[]') returns void
  language sql volatile set search_path = '' return private.describe_import(import, lists, stories);
comment on function public.describe_import is 'Adds to an import that has not started: lists [{title, description, visibility}] and at most 50 stories [{number, title, summary, body, tags}] at once. Stories become drafts.';

-- Ids of spots are replaced by those that they have here. A name of a spot that did not come stays as it is.
create function private.import_stories(import public.imports) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  story private.import_stories;
  known record;
  created text;
begin
  perform set_config('hereabouts.imports', 'on', true);
  for story in select * from private.import_stories where import_id = import.id and post_id is null and reason = '' order by number loop
    for known in
      select named.spot_id as old_id, place.spot_id as new_id
      from private.list_spots_in_text(story.body) as named
      join lateral (select import_rows.spot_id from public.import_rows
        where import_id = import.id and import_rows.spot_id is not null and details ? 'source' and details ->> 'source' = named.spot_id limit 1) as place on true
    loop
      story.body := regexp_replace(story.body, '(?:https?://[^/\s)]+)?/spot/' || known.old_id || '(?![a-z0-9])', '/spot/' || known.new_id, 'g');
    end loop;
    begin
      insert into public.posts (title, summary, body, tags, visibility, status, author_id)
      values (story.title, story.summary, story.body, story.tags, 'private', 'draft', import.member_id) returning id into created;
      update private.import_stories set post_id = created where import_id = import.id and number = story.number;
    exception when integrity_constraint_violation or data_exception or insufficient_privilege or sqlstate 'PT403' or sqlstate 'PT429' then
      update private.import_stories set reason = left(sqlerrm, 500) where import_id = import.id and number = story.number;
      update public.imports set story_count = story_count - 1 where id = import.id;
    end;
  end loop;
  perform set_config('hereabouts.imports', '', true);
end
$$;
comment on function private.import_stories is 'Creates the stories of an import as private drafts of the member.';
create index import_rows_source_idx on public.import_rows (import_id, (details ->> 'source')) where details ? 'source';
revoke execute on function private.describe_import, private.import_stories from public;
revoke execute on function public.describe_import from public, anon, authenticated;
grant execute on function private.describe_import, public.describe_import to authenticated;

create or replace function private.find_import_list(import public.imports, name text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 300;
  found text;
begin
  select id into found from public.lists
  where author_id = import.member_id and (lower(title) = lower(btrim(name))
    or kind = case lower(btrim(name)) when 'want to go' then 'want' when 'been there' then 'been' end::public.list_kind)
  order by kind, created_at limit 1;
  if found is null and btrim(name) <> '' and (select cardinality(created_list_ids) from public.imports where id = import.id) < most then
    insert into public.lists (author_id, title, description, visibility)
    select import.member_id, left(btrim(name), 120), coalesce(left(described ->> 'description', 2000), ''),
      coalesce((described ->> 'visibility')::public.visibility, 'private')
    from (values (1)) as one left join lateral (
      select each as described from jsonb_array_elements(import.lists) as each where lower(each ->> 'title') = lower(btrim(name)) limit 1
    ) as known on true
    returning id into found;
    update public.imports set created_list_ids = created_list_ids || found where id = import.id;
  end if;
  return found;
end
$function$;

create or replace function private.import_rows(import public.imports, numbers integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  doubles integer[];
  originals integer[];
  targets jsonb;
  saved integer[];
  been integer[];
begin
  update public.import_rows as place set
    state = case when found.is_own then 'known' else 'saved' end::public.import_row_state, spot_id = found.spot_id,
    reason = case when found.is_own then 'You have it already: ' else 'On the map already: ' end || found.title
  from (
    select waiting.number, match.* from public.import_rows as waiting
    cross join lateral private.match_place(import.member_id, waiting.lng, waiting.lat, waiting.title) as match
    where waiting.import_id = import.id and waiting.number = any (numbers)
  ) as found
  where place.import_id = import.id and place.number = found.number;

  select coalesce(array_agg(number), '{}'), coalesce(array_agg(original), '{}') into doubles, originals
  from private.list_same_rows(import.id, numbers);
  select coalesce(jsonb_object_agg(name, private.find_import_list(import, name)), '{}') into targets
  from (
    select distinct case list when '' then 'Want to go' else list end as name from public.import_rows
    where import_id = import.id and number = any (numbers) and (list <> '' or (state = 'saved' and not details ? 'review'))
  ) as named;

  -- A new spot is counted as saved from the start, if its row or one that is the same has a list.
  select coalesce(array_agg(number) filter (where is_saved), '{}'), coalesce(array_agg(number) filter (where is_been), '{}')
  into saved, been
  from (
    select coalesce(same.original, place.number) as number, bool_or(lists.kind <> 'been') as is_saved, bool_or(lists.kind = 'been') as is_been
    from public.import_rows as place left join unnest(doubles, originals) as same (number, original) using (number)
    join public.lists on lists.id = targets ->> place.list
    where place.import_id = import.id and place.number = any (numbers)
    group by 1
  ) as listed;

  with fresh as materialized (
    select place.*, private.random_id() as new_id from public.import_rows as place
    where import_id = import.id and number = any (numbers) and state = 'waiting' and number <> all (doubles)
  ),
  created as (
    insert into public.spots (id, title, category, lng, lat, description, address, website, tags, visibility, status, author_id,
      import_batch, city_id, country_code, save_count, been_count, precision, access)
    select fresh.new_id, fresh.title, fresh.category, fresh.lng, fresh.lat, fresh.description, fresh.address, fresh.website, fresh.tags,
      chosen.visibility, private.next_status(null, chosen.status, null, chosen.visibility, import.member_id), import.member_id, import.id,
      cities.id, cities.country_code, (fresh.number = any (saved))::integer, (fresh.number = any (been))::integer,
      coalesce((details ->> 'precision')::public.position_precision, 'exact'), coalesce((details ->> 'access')::public.spot_access, 'unknown')
    from fresh
    cross join lateral (select coalesce((details ->> 'visibility')::public.visibility, import.visibility) as visibility,
      case details ->> 'status' when 'draft' then 'draft' else 'published' end::public.publication_status as status) as chosen
    left join lateral private.list_nearest_cities(fresh.lng, fresh.lat) as nearest on true
    left join public.cities on cities.id = nearest.id
  )
  update public.import_rows as place set state = 'created', spot_id = fresh.new_id, reason = ''
  from fresh where place.import_id = import.id and place.number = fresh.number;

  update public.import_rows as place set state = 'known', spot_id = first.spot_id, reason = 'You have it already: ' || first.title
  from unnest(doubles, originals) as same (number, original)
  join public.import_rows as first on first.import_id = import.id and first.number = same.original
  where place.import_id = import.id and place.number = same.number;

  -- An archive of this product says more about a place than other files.
  insert into public.spot_exact_points (spot_id, lng, lat)
  select spot_id, lng, lat from public.import_rows as place
  where place.import_id = import.id and place.number = any (numbers) and state = 'created' and details ->> 'precision' = 'area'
  on conflict (spot_id) do nothing;
  insert into public.reviews (spot_id, author_id, rating, body)
  select distinct on (place.spot_id) place.spot_id, import.member_id, (details #>> '{review,rating}')::smallint,
    coalesce(details #>> '{review,body}', '')
  from public.import_rows as place
  where place.import_id = import.id and place.number = any (numbers) and place.spot_id is not null and details ? 'review'
    and not exists (select from public.reviews where reviews.spot_id = place.spot_id and reviews.author_id = import.member_id)
  order by place.spot_id, place.number;
  if targets <> '{}' then perform private.list_import_rows(import, numbers, targets); end if;
end
$function$;

create or replace function private.list_import_rows(import public.imports, numbers integer[], targets jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
begin
  perform from public.users where id = import.member_id for no key update;
  with item as (
    select distinct on (target, spot_id) number, target, spot_id, coalesce(left(details ->> 'note', 280), '') as note,
      (details ->> 'went_on')::date as went_on
    from (
      select *, targets ->> case list when '' then 'Want to go' else list end as target from public.import_rows
      where import_id = import.id and number = any (numbers) and (list <> '' or (state = 'saved' and not details ? 'review'))
    ) as placed
    where target is not null order by target, spot_id, number
  ),
  inserted as (
    insert into public.list_items (list_id, spot_id, added_by, note, went_on, position)
    select target, spot_id, import.member_id, note, went_on,
      coalesce((select max(position) from public.list_items where list_id = target), 0)
        + row_number() over (partition by target order by number)
    from item on conflict do nothing returning list_id, spot_id
  )
  update public.import_rows as place set list_id = inserted.list_id
  from item join inserted on inserted.list_id = item.target and inserted.spot_id = item.spot_id
  where place.import_id = import.id and place.number = item.number;

  -- Spots that the import created are counted already.
  with added as materialized (
    select place.spot_id, place.list_id, lists.kind from public.import_rows as place join public.lists on lists.id = place.list_id
    where place.import_id = import.id and place.number = any (numbers)
      and not exists (select from public.import_rows as first where first.spot_id = place.spot_id and first.import_id = import.id
        and first.number = any (numbers) and first.state = 'created')
  ),
  counted as (
    select spot_id, bool_or(kind = 'been')::integer as been, (bool_or(kind <> 'been') and not exists (
      select from public.list_items join public.lists on lists.id = list_items.list_id
      where list_items.spot_id = added.spot_id and lists.author_id = import.member_id and lists.kind <> 'been'
        and not exists (select from added as own where own.spot_id = list_items.spot_id and own.list_id = list_items.list_id)
    ))::integer as saves
    from added group by spot_id
  )
  update public.spots set been_count = been_count + been, save_count = save_count + saves
  from counted where spots.id = counted.spot_id and been + saves > 0;

  with added as materialized (
    select number, spot_id, list_id from public.import_rows
    where import_id = import.id and number = any (numbers) and list_id is not null
  ),
  touched as (
    update public.lists set updated_at = now() where id in (select list_id from added) returning id, kind
  ),
  used as (
    insert into private.list_uses (member_id, list_id) select import.member_id, id from touched where kind <> 'been'
    on conflict on constraint list_uses_pkey do update set used_at = clock_timestamp()
  )
  insert into public.list_changes (list_id, actor_id, kind, spot_id)
  select added.list_id, import.member_id, 'added', added.spot_id from added join touched on touched.id = added.list_id
  where touched.kind = 'own' order by number;
end
$function$;

create or replace function private.add_import_rows(of_import uuid, rows jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  import constant public.imports := private.require_own_import(of_import);
  added integer;
begin
  if import.status <> 'staging' then raise sqlstate 'PT409' using message = 'This import has already started.'; end if;
  if jsonb_typeof(rows) <> 'array' or jsonb_array_length(rows) > 500 then
    raise sqlstate 'PT400' using message = 'Send at most 500 rows at once.';
  end if;
  insert into public.import_rows (import_id, number, title, category, lng, lat, description, address, website, tags, list, state, reason,
    found_as, details)
  select of_import, number, title, category, lng, lat, coalesce(description, ''), nullif(address, ''), nullif(website, ''),
    coalesce(tags, '{}'), coalesce(list, ''),
    case when coalesce(reason, '') <> '' then 'failed' when lng is null then 'pinless' else 'waiting' end::public.import_row_state,
    coalesce(reason, ''), case when lng is not null then nullif(left(found_as, 300), '') end,
    coalesce(details, '{}')
  from jsonb_to_recordset(rows) as place (number integer, title text, category text, lng double precision, lat double precision,
    description text, address text, website text, tags text[], list text, reason text, found_as text, details jsonb)
  where number <= import.row_count
  on conflict do nothing;
  get diagnostics added = row_count;
  update public.imports set updated_at = now() where id = of_import;
  return added;
end
$function$;

create or replace function private.continue_imports(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  import public.imports;
  numbers integer[];
  handled integer;
  claims constant text := current_setting('request.jwt.claims', true);
begin
  select * into import from public.imports where status in ('running', 'undoing') order by updated_at limit 1 for update skip locked;
  if import.id is null then return 0; end if;
  perform private.act_as_member(import.member_id);
  if import.status = 'undoing' then
    handled := private.undo_import_rows(import, null, most);
    if handled = 0 then perform private.finish_undo(import); end if;
  else
    numbers := array(select number from public.import_rows where import_id = import.id and state = 'waiting' order by number limit most for update);
    handled := cardinality(numbers);
    if handled > 0 then perform private.import_rows_safely(import, numbers);
    else
      perform private.import_stories(import);
      update public.imports set status = 'done' where id = import.id;
    end if;
  end if;
  update public.imports set updated_at = now() where id = import.id;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return greatest(handled, 1);
end
$function$;

create or replace function private.finish_undo(import public.imports) returns void
  language sql volatile security definer set search_path = ''
  as $$
    delete from public.reviews using public.import_rows as place
    where place.import_id = import.id and place.details ? 'review' and reviews.spot_id = place.spot_id
      and reviews.author_id = import.member_id and reviews.created_at >= import.created_at
      and reviews.body = coalesce(place.details #>> '{review,body}', '');
    delete from public.posts using private.import_stories as story
    where story.import_id = import.id and posts.id = story.post_id and posts.author_id = import.member_id and posts.status = 'draft';
    delete from public.lists where id = any ((select created_list_ids from public.imports where id = import.id)::text[])
      and author_id = import.member_id and not exists (select from public.list_items where list_id = lists.id);
    update public.imports set status = 'undone', updated_at = now() where id = import.id;
  $$;
