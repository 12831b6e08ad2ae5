/**
 * How long PostgreSQL takes for the queue of the moderators with 10,000 contributions waiting: the first page, the middle
 * of the queue, and the reports. `node bench/moderation.ts`
 */
import { randomUUID } from 'node:crypto'
import type { Sql } from '../backend/src/postgres/sql.ts'
import { withScratchDatabase } from '../scripts/scratch-database.ts'

const WAITING = 10_000
const AUTHORS = 2000
const RUNS = 200
const BUDGET_P95_MS = 30

const moderator = randomUUID()

await withScratchDatabase(async (owner) => {
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
  const [middle] = await owner<{ id: number }[]>`
    select id from public.moderation_items where queue = 'waiting' order by since, id offset ${WAITING / 2} limit 1`

  let isTooSlow = false
  for (const [name, call] of Object.entries({
    'first page': 'moderation_waiting()',
    'middle of the queue': `moderation_waiting(${middle?.id ?? 0})`,
    reports: 'moderation_reports()',
    'count of the badge': 'count_moderation()',
  })) {
    const times: number[] = []
    for (let run = 0; run < RUNS; run += 1) times.push(await time(owner, call))
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor(RUNS * share)] ?? 0
    isTooSlow ||= at(0.95) > BUDGET_P95_MS
    process.stdout.write(`${name}: p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms\n`)
  }
  if (isTooSlow) process.exitCode = 1
})

/** Returns the milliseconds that one call takes inside PostgreSQL, as a moderator through the role of the API. */
async function time(owner: Sql, call: string): Promise<number> {
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
