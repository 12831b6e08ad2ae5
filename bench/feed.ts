// Measures the feed of a member who follows 1,000: npm exec -c 'node bench/feed.ts [--quick]'.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../backend/src/config.ts'
import { openDatabase } from '../backend/src/postgres/database.ts'
import type { Sql, Transaction } from '../backend/src/postgres/sql.ts'
import { createBackend } from '../backend/src/server.ts'
import { createPlaceSamples } from './data/place-samples.ts'
import { type Row, roundFigure } from './row.ts'

const FOLLOWED_MEMBERS = 950
const FOLLOWED_CITIES = 30
const FOLLOWED_LISTS = 20
const RUNS = 60
const PAGES = 5

/** Measures the feed in its own database. Times are those of PostgreSQL: planning and execution. */
export async function benchFeed({ quick = false, onProgress = (_: string): void => undefined } = {}): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-bench-'))
  const backend = await createBackend(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' }))
  const database = openDatabase({ socket: join(folder, 'run'), port: 5432, database: 'postgres' }, 'bench')
  const owner = database.connect('owner', { max: 2 })
  try {
    await createPlaceSamples(owner, quick ? 50_000 : 500_000, onProgress)
    onProgress('members, stories, lists and follows')
    const follower = await fillMembers(owner, quick ? 2000 : 10_000)
    await owner`vacuum analyze`
    const times = await measurePages(owner, follower)
    return [
      { name: 'feed p50, 1,000 followed', value: quantile(times, 0.5), unit: 'ms' },
      { name: 'feed p95, 1,000 followed', value: quantile(times, 0.95), unit: 'ms', aim: '≤ 30' },
    ]
  } finally {
    await database.close()
    await backend.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Assigns every spot an author and a time within two years. Returns a member who follows a thousand others. */
async function fillMembers(owner: Sql, members: number): Promise<string> {
  const follower = randomUUID()
  await owner`insert into auth.users (id, email) select gen_random_uuid(), 'm' || n || '@example.org' from generate_series(1, ${members}) as n`
  await owner`insert into auth.users (id, email) values (${follower}, 'follower@example.org')`
  await owner`insert into public.users (id, username) select id, 'member-' || left(id::text, 8) from auth.users`
  await owner`set session_replication_role = replica`
  await owner`
    with member as materialized (select array_agg(id) as ids from public.users where id <> ${follower})
    update public.spots set author_id = member.ids[1 + (random() * random() * (${members} - 1))::integer],
      published_at = now() - random() * interval '730 days'
    from member`
  await owner`set session_replication_role = origin`
  await owner`
    insert into public.posts (title, slug, status, author_id, published_at)
    select 'Story ' || n, 'story-' || n, 'published', (select id from public.users offset n % ${members} limit 1), now() - random() * interval '730 days'
    from generate_series(1, 2000) as n`
  await owner`
    insert into public.lists (title, visibility, author_id)
    select 'List ' || username, 'public', id from public.users limit 200`
  await owner`
    insert into public.list_items (list_id, spot_id, created_at)
    select lists.id, spot.id, now() - random() * interval '100 days' from public.lists
    cross join lateral (select id from public.spots where lists.id <> '' order by random() limit 20) as spot
    where lists.kind = 'own' and lists.id in (select id from public.lists where kind = 'own' order by id limit ${FOLLOWED_LISTS})`
  await owner`
    insert into public.follows (follower_id, member_id)
    select ${follower}, id from public.users where id <> ${follower} order by random() limit ${FOLLOWED_MEMBERS}`
  await owner`
    insert into public.follows (follower_id, city_id)
    select ${follower}, id from public.cities order by population desc limit ${FOLLOWED_CITIES}`
  await owner`
    insert into public.follows (follower_id, list_id)
    select ${follower}, id from public.lists where kind = 'own' order by id limit ${FOLLOWED_LISTS}`
  return follower
}

/** Reads the first pages of the feed again and again, as the member. Returns the time of each. */
async function measurePages(owner: Sql, follower: string): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    await owner.begin(async (sql) => {
      const claims = JSON.stringify({ sub: follower, role: 'authenticated' })
      await sql`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
      let before: string | null = null
      for (let page = 0; page < PAGES; page += 1) {
        times.push(await measurePage(sql, before))
        before = await readCursor(sql, before)
      }
    })
  }
  return times
}

async function readCursor(sql: Transaction, before: string | null): Promise<string | null> {
  const [row] = await sql<{ cursor: string | null }[]>`select public.feed_page(${before}) ->> 'cursor' as cursor`
  return row?.cursor ?? null
}

async function measurePage(sql: Transaction, before: string | null): Promise<number> {
  const [row] = await sql<{ 'QUERY PLAN': { 'Planning Time': number; 'Execution Time': number }[] }[]>`
    explain (analyze, timing off, format json) select public.feed_page(${before}::timestamptz)`
  const plan = row?.['QUERY PLAN'][0]
  if (!plan) throw new Error('EXPLAIN returned no plan.')
  return plan['Planning Time'] + plan['Execution Time']
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return roundFigure(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
  console.table(
    await benchFeed({ quick: values.quick, onProgress: (line) => void process.stderr.write(`  ${line}\n`) }),
  )
}
