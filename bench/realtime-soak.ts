/**
 * A soak test of the realtime service: two processes on one database, whose members join, leave, track, broadcast,
 * refresh their tokens and lose their sockets at random, while one process is killed every minute. Checks presence
 * every minute, and memory, presences and replication slots at the end. Usage: node bench/realtime-soak.ts [minutes]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SignJWT } from 'jose'
import { openDatabase } from '../backend/src/postgres/database.ts'
import { startEmbeddedPostgres } from '../backend/src/postgres/embedded/start.ts'
import { migrate } from '../backend/src/postgres/migrations.ts'
import type { Sql } from '../backend/src/postgres/statements/sql.ts'
import { MIGRATION_SETS } from '../backend/src/start/prepare-database.ts'
import { measureMemoryMegabytes } from './processes.ts'
import { roundFigure } from './row.ts'
import type { ServerReport } from './server-report.ts'
import { createSoakMember, type SoakMember, type SoakTotals } from './soak-member.ts'

const MEMBERS = 40
const PAUSE_MS = 1_000
const WRITE_MS = 250
const ROUND_MS = 60_000
/** The heap is measured after a warm-up of some minutes, and again at the end. */
const WARM_ROUNDS = 3
const SETTLE_MS = 30_000
/** The same secret as in realtime-server.ts. */
const SECRET = new TextEncoder().encode('a shared secret for the bench, long enough')
const TOKEN_SECONDS = 40
const SCHEMA = `create table public.soak_rows (id bigint generated always as identity primary key, body text);
  grant select on public.soak_rows to authenticated;
  alter publication supabase_realtime add table public.soak_rows;
  create policy soak on realtime.messages to authenticated
    using (realtime.topic() like 'soak-private-%') with check (realtime.topic() like 'soak-private-%')`

interface Server {
  process: ChildProcess
  url: string
}

interface Soak {
  socket: string
  sql: Sql
  stays: Server
  dies: Server | undefined
  members: SoakMember[]
  isPaused: boolean
  isOver: boolean
  kills: number
  errors: string[]
  /** Rounds after which members saw keys that differed from those present. */
  ghosts: string[]
}

const minutes = Number(process.argv[2] ?? 15)
const totals: SoakTotals = {
  sockets: 0,
  killedSockets: 0,
  joins: 0,
  leaves: 0,
  tracks: 0,
  broadcasts: 0,
  refreshes: 0,
  received: 0,
  closes: 0,
}

async function startServer(socket: string): Promise<Server> {
  const server = fork(join(import.meta.dirname, 'realtime-server.ts'), ['', socket], {
    execArgv: ['--expose-gc'],
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
  })
  const [message] = await once(server, 'message')
  const { port = 0 } = message as ServerReport
  return { process: server, url: `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=sb_publishable_bench` }
}

function signToken(sub: string): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + TOKEN_SECONDS
  return new SignJWT({ sub, role: 'authenticated', exp }).setProtectedHeader({ alg: 'HS256' }).sign(SECRET)
}

async function keepActing(soak: Soak, member: SoakMember): Promise<void> {
  while (!soak.isOver) {
    await sleep(Math.random() * 2 * PAUSE_MS)
    if (soak.isPaused) continue
    await member.act().catch((error: unknown) => soak.errors.push(String(error)))
  }
}

async function keepWriting(soak: Soak): Promise<void> {
  while (!soak.isOver) {
    await sleep(WRITE_MS)
    await soak.sql`insert into public.soak_rows (body) values (${'x'.repeat(200)})`
    await soak.sql`delete from public.soak_rows where id < (select max(id) - 100 from public.soak_rows)`
    await soak.sql`select realtime.send('{"text":"stored"}', 'stored', 'soak-public-1', false)`
  }
}

/** Kills one of the processes and starts another in its place. */
async function replaceProcess(soak: Soak): Promise<void> {
  const { dies } = soak
  soak.dies = undefined
  dies?.process.kill('SIGKILL')
  soak.kills += 1
  soak.dies = await startServer(soak.socket)
}

/**
 * Returns the differences between the views of the members and the members that are present. Polls, because diffs take
 * time to arrive.
 */
async function findGhosts({ members }: Soak): Promise<string[]> {
  const until = Date.now() + SETTLE_MS
  for (;;) {
    const wrong = compareViews(members)
    if (wrong.length === 0 || Date.now() > until) return wrong
    await sleep(500)
  }
}

