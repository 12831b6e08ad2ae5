/**
 * Measures database changes: the time from an insert to its delivery at 200 changes per second with 500 subscribers of
 * mixed roles, and the rate of inserts with 0, 10 and 100 subscribers. Runs in one process without sockets. Usage: node
 * bench/realtime-changes.ts
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '../backend/src/http/log.ts'
import type { Claims } from '../backend/src/http/tokens/tokens.ts'
import { openDatabase } from '../backend/src/postgres/database.ts'
import { startEmbeddedPostgres } from '../backend/src/postgres/embedded/start.ts'
import { migrate } from '../backend/src/postgres/migrations.ts'
import type { Sql } from '../backend/src/postgres/statements/sql.ts'
import type { ChangeFeed, Subscription } from '../backend/src/realtime/changes/change-feed.ts'
import { createChangeFeed } from '../backend/src/realtime/changes/create-change-feed.ts'
import { createLogicalSource } from '../backend/src/realtime/stream/logical-source.ts'
import { MIGRATION_SETS } from '../backend/src/start/prepare-database.ts'
import { measureFamilyProcessorMs } from './processes.ts'
import { type Row, roundFigure } from './row.ts'

const SUBSCRIBERS = 500
const CHANGES_PER_SECOND = 200
const SECONDS = 20
const WRITERS = 4
const RATE_COUNTS = [0, 10, 100] as const
const RATE_ROUNDS = 5
const RATE_MS = 1000
/** The time until the last changes are delivered. */
const SETTLE_MS = 500
const TABLE = `create table public.bench_notes (id bigint generated always as identity primary key, owner text, body text, sent float8);
  alter table public.bench_notes enable row level security;
  create policy readable on public.bench_notes for select to anon, authenticated
    using (owner is null or owner = (select auth.jwt() ->> 'sub'));
  grant select on public.bench_notes to anon, authenticated, service_role;
  alter publication supabase_realtime add table public.bench_notes`

export async function benchRealtimeChanges(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-bench-'))
  const postgres = await startEmbeddedPostgres(join(folder, 'pg'))
  const database = openDatabase(
    { socket: postgres.host, port: postgres.port, database: 'postgres' },
    'seed of the bench',
  )
  const owner = database.connect('owner', { max: WRITERS })
  await migrate(owner, MIGRATION_SETS)
  await owner.unsafe(TABLE)
  const log = createLog('warn')
  const source = createLogicalSource({ open: () => database.replicate('supabase_realtime_admin'), log })
  const feed = createChangeFeed({ source, connect: database.connect, maxChangeBytes: 1_048_576, log })
  await source.whenLive()
  try {
    return [...(await measureLatency(owner, feed)), ...(await measureRates(owner, feed))]
  } finally {
    await feed.close()
    await source.close()
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns claims by index: a fifth visitors, a fifth services, and otherwise members with their own claims. */
function chooseClaims(i: number): Claims {
  if (i % 5 === 0) return { role: 'anon' }
  return i % 5 === 1 ? { role: 'service_role' } : { role: 'authenticated', sub: `member-${i}` }
}

async function subscribe(feed: ChangeFeed, count: number, onChange: (sentAt: number) => void): Promise<Subscription[]> {
  const live: Promise<unknown>[] = []
  const subscriptions = Array.from({ length: count }, (_, i) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    live.push(promise)
    return feed.subscribe({
      claims: chooseClaims(i),
      bindings: [{ id: i, binding: { event: 'INSERT', schema: 'public', table: 'bench_notes' } }],
      deliver: (_ids, { record }) => onChange(Number(record?.sent)),
      notify: resolve,
    })
  })
  await Promise.all(live)
  return subscriptions
}

async function measureLatency(owner: Sql, feed: ChangeFeed): Promise<Row[]> {
  const latencies: number[] = []
  const subscriptions = await subscribe(feed, SUBSCRIBERS, (sentAt) => latencies.push(performance.now() - sentAt))
  const startedAt = performance.now()
  const writes: Promise<unknown>[] = []
  for (let i = 0; i < CHANGES_PER_SECOND * SECONDS; i += 1) {
    const wait = startedAt + (i * 1000) / CHANGES_PER_SECOND - performance.now()
    if (wait > 0) await sleep(wait)
    writes.push(owner`insert into public.bench_notes (body, sent) values ('text', ${performance.now()})`)
  }
  await Promise.all(writes)
  while (latencies.length < writes.length * SUBSCRIBERS) await sleep(50)
  for (const { close } of subscriptions) close()
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => roundFigure(sorted[Math.floor(sorted.length * share)] ?? 0)
  return [
    { name: 'insert to delivery p50, 500 subscribers', value: at(0.5), unit: 'ms', aim: '≤ 15' },
    { name: 'insert to delivery p99, 500 subscribers', value: at(0.99), unit: 'ms', aim: '≤ 60' },
  ]
}

/** Rates vary with the load of the machine; CPU time, that of PostgreSQL included, hardly does. */
interface Rate {
  perSecond: number
  perProcessorSecond: number
}

/**
 * Compares rates within each round, because the speed of the disk and of a shared machine varies from second to
 * second.
 */
async function measureRates(owner: Sql, feed: ChangeFeed): Promise<Row[]> {
  const rounds: Rate[][] = []
  // The first round warms up.
  for (let round = 0; round <= RATE_ROUNDS; round += 1) {
    const rates: Rate[] = []
    for (const count of RATE_COUNTS) {
      const subscriptions = await subscribe(feed, count, () => {})
      rates.push(await measureRate(owner))
      for (const { close } of subscriptions) close()
    }
    if (round > 0) rounds.push(rates)
  }
  const base = Math.round(findMedian(rounds.map(([none]) => none?.perSecond ?? 0)))
  return RATE_COUNTS.slice(1).flatMap((count, i) => {
    const compare = (unit: keyof Rate) =>
      roundFigure(findMedian(rounds.map((rates) => (rates[i + 1]?.[unit] ?? 0) / (rates[0]?.[unit] ?? 1))))
    const common = { unit: '×', aim: '≥ 0.9' }
    return [
      { name: `inserts with ${count} subscribers against none (${base}/s)`, value: compare('perSecond'), ...common },
      { name: 'the same by CPU time', value: compare('perProcessorSecond'), ...common },
    ]
  })
}

function findMedian(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

async function measureRate(owner: Sql): Promise<Rate> {
  const processorStart = measureFamilyProcessorMs(process.pid)
  const end = performance.now() + RATE_MS
  let count = 0
  const write = async () => {
    while (performance.now() < end) {
      await owner`insert into public.bench_notes (body, sent) values ('text', 0)`
      count += 1
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  await sleep(SETTLE_MS)
  const processorMs = measureFamilyProcessorMs(process.pid) - processorStart
  return { perSecond: (count * 1000) / RATE_MS, perProcessorSecond: (count * 1000) / processorMs }
}

if (import.meta.main) console.table(await benchRealtimeChanges())
