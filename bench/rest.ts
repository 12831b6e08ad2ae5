/**
 * Compares the data service with the same SQL through postgres.js, in a transaction with role and claims. Usage: node
 * bench/rest.ts
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import type { Sql } from 'postgres'
import { createLog } from '../backend/src/http/log.ts'
import { createTokens } from '../backend/src/http/tokens/tokens.ts'
import { type Database, openDatabase } from '../backend/src/postgres/database.ts'
import { startEmbeddedPostgres } from '../backend/src/postgres/embedded/start.ts'
import { migrate } from '../backend/src/postgres/migrations.ts'
import { createRestService, type RestService } from '../backend/src/rest/service.ts'
import { parseRestSettings } from '../backend/src/rest/settings.ts'
import { MIGRATION_SETS } from '../backend/src/start/prepare-database.ts'
import { openPostgresJs } from './postgres-js.ts'
import { rate, type Work } from './rate.ts'
import { benchRestHttp } from './rest-http.ts'
import { JOBS, type Job, runPlain, SCHEMA } from './rest-jobs.ts'
import type { Row } from './row.ts'

const KEYS = { publishableKey: 'sb_publishable_bench', secretKey: 'sb_secret_bench' }
const ROUNDS = 3
const ROUND_MS = 1500
const CLIENTS = 16
/** Measures in process on a temporary server, then over HTTP in a separate process (about three minutes). */
export async function benchRest(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-bench-'))
  const server = await startEmbeddedPostgres(join(folder, 'pg'))
  const database = openDatabase({ socket: server.host, port: server.port, database: 'postgres' }, 'seed of the bench')
  try {
    const owner = database.connect('owner', { max: 1 })
    await migrate(owner, MIGRATION_SETS)
    await owner.unsafe(SCHEMA)
    return [...(await measureAll(database, server)), ...(await benchRestHttp())]
  } finally {
    await database.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureAll(database: Database, server: { host: string; port: number }): Promise<Row[]> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'bench', alg: 'ES256', key_ops: ['sign'] }
  const tokens = await createTokens([key], 'a shared secret for the bench, long enough')
  const log = createLog('warn')
  const service = await createRestService({
    connect: database.connect,
    tokens,
    keys: KEYS,
    log,
    settings: parseRestSettings(),
  })
  const plain = openPostgresJs(server.host, server.port)
  const rows: Row[] = []
  for (const job of JOBS) rows.push(...(await measureJob(job, service, plain)))
  await service.close()
  await plain.end()
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
      aim: '>= 0.7',
    },
  ]
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

/** Alternates between the two, so that both run under the same load. Returns the best round of each. */
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

function ratio(part: number, whole: number): number {
  return Math.round((part / whole) * 100) / 100
}

if (process.argv[1] === import.meta.filename) console.table(await benchRest())
