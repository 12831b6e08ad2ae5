// Measures the feed of a member who follows 1,000: npm exec -c 'node bench/feed.ts [--quick]'.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../backend/src/config.ts'
import { openDatabase } from '../backend/src/postgres/database.ts'
import type { Sql, Transaction } from '../backend/src/postgres/statements/sql.ts'
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
    onProgress('members')
    const authors = await createMembers(owner, quick ? 2000 : 10_000)
    await createPlaceSamples(owner, quick ? 50_000 : 500_000, { onProgress, authors })
    onProgress('stories, lists and follows')
    const follower = await fillMembers(owner, authors)
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

/** Creates members without the triggers of users, which take most of the time and do not affect the measurements. */
async function createMembers(owner: Sql, members: number): Promise<string[]> {
  return owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`insert into auth.users (id, email) select md5('member' || n)::uuid, 'm' || n || '@example.org' from generate_series(1, ${members}) as n`
    const rows = await sql<{ id: string }[]>`
      insert into public.users (id, username) select id, 'member-' || left(id::text, 8) from auth.users returning id`
    return rows.map((row) => row.id)
  })
}

/** Creates stories, lists and a member who follows a thousand others. Returns that member. */
async function fillMembers(owner: Sql, authors: string[]): Promise<string> {
  const follower = randomUUID()
  await owner`insert into auth.users (id, email) values (${follower}, 'follower@example.org')`
  await owner`insert into public.users (id, username) values (${follower}, 'follower')`
  await owner`
    insert into public.posts (title, slug, status, author_id, published_at)
    select 'Story ' || n, 'story-' || n, 'published', (${authors}::uuid[])[1 + n % ${authors.length}], now() - random() * interval '730 days'
    from generate_series(1, 2000) as n`
  await owner`
    insert into public.lists (title, visibility, author_id)
    select 'List ' || username, 'public', id from public.users where id <> ${follower} limit 200`
  await owner`
    insert into public.list_items (list_id, spot_id, created_at)
    select lists.id, 'bench' || lpad(((hashtext(lists.id) & 32767) + n)::text, 9, '0'), now() - random() * interval '100 days'
    from public.lists cross join generate_series(1, 20) as n
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

/** Reads the first pages of the feed repeatedly as the member. Returns the time of each. */
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
