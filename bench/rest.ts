/**
 * The data service against the same SQL through postgres.js, in a transaction with role and claims.
 * Usage: node bench/rest.ts
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import autocannon from 'autocannon'
import { exportJWK, generateKeyPair } from 'jose'
import { createLog } from '../backend/src/http/log.ts'
import { createTokens } from '../backend/src/http/tokens.ts'
import { type Database, openDatabase, type Sql } from '../backend/src/postgres/database.ts'
import { startEmbeddedPostgres } from '../backend/src/postgres/embedded/start.ts'
import { migrate } from '../backend/src/postgres/migrations.ts'
import { VERBATIM_TYPES } from '../backend/src/rest/execute/pool-options.ts'
import { createRestService, type RestService } from '../backend/src/rest/service.ts'
import { readRestSettings } from '../backend/src/rest/settings.ts'
import { MIGRATION_SETS } from '../backend/src/server.ts'
import type { Row } from './row.ts'

const KEYS = { publishableKey: 'sb_publishable_bench', secretKey: 'sb_secret_bench' }
const ROUNDS = 3
const ROUND_MS = 1500
const CLIENTS = 16
const MANY_CLIENTS = 64
const CLAIMS = JSON.stringify({ role: 'service_role' })

const SCHEMA = `
  create table bench_authors (id integer primary key, name text not null);
  create table bench_items (id integer primary key, author_id integer not null references bench_authors, title text not null, score integer not null);
  create table bench_photos (id integer primary key, item_id integer not null references bench_items, url text not null);
  create index on bench_items (score desc, id);
  create index on bench_photos (item_id);
  insert into bench_authors select i, 'author ' || i from generate_series(1, 1000) i;
  insert into bench_items select i, 1 + i % 1000, 'item ' || i, i % 97 from generate_series(1, 20000) i;
  insert into bench_photos select i, 1 + i % 20000, 'https://example.org/' || i from generate_series(1, 60000) i;
  create function bench_add(a integer, b integer) returns integer language sql immutable return a + b;
  grant all on bench_authors, bench_items, bench_photos to anon, authenticated, service_role;
  grant execute on function bench_add to anon, authenticated, service_role;
  analyze;`

/** One job, asked of the service and of PostgreSQL itself. */
interface Job {
  name: string
  path: string
  method: string
  headers: Record<string, string>
  body?: (n: number) => string
  query?: (n: number) => string
  sql: string
  parameters: (n: number) => string[]
  aim: number
}

const JSON_HEADERS = { 'content-type': 'application/json' }

const JOBS: Job[] = [
  {
    name: 'primary-key select',
    path: '/bench_items',
    query: (n) => `?select=id,title,score&id=eq.${1 + (n % 20000)}`,
    method: 'GET',
    headers: {},
    sql: `select coalesce(json_agg(t.*), '[]')::text as body from (select id, title, score from public.bench_items where id = $1) t`,
    parameters: (n) => [String(1 + (n % 20000))],
    aim: 0.6,
  },
  {
    name: 'page of 50 with two embeds',
    path: '/bench_items',
    query: () => '?select=id,title,author:bench_authors(name),photos:bench_photos(url)&order=score.desc,id&limit=50',
    method: 'GET',
    headers: {},
    sql: `select coalesce(json_agg(t.*), '[]')::text as body from (
      select i.id, i.title,
        (select row_to_json(a.*) from (select name from public.bench_authors where id = i.author_id) a) as author,
        (select coalesce(json_agg(p.*), '[]') from (select url from public.bench_photos where item_id = i.id) p) as photos
      from public.bench_items i order by i.score desc, i.id limit 50) t`,
    parameters: () => [],
    aim: 0.6,
  },
  {
    name: 'upsert',
    path: '/bench_authors',
    method: 'POST',
    headers: { ...JSON_HEADERS, prefer: 'resolution=merge-duplicates' },
    body: (n) => `{"id":${1 + (n % 1000)},"name":"author ${n}"}`,
    sql: `with changed as (insert into public.bench_authors (id, name)
      select b.id, b.name from json_to_recordset($1::json) as b (id integer, name text)
      on conflict (id) do update set id = excluded.id, name = excluded.name returning 1) select count(*)::text as body from changed`,
    parameters: (n) => [`[{"id":${1 + (n % 1000)},"name":"author ${n}"}]`],
    aim: 0.6,
  },
  {
    name: 'function call',
    path: '/rpc/bench_add',
    method: 'POST',
    headers: JSON_HEADERS,
    body: (n) => `{"a":${n},"b":2}`,
    sql: `select to_json(public.bench_add(a := b.a, b := b.b))::text as body from json_to_record($1::json) as b (a integer, b integer)`,
    parameters: (n) => [`{"a":${n},"b":2}`],
    aim: 0.6,
  },
]

