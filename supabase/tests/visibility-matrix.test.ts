import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, type People } from './people.ts'
import { FUNCTIONS, type MatrixIds, MORE, type Path, TABLES } from './visibility-paths.ts'
import {
  mayRead,
  STATUSES,
  type Status,
  VIEWERS,
  VISIBILITIES,
  type Viewer,
  type Visibility,
} from './visibility-rule.ts'

/**
 * The matrix of viewers, visibilities and statuses, for every path of the API that returns or counts rows. A viewer who
 * may not see a spot must get the same answer from each path as when the spot does not exist.
 */

let people: People
let ids: MatrixIds
const secret = randomUUID()
const PATHS: Record<string, Path> = { ...TABLES, ...FUNCTIONS, ...MORE }

beforeAll(async () => {
  people = await createPeople()
  const { owner } = people
  // Runs a statement, and returns its rows or its error. Takes back what it has changed.
  await owner.unsafe(`
    create schema matrix;
    create function matrix.try(statement text) returns text language plpgsql as $$
    declare rows text; trouble_detail text;
    begin
      execute 'with path as (' || statement || ') select coalesce(jsonb_agg(to_jsonb(path)), ''[]'')::text from path' into rows;
      raise exception sqlstate 'ZZ001' using message = rows;
    exception when others then
      get stacked diagnostics trouble_detail = pg_exception_detail;
      return case sqlstate when 'ZZ001' then sqlerrm else concat_ws(' ', sqlstate, sqlerrm, trouble_detail) end;
    end $$;
    grant usage on schema matrix to anon, authenticated;
    grant execute on function matrix.try to anon, authenticated`)
  await owner`
    insert into public.cities (id, slug, name, country_code, country_name, time_zone, feature_code, population, lng, lat)
    values (1, 'turin', 'Turin', 'IT', 'Italy', 'Europe/Rome', 'PPLA', 841600, 7.68682, 45.07049)`
  const [post] = await people.actAs(
    'author',
    (sql) => sql<{ id: string; slug: string }[]>`
      insert into public.posts (title, status) values ('A walk', 'published') returning id, slug`,
  )
  const [list] = await owner<{ id: string }[]>`
    insert into public.lists (title, visibility, author_id) values ('Both', 'public', ${people.ids.author}) returning id`
  await owner`
    insert into private.list_uses (member_id, list_id) select author_id, id from public.lists where kind = 'want'`
  await owner`
    insert into public.spots (id, title, category, lng, lat, precision, visibility, status, author_id)
    values ('plaintower23', 'Plain tower', 'castle', 20.1, 50, 'area', 'public', 'published', ${people.ids.newcomer})`
  ids = {
    spot: 'hiddenmill23',
    visibleSpot: 'plaintower23',
    photo: randomUUID(),
    comment: randomUUID(),
    review: randomUUID(),
    revision: 777,
    suggestion: 778,
    list: list?.id ?? '',
    hiddenList: 'hiddenlist23',
    post: post?.id ?? '',
    postSlug: post?.slug ?? '',
    story: 'hiddenstory2',
    storySlug: 'hidden-story',
    city: 'turin',
    file: `${people.ids.author}/${randomUUID()}`,
    people: people.ids,
  }
})
afterAll(() => people[Symbol.asyncDispose]())

/** Creates the spot with one of everything that can be attached, a story and a list. Written as the owner, so that no guard changes it. */
async function plant(visibility: Visibility, status: Status): Promise<void> {
  const { owner } = people
  const { author, stranger, newcomer } = people.ids
  const reason = status === 'removed' ? 'Spam' : null
  await owner`
    insert into public.spots (id, title, category, lng, lat, precision, visibility, status, removal_reason, author_id, description, tags, city_id)
    values (${ids.spot}, 'Hidden mill', 'castle', 7.7, 45, 'area', ${visibility}, ${status}, ${reason}, ${author}, 'needle', '{hiddentag}', 1)`
  await owner`insert into public.spot_exact_points (spot_id, lng, lat) values (${ids.spot}, 7.70123, 45.00456)`
  await owner`delete from public.links where spot_id = ${ids.spot}`
  await owner`insert into public.links (secret, owner_id, spot_id) values (${secret}, ${author}, ${ids.spot})`
  await owner`
    insert into public.photos (id, spot_id, author_id, storage_path, width, height)
    values (${ids.photo}, ${ids.spot}, ${author}, ${ids.file}, 10, 10)`
  await owner`insert into storage.objects (bucket_id, name, owner_id) values ('photos', ${`${ids.file}/full.webp`}, ${author})`
  await owner`insert into public.reviews (id, spot_id, author_id, rating, body) values (${ids.review}, ${ids.spot}, ${newcomer}, 5, 'needle')`
  await owner`insert into public.comments (id, spot_id, author_id, body) values (${ids.comment}, ${ids.spot}, ${author}, 'needle')`
  await owner`
    insert into public.revisions (id, spot_id, author_id, visibility, changes) overriding system value
    values (${ids.revision}, ${ids.spot}, ${author}, ${visibility}, '{"title":{"from":"a","to":"b"}}')`
  await owner`insert into public.spot_redirects (old_id, spot_id) values ('mergedmill23', ${ids.spot})`
  await owner`
    insert into public.suggestions (id, spot_id, author_id, changes, created_at) overriding system value
    values (${ids.suggestion}, ${ids.spot}, ${stranger}, '{"title":{"from":"Hidden mill","to":"needle"}}', now() - interval '9 days')`
  await owner`insert into public.post_spots (post_id, spot_id) values (${ids.post}, ${ids.spot})`
  await owner`insert into public.list_items (list_id, spot_id) values (${ids.list}, ${ids.spot})`
  await owner`insert into public.notifications (user_id, kind, actor_id, spot_id, text) values (${stranger}, 'reply', ${author}, ${ids.spot}, 'needle')`
  await owner`insert into public.reports (reporter_id, spot_id, reason) values (${newcomer}, ${ids.spot}, 'wrong')`
  await owner`
    insert into public.posts (id, slug, title, summary, body, visibility, status, removal_reason, author_id, city_id)
    values (${ids.story}, ${ids.storySlug}, 'Hidden story', 'needle', 'needle', ${visibility}, ${status}, ${reason}, ${author}, 1)`
  await owner`insert into public.comments (post_id, author_id, body) values (${ids.story}, ${author}, 'needle')`
  const isPublic = status === 'published' || status === 'closed'
  await owner`
    insert into public.lists (id, title, visibility, author_id)
    values (${ids.hiddenList}, 'Hidden list', ${isPublic ? visibility : 'private'}, ${author})`
  await owner`insert into public.list_members (list_id, member_id, role) values (${ids.hiddenList}, ${newcomer}, 'editor')`
  await owner`
    insert into public.list_invitations (list_id, role, token_hash) values (${ids.hiddenList}, 'editor', sha256('token'))`
  await owner`
    insert into public.list_changes (list_id, actor_id, kind, spot_id) values (${ids.list}, ${author}, 'added', ${ids.spot})`
  await owner`select public.refresh_spot_cells()`
}

