import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPageAreas } from '../../web/server/visitor-pages/page-areas.ts'
import { createSpot, type SpotFixture } from './fixtures.ts'
import { createPeople, type People } from './people.ts'

/**
 * The web server caches the pages of visitors until their versions change. Every change of a row that affects a page
 * must therefore change a version of that page. The test tries every change.
 */

let people: People
let spot: SpotFixture

/** Returns the statements behind each page, by its URL. They return the data that a visitor reads. */
const listPages = ({ id, listId }: SpotFixture): Record<string, string> => ({
  '/': 'public.home_page()',
  '/?stories=all': 'public.list_stories()',
  '/explore': 'public.explore_start(992, 772)::jsonb',
  '/explore?lat=45&lng=7.7&z=12': 'public.explore_page(7.5, 44.9, 7.9, 45.1, 12)::jsonb',
  '/explore?by=author': `public.explore_member_start('author', 992, 772)::jsonb || public.profile_page('author')`,
  '/explore?by=author&tab=lists': `public.profile_page('author', 'lists')`,
  '/explore?by=author&tab=stories': `public.profile_page('author', 'stories')`,
  [`/explore?list=${listId}`]: `public.list_page('${listId}')`,
  [`/spot/${id}`]: `public.spot_page('${id}')`,
})

/** Changes that only affect counters of some pages, directly or through a trigger. */
const COUNTERS = [
  // Deleting a list deletes its saves.
  ...['follows', 'reviews', 'comments', 'list_items', 'lists deleted'],
  ...[
    'been_count',
    'comment_count',
    'photo_count',
    'rating_sum',
    'review_count',
    'save_count',
    'confirmation_count',
  ].map((column) => `spots.${column}`),
]

beforeAll(async () => {
  people = await createPeople()
  const { owner, ids } = people
  await owner`
    insert into public.cities (id, slug, name, country_code, country_name, time_zone, feature_code, population, lng, lat)
    values (1, 'turin', 'Turin', 'IT', 'Italy', 'Europe/Rome', 'PPLA', 841600, 7.68682, 45.07049)`
  spot = await createSpot(people, 'public', 'published')
  for (const state of ['private', 'public'] as const) await createSpot(people, state, 'published')
  await owner`insert into public.follows (follower_id, member_id) values (${ids.stranger}, ${ids.author})`
  await owner`insert into public.list_members (list_id, member_id, role) values (${spot.listId}, ${ids.stranger}, 'editor')`
  await owner`insert into public.comments (spot_id, author_id, body) values (${spot.id}, ${ids.stranger}, 'Hello @author')`
  await owner`update public.posts set cover_photo_id = ${spot.photoId} where slug = ${spot.postSlug}`
  await owner`update public.spots set cover_photo_id = ${spot.photoId} where id = ${spot.id}`
  await owner`select public.refresh_spot_cells(), private.count_statistics()`
  await owner.unsafe(`
    create schema trial;
    create table trial.pages (name text primary key, statement text, areas text[], counter_areas text[], shown text);
    create function trial.read(page trial.pages) returns text language plpgsql as $$
    declare found text;
    begin
      perform set_config('request.jwt.claims', '{"role":"anon"}', true), set_config('role', 'anon', true);
      execute 'select md5(coalesce((' || page.statement || ')::text, ''null''))' into found;
      perform set_config('role', 'none', true);
      return found;
    end $$;
    create function trial.try(statement text, before jsonb) returns jsonb language plpgsql as $$
    declare rows integer; after jsonb; page trial.pages; outcome jsonb := '{"counted": 0}';
    begin
      execute statement;
      get diagnostics rows = row_count;
      if rows = 0 then return null; end if;
      after := public.page_versions('{${spot.id}}');
      for page in select * from trial.pages loop
        if exists (select from unnest(page.areas) as area where before -> area is distinct from after -> area) then
          outcome := outcome || '{"counted": 1}';
        elsif trial.read(page) <> page.shown then
          outcome := outcome || jsonb_build_object(case
            when exists (select from unnest(page.counter_areas) as area where before -> area is distinct from after -> area)
            then 'counters' else 'missed' end, page.name);
        end if;
      end loop;
      raise exception sqlstate 'ZZ001' using message = outcome::text;
    exception when sqlstate 'ZZ001' then return sqlerrm::jsonb;
      when others then return null;
    end $$`)
  for (const [name, statement] of Object.entries(listPages(spot))) {
    const { pathname, searchParams } = new URL(name, 'http://here')
    const { areas = [], counterAreas = [] } = findPageAreas(pathname, searchParams) ?? {}
    await owner`insert into trial.pages values (${name}, ${statement}, ${[...areas]}, ${[...counterAreas]})`
  }
})
afterAll(() => people[Symbol.asyncDispose]())

