-- A story that names many places was searched once for each of them, and all stories of an archive were created in one
-- step. Such a step exceeded the statement timeout each time, and stopped the imports of all members: the oldest is
-- continued first. Now a step that fails pauses its own import.
create function private.replace_spots_in_text(body text, places jsonb)
 returns text
 language sql
 immutable parallel safe
 set search_path to ''
as $$
  select coalesce(string_agg(case when n > 1 then '/spot/' else '' end
    -- Without the site of an old address before a new one.
    || case when is_next_new then regexp_replace(part, 'https?://[^/\s)]+$', '') else part end, '' order by n), '')
  from (
    select n, coalesce(place || substr(part, length(id) + 1), part) as part, lead(place) over (order by n) is not null as is_next_new
    from string_to_table(replace_spots_in_text.body, '/spot/') with ordinality as split (part, n)
    cross join lateral (select case when n > 1 then substring(part from '^[a-z0-9]+') end as id) as named
    cross join lateral (select replace_spots_in_text.places ->> id as place) as known
  ) as parts
$$;
comment on function private.replace_spots_in_text(text, jsonb) is 'A text with the ids of spots replaced, {old: new}, in one pass.';

drop function private.import_stories(public.imports);
create function private.import_next_story(import public.imports)
 returns boolean
 language plpgsql
 security definer
 set search_path to ''
as $$
declare
  story private.import_stories;
  places jsonb;
  created text;
begin
  select * into story from private.import_stories where import_id = import.id and post_id is null and reason = '' order by number limit 1;
  if story.import_id is null then return false; end if;
  perform set_config('hereabouts.imports', 'on', true);
  -- An archive that is imported again brings no second copy.
  if private.find_known_story(import, story) is not null then
    update private.import_stories set reason = 'You have this story already.' where import_id = import.id and number = story.number;
    update public.imports set story_count = story_count - 1 where id = import.id;
    delete from public.photos using public.import_photos as named
    where named.import_id = import.id and named.story_number = story.number and photos.id = named.photo_id and photos.author_id = import.member_id;
    update public.import_photos set state = 'left-out', reason = 'You have this story already.'
    where import_id = import.id and story_number = story.number and state in ('waiting', 'stored');
    perform set_config('hereabouts.imports', '', true);
    return true;
  end if;
  select coalesce(jsonb_object_agg(named.spot_id, place.spot_id), '{}') into places
  from private.list_spots_in_text(story.body) as named
  join lateral (select import_rows.spot_id from public.import_rows
    where import_id = import.id and import_rows.spot_id is not null and details ? 'source' and details ->> 'source' = named.spot_id limit 1) as place on true;
  story.body := private.replace_spots_in_text(story.body, places);
  begin
    insert into public.posts (title, summary, body, tags, visibility, status, author_id)
    values (story.title, story.summary, story.body, story.tags, 'private', 'draft', import.member_id) returning id into created;
    update private.import_stories set post_id = created where import_id = import.id and number = story.number;
    story.post_id := created;
    perform private.settle_import_story(import, story);
  exception when integrity_constraint_violation or data_exception or insufficient_privilege or sqlstate 'PT403' or sqlstate 'PT429' then
    update private.import_stories set reason = left(sqlerrm, 500) where import_id = import.id and number = story.number;
    update public.imports set story_count = story_count - 1 where id = import.id;
  end;
  perform set_config('hereabouts.imports', '', true);
  return true;
end
$$;
comment on function private.import_next_story(public.imports) is 'Creates the next story of an import as a private draft of the member. False if there is none.';

create or replace function private.continue_imports(most integer)
 returns integer
 language plpgsql
 security definer
 set search_path to ''
as $$
declare
  import public.imports;
  numbers integer[];
  handled integer;
  claims constant text := current_setting('request.jwt.claims', true);
begin
  select * into import from public.imports where status in ('running', 'undoing') order by updated_at limit 1 for update skip locked;
  if import.id is null then return 0; end if;
  begin
    perform private.act_as_member(import.member_id);
    if import.status = 'undoing' then
      handled := private.undo_import_rows(import, null, most);
      if handled = 0 then perform private.finish_undo(import); end if;
    else
      numbers := array(select number from public.import_rows where import_id = import.id and state = 'waiting' order by number limit most for update);
      handled := cardinality(numbers);
      if handled > 0 then perform private.import_rows_safely(import, numbers);
      else
        while handled < greatest(most / 20, 1) and private.import_next_story(import) loop
          handled := handled + 1;
        end loop;
        if handled = 0 then
          perform private.create_import_lists(import);
          update public.imports set status = 'done' where id = import.id;
        end if;
      end if;
    end if;
  exception when others or query_canceled then
    -- Deadlocks, missing resources, locks and shutdowns pass, so the caller repeats the step. It repeats a step that
    -- exceeded the statement timeout with 20 rows.
    if left(sqlstate, 2) in ('40', '53', '55', '57') and (sqlstate <> '57014' or most > 20) then raise; end if;
    raise warning 'import % stops: %', import.id, sqlerrm;
    -- The member may continue it. Meanwhile the imports of others go on.
    update public.imports set status = case import.status when 'undoing' then 'done' else 'paused' end::public.import_status
    where id = import.id;
  end;
  update public.imports set updated_at = now() where id = import.id;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return greatest(handled, 1);
end
$$;