async function uproot(): Promise<void> {
  await people.owner`delete from public.spots where id = ${ids.spot}`
  await people.owner`delete from public.posts where id = ${ids.story}`
  await people.owner`delete from public.lists where id = ${ids.hiddenList}`
  await people.owner.begin(async (sql) => {
    await sql`select set_config('storage.allow_delete_query', 'true', true)`
    await sql`delete from storage.objects where name = ${`${ids.file}/full.webp`}`
  })
  await people.owner`delete from public.notifications`
  await people.owner`select public.refresh_spot_cells()`
}

/** Returns what a viewer learns from each path: rows or the error, without times. All paths are asked by one statement. */
async function learn(viewer: Viewer): Promise<Record<string, string>> {
  const statements = Object.values(PATHS).map((path) => path.sql(ids))
  const rows = await people.as(
    viewer,
    async (sql) => {
      // Together the paths take longer than a request may.
      await sql`select set_config('statement_timeout', '60s', true)`
      return sql<{ outcome: string }[]>`
        select matrix.try(statement) as outcome from unnest(${statements}::text[]) with ordinality as asked (statement, at) order by at`
    },
    viewer === 'holder' ? secret : undefined,
  )
  return Object.fromEntries(Object.keys(PATHS).map((name, index) => [name, withoutTimes(rows[index]?.outcome ?? '')]))
}

/** The version counts changes of what visitors and members see, so it tells of no single spot. */
function withoutTimes(outcome: string): string {
  return outcome.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, 'time').replaceAll(/"version": \d+/g, '"version"')
}

/** Returns true for what moderators read of a report about a spot that has become private. */
function isOpenReport(viewer: Viewer, name: string, outcome = ''): boolean {
  return (
    viewer === 'moderator' &&
    PATHS[name]?.isReport === true &&
    !/hidden (?:mill|story|list)|needle|hiddentag/i.test(outcome)
  )
}

test('has an entry for every table, view and function of the API', async () => {
  const granted = await people.owner<{ kind: 'table' | 'function'; name: string }[]>`
    select 'table' as kind, relname as name from pg_class
    where relnamespace in (select oid from pg_namespace where nspname in ('public', 'graphql_public'))
      and relkind in ('r', 'p', 'v', 'm', 'f')
      and (has_any_column_privilege('anon', oid, 'select') or has_any_column_privilege('authenticated', oid, 'select'))
    union all
    select distinct 'function', proname from pg_proc
    where pronamespace in (select oid from pg_namespace where nspname in ('public', 'graphql_public'))
      and (has_function_privilege('anon', oid, 'execute') or has_function_privilege('authenticated', oid, 'execute'))`
  const names = (kind: string) => granted.filter((it) => it.kind === kind).map(({ name }) => name)
  expect(Object.keys(TABLES).toSorted()).toEqual(names('table').toSorted())
  expect(Object.keys(FUNCTIONS).toSorted()).toEqual(names('function').toSorted())
})

test('tells viewers who may not see a spot the same as if it did not exist, on every path', async () => {
  const without: Partial<Record<Viewer, Record<string, string>>> = {}
  for (const viewer of VIEWERS) without[viewer] = await learn(viewer)
  const leaks: string[] = []
  const seen = new Set<string>()
  for (const visibility of VISIBILITIES) {
    for (const status of STATUSES) {
      await plant(visibility, status)
      for (const viewer of VIEWERS) {
        const learned = await learn(viewer)
        const told = Object.keys(PATHS).filter((name) => learned[name] !== without[viewer]?.[name])
        if (mayRead(viewer, visibility, status)) for (const name of told) seen.add(name)
        else
          leaks.push(
            ...told
              .filter((name) => !isOpenReport(viewer, name, learned[name]))
              .map((name) => `${name}: ${viewer}, ${visibility} ${status}: ${learned[name]}`),
          )
      }
      await uproot()
    }
  }
  expect(leaks).toEqual([])
  // Every other path shows the spot to someone, or the matrix would prove nothing about it.
  const unaffected = Object.keys(PATHS).filter((name) => !seen.has(name))
  expect(unaffected).toEqual(Object.keys(PATHS).filter((name) => PATHS[name]?.about))
}, 600_000)
