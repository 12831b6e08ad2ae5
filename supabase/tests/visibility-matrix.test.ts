import { afterAll, beforeAll, expect, test } from 'vitest'
import { INDIRECT } from './indirect-visibility-paths.ts'
import { createPeople, type People } from './people.ts'
import { FUNCTIONS, type MatrixIds, type Path, type Subject, TABLES } from './visibility-paths.ts'
import { mayRead, VIEWERS, type Viewer } from './visibility-rule.ts'
import {
  COMBINATIONS,
  type Combination,
  createSubjects,
  deleteSubjects,
  prepareSubjects,
  type SharedRows,
} from './visibility-subjects.ts'

/**
 * Tests the matrix of viewers, visibilities and statuses for every path of the API that returns or counts rows. A
 * viewer who may not see a spot must get the same response from each path as when the spot does not exist.
 */

/** One statement, run with the secret of a link. */
interface Question {
  name: string
  combination: Combination
  sql: string
  secret: string
}

let people: People
let sharedIds: Omit<MatrixIds, keyof Subject>
let shared: SharedRows
/** The response of each path to each viewer without any of the spots. */
let without: Record<Viewer, Record<string, string>>
const PATHS: Record<string, Path> = { ...TABLES, ...FUNCTIONS, ...INDIRECT }
const [FIRST] = COMBINATIONS as [Combination]

beforeAll(async () => {
  people = await createPeople()
  const { owner } = people
  // Runs a statement, returns its rows or its error, and rolls back its changes.
  await owner.unsafe(`
    create schema matrix;
    create function matrix.try(statement text, secret text) returns text language plpgsql as $$
    declare rows text; trouble_detail text;
    begin
      perform set_config('request.headers', jsonb_build_object('x-link-secret', secret)::text, true);
      execute 'with path as (' || statement || ') select coalesce(jsonb_agg(to_jsonb(path)), ''[]'')::text from path' into rows;
      raise exception sqlstate 'ZZ001' using message = rows;
    exception when others then
      get stacked diagnostics trouble_detail = pg_exception_detail;
      return case sqlstate when 'ZZ001' then sqlerrm else concat_ws(' ', sqlstate, sqlerrm, trouble_detail) end;
    end $$;
    grant usage on schema matrix to anon, authenticated;
    grant execute on function matrix.try to anon, authenticated`)
  await prepareSubjects(people)
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
  await owner`
    insert into public.bundle_subscriptions (address, title, origin_name, origin_url, public_key)
    values ('https://origin.example/city/turin.bundle', 'Turin', 'Origin', 'https://origin.example', ${'A'.repeat(43)})`
  shared = { list: list?.id ?? '', post: post?.id ?? '' }
  sharedIds = {
    ...shared,
    visibleSpot: 'plaintower23',
    postSlug: post?.slug ?? '',
    city: 'turin',
    people: people.ids,
  }
  without = await askWithout()
})
afterAll(() => people[Symbol.asyncDispose]())

/**
 * Returns the statements of these paths about these combinations. A path whose statement contains no id of a
 * combination runs only once, except for viewers with a link, whose secret could change the response.
 */
function listQuestions(viewer: Viewer, combinations: Combination[], names: string[]): Question[] {
  const asked = new Set<string>()
  const questions: Question[] = []
  for (const combination of combinations) {
    for (const name of names) {
      const secret = viewer === 'holder' ? combination.secret : ''
      const sql = PATHS[name]?.sql({ ...sharedIds, ...combination }) ?? ''
      const key = `${name} ${secret} ${sql}`
      if (asked.has(key)) continue
      asked.add(key)
      questions.push({ name, combination, sql, secret })
    }
  }
  return questions
}

/** Returns the rows or errors that a viewer gets, without times and with the same ids for all combinations. */
async function ask(viewer: Viewer, questions: Question[]): Promise<string[]> {
  const rows = await people.as(viewer, async (sql) => {
    // Together the statements take longer than the statement timeout allows.
    await sql`select set_config('statement_timeout', '60s', true)`
    return sql<{ outcome: string }[]>`
      select matrix.try(statement, secret) as outcome
      from unnest(${questions.map((question) => question.sql)}::text[], ${questions.map((question) => question.secret)}::text[])
        with ordinality as question (statement, secret, position)
      order by position`
  })
  return rows.map(({ outcome }, index) => normalize(outcome, questions[index]?.combination))
}

/** The version counts changes of what visitors and members see, so it reveals no single spot. */
function normalize(outcome: string, combination = FIRST): string {
  let text = outcome
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, 'time')
    .replaceAll(/"version": \d+/g, '"version"')
  for (const [key, id] of Object.entries(combination)) {
    if (key !== 'visibility' && key !== 'status') text = text.replaceAll(String(id), key)
  }
  return text
}

async function askWithout(): Promise<Record<Viewer, Record<string, string>>> {
  const byViewer: Partial<Record<Viewer, Record<string, string>>> = {}
  for (const viewer of VIEWERS) {
    const questions = listQuestions(viewer, [FIRST], Object.keys(PATHS))
    const outcomes = await ask(viewer, questions)
    byViewer[viewer] = Object.fromEntries(questions.map(({ name }, index) => [name, outcomes[index] ?? '']))
  }
  return byViewer as Record<Viewer, Record<string, string>>
}

/** Returns true for the report that moderators may read about a spot that has become private. */
function isOpenReport(viewer: Viewer, name: string, outcome: string): boolean {
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

// One test per viewer, because all of them together take long on a busy machine.
test.each(VIEWERS)('returns the same on every path for a hidden and for a missing spot to a %s', async (viewer) => {
  const hidden = COMBINATIONS.filter(({ visibility, status }) => !mayRead(viewer, visibility, status))
  await createSubjects(people, shared, hidden)
  const questions = listQuestions(viewer, hidden, Object.keys(PATHS))
  const outcomes = await ask(viewer, questions)
  const leaks: string[] = []
  for (const [index, { name, combination }] of questions.entries()) {
    const outcome = outcomes[index] ?? ''
    if (outcome === without[viewer][name] || isOpenReport(viewer, name, outcome)) continue
    leaks.push(`${name}: ${combination.visibility} ${combination.status}: ${outcome}`)
  }
  await deleteSubjects(people)
  expect(leaks).toEqual([])
})

test('shows the spot on every path to a viewer who may see it', async () => {
  let unseen = Object.keys(PATHS)
  for (const viewer of VIEWERS) {
    const readable = COMBINATIONS.filter(({ visibility, status }) => mayRead(viewer, visibility, status))
    await createSubjects(people, shared, readable)
    for (const combination of readable) {
      const questions = listQuestions(viewer, [combination], unseen)
      const outcomes = await ask(viewer, questions)
      const seen = questions.filter(({ name }, index) => outcomes[index] !== without[viewer][name])
      unseen = unseen.filter((name) => !seen.some((question) => question.name === name))
    }
    await deleteSubjects(people)
  }
  // Otherwise the matrix would prove nothing about these paths.
  expect(unseen).toEqual(Object.keys(PATHS).filter((name) => PATHS[name]?.about))
})