/** Reads every page and returns the tables behind them, determined by their locks. */
async function readPages(): Promise<string[]> {
  return await people.owner.begin(async (sql) => {
    await sql`update trial.pages set shown = trial.read(pages)`
    const tables = await sql<{ name: string }[]>`
      select distinct pg_class.oid::regclass::text as name from pg_locks join pg_class on pg_class.oid = relation
      where pid = pg_backend_pid() and relkind = 'r' and relation <> 'private.page_versions'::regclass
        and (relnamespace in ('public'::regnamespace, 'private'::regnamespace) or relation = 'auth.users'::regclass)`
    return tables.map(({ name }) => name)
  })
}

/** Lists statements that change one column of one row, or delete the row, for the first rows of each table. */
async function listChanges(tables: string[]): Promise<{ about: string; statement: string }[]> {
  return await people.owner<{ about: string; statement: string }[]>`
    with columns as (
      select attrelid::regclass::text as name, quote_ident(attname) as column, atttypid, typtype, typcategory
      from pg_attribute join pg_type on pg_type.oid = atttypid
      where attrelid = any (${tables}::regclass[]) and attnum > 0 and not attisdropped and attgenerated = ''
    ), changes as (
      select name, name || ' deleted' as about, 'delete from ' || name as start from columns group by name
      union all
      select name, name || '.' || "column", format('update %s set %s = %s', name, "column", value)
      from columns, lateral (
        select 'null' as value
        union all select format('%L', enumlabel) from pg_enum where typtype = 'e' and enumtypid = atttypid
        union all select format('%s || ''x''', "column") where typcategory = 'S'
        union all select 'gen_random_uuid()' where atttypid = 'uuid'::regtype
        union all select format('%s + 1', "column") where typcategory = 'N'
        union all select format('not coalesce(%s, false)', "column") where typcategory = 'B'
        union all select format('coalesce(%s, now()) + interval ''1 day''', "column") where typcategory = 'D'
        union all select format('array_append(%s, ''new'')', "column") where typcategory = 'A'
      ) as other
    )
    select about, start || format(' where ctid = (select ctid from %s order by %s::text offset %s limit 1)', name, name, skipped) as statement
    from changes, generate_series(0, 2) as skipped`
}

test('changes the versions of every page whose content changes', async () => {
  const { owner } = people
  const changes = await listChanges(await readPages())
  const [versions] = await owner`select public.page_versions(${[spot.id]}) as before`
  const missed = new Set<string>()
  const counters = new Set<string>()
  let counted = 0
  for (const { about, statement } of changes) {
    const [row] = await owner<
      { outcome: Outcome | null }[]
    >`select trial.try(${statement}, ${owner.json(versions?.before)}) as outcome`
    counted += row?.outcome?.counted ?? 0
    if (row?.outcome?.missed) missed.add(`${row.outcome.missed}: ${statement}`)
    if (row?.outcome?.counters) counters.add(about)
  }
  expect([...missed]).toEqual([])
  expect([...counters].filter((about) => !COUNTERS.some((known) => about.startsWith(known)))).toEqual([])
  expect(counted).toBeGreaterThan(200)
})

interface Outcome {
  counted: number
  /** The last page that changed although its versions did not. */
  missed?: string
  /** The last page that changed although only the version of its counters did. */
  counters?: string
}
