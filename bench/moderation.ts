// Measures the desk of the moderators with 10,000 contributions waiting: npm exec -c 'node bench/moderation.ts'.
import { randomUUID } from 'node:crypto'
import type { Sql } from '../backend/src/postgres/statements/sql.ts'
import { withScratchDatabase } from '../scripts/scratch-database.ts'
import { type Row, roundFigure } from './row.ts'

const WAITING = 10_000
const AUTHORS = 2000
const RUNS = 200

/** Measures each query of the desk in its own database, as a moderator under RLS. Times are those of PostgreSQL. */
export function benchModeration(): Promise<Row[]> {
  return withScratchDatabase(async (owner) => {
    const moderator = await fillQueues(owner)
    const [middle] = await owner<{ id: number }[]>`
      select id from public.moderation_items where queue = 'waiting' order by since, id offset ${WAITING / 2} limit 1`
    const calls = {
      'queue, first page': 'moderation_waiting()',
      'queue, middle': `moderation_waiting(${middle?.id ?? 0})`,
      reports: 'moderation_reports()',
      'count of the badge': 'count_moderation()',
    }
    const rows: Row[] = []
    for (const [name, call] of Object.entries(calls)) {
      const times: number[] = []
      for (let run = 0; run < RUNS; run += 1) times.push(await time(owner, moderator, call))
      times.sort((a, b) => a - b)
      const at = (share: number) => roundFigure(times[Math.floor(RUNS * share)] ?? Number.NaN)
      rows.push({ name: `${name} p50`, value: at(0.5), unit: 'ms' })
      rows.push({ name: `${name} p95`, value: at(0.95), unit: 'ms', aim: '≤ 30' })
    }
    return rows
  })
}

/** Fills the queues and returns the moderator. */
async function fillQueues(owner: Sql): Promise<string> {
  const moderator = randomUUID()
  await owner`insert into auth.users (id, email, raw_app_meta_data) values (${moderator}, 'moderator@example.org', '{"role":"moderator"}')`
  await owner`insert into public.users (id, username) values (${moderator}, 'first-moderator')`
  await owner`
    insert into auth.users (id, email)
    select md5('author' || number)::uuid, 'author' || number || '@example.org' from generate_series(1, ${AUTHORS}) as number`
  await owner`
    insert into public.users (id, username)
    select md5('author' || number)::uuid, 'author-' || number from generate_series(1, ${AUTHORS}) as number`
  await owner`
    insert into public.spots (title, category, lng, lat, status, description, author_id, created_at)
    select 'Spot ' || number, 'castle', 5 + number % 500 / 100.0, 40 + number % 700 / 100.0, 'pending', repeat('A quiet place. ', 20),
      md5('author' || (1 + number % ${AUTHORS}))::uuid, now() - number * interval '1 minute'
    from generate_series(1, ${WAITING}) as number`
  await owner`
    insert into public.spots (title, category, lng, lat, status, description, author_id)
    select 'Shown ' || number, 'castle', 5 + number % 500 / 100.0, 40 + number % 700 / 100.0, 'published', 'Known',
      md5('author' || (1 + number % ${AUTHORS}))::uuid
    from generate_series(1, ${WAITING * 2}) as number`
  await owner`
    insert into public.reports (reporter_id, spot_id, reason)
    select md5('author' || (1 + row_number() over () % ${AUTHORS}))::uuid, id, 'spam'
    from (select id from public.spots where status = 'pending' limit 500) as spots`
  await owner`analyze`
  return moderator
}

/** Returns the milliseconds that one call takes inside PostgreSQL, as a moderator through the role of the API. */
async function time(owner: Sql, moderator: string, call: string): Promise<number> {
  return owner.begin(async (sql) => {
    const claims = { sub: moderator, role: 'authenticated', app_metadata: { role: 'moderator' } }
    await sql`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
    const [row] = await sql.unsafe<{ ms: number }[]>(`
      with began as materialized (select clock_timestamp() as at),
        page as materialized (select public.${call} as data from began)
      select extract(epoch from clock_timestamp() - began.at)::float8 * 1000 as ms from began, page where page.data is not null`)
    return row?.ms ?? Number.POSITIVE_INFINITY
  })
}

if (import.meta.main) console.table(await benchModeration())