function compareViews(members: SoakMember[]): string[] {
  const present = members.flatMap(({ key, listTracked }) => listTracked().map((topic) => ({ topic, key })))
  return members.flatMap(({ key: viewer, listSeen }) =>
    listSeen().flatMap(({ topic, keys }) => {
      const expected = present.filter((entry) => entry.topic === topic).map(({ key }) => key)
      const ghosts = keys.filter((key) => !expected.includes(key)).map((key) => `${viewer} sees ${key} in ${topic}`)
      const missing = expected.filter((key) => !keys.includes(key)).map((key) => `${viewer} misses ${key} in ${topic}`)
      return [...ghosts, ...missing]
    }),
  )
}

interface Idle {
  heap: number
  memory: number
  counters: Record<string, number>
  presences: number
}

/** Closes all sockets and measures the memory and state that remain in the process that is not killed. */
async function measureIdle({ members, stays, sql }: Soak): Promise<Idle> {
  for (const { close } of members) close()
  await sleep(15_000)
  stays.process.send('report')
  const [message] = await once(stays.process, 'message')
  const { heapMegabytes = 0, counters = {} } = message as ServerReport
  const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from realtime.presences`
  const memory = measureMemoryMegabytes(stays.process.pid ?? 0)
  return { heap: heapMegabytes, memory, counters, presences: row?.count ?? 0 }
}

async function runRounds(soak: Soak): Promise<{ start: Idle; end: Idle }> {
  const rounds = Math.max(WARM_ROUNDS + 1, Math.round((minutes * 60_000) / ROUND_MS))
  let start: Idle | undefined
  for (let round = 1; round <= rounds; round += 1) {
    const startedAt = Date.now()
    soak.isPaused = false
    await sleep(ROUND_MS * (0.3 + Math.random() * 0.2))
    await replaceProcess(soak)
    await sleep(Math.max(0, startedAt + ROUND_MS - Date.now()))
    soak.isPaused = true
    const wrong = await findGhosts(soak)
    soak.ghosts.push(...wrong.map((text) => `round ${round}: ${text}`))
    process.stderr.write(
      `round ${round}: ${wrong.length} differences, ${totals.joins} joins, ${soak.errors.length} errors\n`,
    )
    if (round === WARM_ROUNDS) start = await measureIdle(soak)
  }
  const end = await measureIdle(soak)
  return { start: start ?? end, end }
}

/** Stops one process regularly and kills the other. Returns the number of slots that remain. */
async function countSlots({ stays, dies, sql }: Soak): Promise<number> {
  dies?.process.kill('SIGKILL')
  stays.process.disconnect()
  await once(stays.process, 'exit')
  await sleep(5_000)
  const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from pg_replication_slots`
  return row?.count ?? 0
}

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-bench-'))
  const postgres = await startEmbeddedPostgres(join(folder, 'pg'))
  const database = openDatabase(
    { socket: postgres.host, port: postgres.port, database: 'postgres' },
    'seed of the bench',
  )
  const sql = database.connect('owner', { max: 2 })
  await migrate(sql, MIGRATION_SETS)
  await sql.unsafe(SCHEMA)
  const [stays, dies] = await Promise.all([startServer(postgres.host), startServer(postgres.host)])
  const soak: Soak = {
    socket: postgres.host,
    sql,
    stays,
    dies,
    members: [],
    isPaused: true,
    isOver: false,
    kills: 0,
    errors: [],
    ghosts: [],
  }
  const chooseUrl = () => (Math.random() < 0.5 ? soak.stays : (soak.dies ?? soak.stays)).url
  soak.members = Array.from({ length: MEMBERS }, () => createSoakMember({ chooseUrl, signToken, totals }))
  const loops = [keepWriting(soak), ...soak.members.map((member) => keepActing(soak, member))]
  const { start, end } = await runRounds(soak)
  soak.isOver = true
  await Promise.all(loops)
  const slots = await countSlots(soak)
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  console.table({ minutes, ...totals, killedProcesses: soak.kills })
  console.table({ start: describeIdle(start), end: describeIdle(end) })
  console.table({
    'heap end / start': roundFigure(end.heap / start.heap),
    'memory end / start': roundFigure(end.memory / start.memory),
    'differences in presence': soak.ghosts.length,
    'replication slots left': slots,
    errors: soak.errors.length,
  })
  for (const line of [...soak.ghosts, ...soak.errors].slice(0, 50)) console.log(line)
}

function describeIdle({ heap, memory, counters, presences }: Idle) {
  const { connections = 0, channels = 0, dropped = 0 } = counters
  return { heap: roundFigure(heap), memory: roundFigure(memory), connections, channels, dropped, presences }
}

await run()