/** Runs everything on a throw-away server of its own (about 90 s). */
export async function benchRest(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-bench-'))
  const server = await startEmbeddedPostgres(join(folder, 'pg'))
  const database = openDatabase({ socket: server.host, port: server.port, database: 'postgres' }, 'seed of the bench')
  try {
    const owner = database.connect('owner', { max: 1 })
    await migrate(owner, MIGRATION_SETS)
    await owner.unsafe(SCHEMA)
    return await measureAll(database)
  } finally {
    await database.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureAll(database: Database): Promise<Row[]> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'bench', alg: 'ES256', key_ops: ['sign'] }
  const tokens = await createTokens([key], 'a shared secret for the bench, long enough')
  const log = createLog('warn')
  const service = await createRestService({
    connect: database.connect,
    tokens,
    keys: KEYS,
    log,
    settings: readRestSettings(),
  })
  const plain = database.connect('authenticator', { max: 10, types: VERBATIM_TYPES as never })
  const rows: Row[] = []
  for (const job of JOBS) rows.push(...(await measureJob(job, service, plain)))
  rows.push(...(await measureHttp(service, plain)))
  await service.close()
  return rows
}

async function measureJob(job: Job, service: RestService, plain: Sql): Promise<Row[]> {
  const direct = (n: number) => runPlain(plain, job, n)
  const served = (n: number) => runServed(service, job, n)
  const [directRate, servedRate] = await compare(direct, served)
  return [
    { name: `${job.name}: postgres.js`, value: Math.round(directRate), unit: 'requests/s' },
    { name: `${job.name}: in process`, value: Math.round(servedRate), unit: 'requests/s' },
    {
      name: `${job.name}: in process / postgres.js`,
      value: ratio(servedRate, directRate),
      unit: 'ratio',
      aim: `>= ${job.aim}`,
    },
  ]
}

async function runPlain(sql: Sql, { sql: text, parameters }: Job, n: number): Promise<string> {
  const [, rows] = await sql.begin((transaction) => [
    transaction`select set_config('search_path', 'public', true), set_config('role', 'service_role', true),
      set_config('request.jwt.claims', ${CLAIMS}, true)`,
    transaction.unsafe(text, parameters(n), { prepare: true }),
  ])
  return String(rows[0]?.body)
}

async function runServed(
  service: RestService,
  { path, query, method, headers, body }: Job,
  n: number,
): Promise<string> {
  const url = `http://backend.bench/rest/v1${path}${query?.(n) ?? ''}`
  const init = { method, headers: { ...headers, apikey: KEYS.secretKey }, ...(body ? { body: body(n) } : {}) }
  const response = await service.fetch(new Request(url, init))
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.text()
}

type Work = (n: number) => Promise<unknown>

/** Alternates the two, so that what else the machine does meets both, and takes the best round of each. */
async function compare(first: Work, second: Work): Promise<[number, number]> {
  const rates: [number, number] = [0, 0]
  await rate(first, CLIENTS, 500)
  await rate(second, CLIENTS, 500)
  for (let round = 0; round < ROUNDS; round += 1) {
    rates[0] = Math.max(rates[0], await rate(first, CLIENTS, ROUND_MS))
    rates[1] = Math.max(rates[1], await rate(second, CLIENTS, ROUND_MS))
  }
  return rates
}

/** Requests a second with so many clients at once. */
async function rate(work: Work, clients: number, durationMs: number): Promise<number> {
  const start = performance.now()
  let done = 0
  const client = async () => {
    while (performance.now() - start < durationMs) {
      await work(done)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return (done * 1000) / (performance.now() - start)
}

async function measureHttp(service: RestService, plain: Sql): Promise<Row[]> {
  const listener = getRequestListener(service.fetch, { overrideGlobalObjects: false })
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const rows: Row[] = []
  for (const job of JOBS) {
    const direct = await rate((n) => runPlain(plain, job, n), CLIENTS, ROUND_MS)
    const { requests } = await load(port, job, CLIENTS)
    rows.push(
      { name: `${job.name}: over HTTP`, value: Math.round(requests.average), unit: 'requests/s' },
      {
        name: `${job.name}: over HTTP / postgres.js`,
        value: ratio(requests.average, direct),
        unit: 'ratio',
        aim: '>= 0.5',
      },
    )
  }
  const [job] = JOBS
  if (job) {
    const { latency } = await load(port, job, MANY_CLIENTS)
    rows.push({ name: `${job.name}: p99 with ${MANY_CLIENTS} clients over HTTP`, value: latency.p99, unit: 'ms' })
  }
  server.closeAllConnections()
  server.close()
  return rows
}

function load(port: number, { path, query, method, headers, body }: Job, connections: number) {
  return autocannon({
    url: `http://127.0.0.1:${port}/rest/v1${path}${query?.(7) ?? ''}`,
    connections,
    duration: 4,
    workers: 1,
    method,
    headers: { ...headers, apikey: KEYS.secretKey },
    ...(body ? { body: body(7) } : {}),
  })
}

function ratio(part: number, whole: number): number {
  return Math.round((part / whole) * 100) / 100
}

if (process.argv[1] === import.meta.filename) console.table(await benchRest())
