import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../backend/src/postgres/database.ts'
import { type Program, startProgram, until } from '../backend/test/program.ts'
import { createBenchFolder } from './bench-site.ts'
import { openHttpClient, type PlainRequest } from './http-client.ts'
import { measureProcessorMs } from './processes.ts'
import { rate } from './rate.ts'
import { JOBS, type Job, SCHEMA } from './rest-jobs.ts'
import { type Row, roundFigure } from './row.ts'

const ROUNDS = 5
const SLICE_MS = 1_000
const WARM_UP_MS = 700
const CLIENTS = 16
const MANY_CLIENTS = 64

/** One of the compared programs: how to call it, and the process whose CPU time is measured. */
interface Contestant {
  pid: number
  /** Sends requests for a duration and returns the requests per second. */
  run(jobIndex: number, clients: number, durationMs: number, onTime?: (timeMs: number) => void): Promise<number>
}

/** The results of one contestant over all rounds. */
interface Tally {
  rates: number[]
  requests: number
  processorMs: number
}

/**
 * Compares the backend as its own program over HTTP with postgres.js, with and without HTTP. They take turns every
 * second, so that all run under the same load. The CPU time of each program hardly depends on that load and is reported
 * too.
 */
export async function benchRestHttp(): Promise<Row[]> {
  using folder = createBenchFolder()
  await using program = await startProgram({ dataFolder: folder.path, environment: { LOG_LEVEL: 'error' } })
  await program.ready()
  const socket = join(folder.path, 'run')
  await seed(socket)
  const sendRequest = await createRequester(program, folder.path)
  const reference = spawn(process.execPath, [join(import.meta.dirname, 'rest-reference.ts'), socket], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = await once(reference.stdout, 'data')
    return await measureAll(program, sendRequest, { pid: reference.pid ?? 0, port: Number(String(line)) })
  } finally {
    reference.kill()
    program.signal('SIGTERM')
    await program.ended()
  }
}

async function seed(socket: string): Promise<void> {
  await using database = openDatabase({ socket, port: 5432, database: 'postgres' }, 'seed of the bench')
  await database.connect('owner', { max: 1 }).unsafe(SCHEMA)
}

type ToRequest = (jobIndex: number, n: number) => PlainRequest

/** Waits until the service has loaded the tables. */
async function createRequester({ url }: Program, dataFolder: string): Promise<ToRequest> {
  const secrets = JSON.parse(readFileSync(join(dataFolder, 'secrets.json'), 'utf8')) as { secretKey: string }
  const apikey = secrets.secretKey
  await until(async () => (await fetch(`${url}/rest/v1/bench_photos?limit=1`, { headers: { apikey } })).ok)
  return (jobIndex, n) => {
    const { method, path, query, headers, body } = findJob(jobIndex)
    return { method, path: `/rest/v1${path}${query?.(n) ?? ''}`, headers: { ...headers, apikey }, body: body?.(n) }
  }
}

async function measureAll(
  program: Program,
  sendRequest: ToRequest,
  reference: { pid: number; port: number },
): Promise<Row[]> {
  const requestReference: ToRequest = (jobIndex, n) => {
    const { method, body } = findJob(jobIndex)
    return { method, path: `/${jobIndex}/${n}`, headers: {}, body: body?.(n) }
  }
  const direct: Contestant = {
    pid: reference.pid,
    run: async (...words) => {
      const response = await fetch(`http://127.0.0.1:${reference.port}/rate/${words.join('/')}`)
      return Number(await response.text())
    },
  }
  const behindHttp = toContestant(reference.pid, reference.port, requestReference)
  const ours = toContestant(program.pid, Number(new URL(program.url).port), sendRequest)
  const rows: Row[] = []
  for (const index of JOBS.keys()) rows.push(...(await measureRates(index, { direct, behindHttp, ours })))
  for (const index of JOBS.keys()) rows.push(...(await measureTails(index, { behindHttp, ours })))
  return rows
}

/** Creates a contestant that sends requests over HTTP, with one connection per client. */
function toContestant(pid: number, port: number, sendRequest: ToRequest): Contestant {
  const run: Contestant['run'] = async (jobIndex, clients, durationMs, onTime) => {
    const idle = await Promise.all(Array.from({ length: clients }, () => openHttpClient(port)))
    const all = [...idle]
    const perSecond = await rate(
      async (n) => {
        const client = idle.pop()
        if (!client) throw new Error('There are more clients than connections.')
        const began = performance.now()
        await client.sendRequest(sendRequest(jobIndex, n))
        onTime?.(performance.now() - began)
        idle.push(client)
      },
      clients,
      durationMs,
    )
    for (const client of all) client.close()
    return perSecond
  }
  return { pid, run }
}

type Contestants<Name extends string> = Record<Name, Contestant>

async function measureRates(index: number, all: Contestants<'direct' | 'behindHttp' | 'ours'>): Promise<Row[]> {
  const tallies = { direct: createTally(), behindHttp: createTally(), ours: createTally() }
  const names = ['direct', 'behindHttp', 'ours'] as const
  for (const name of names) await all[name].run(index, CLIENTS, WARM_UP_MS)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) await addSlice(tallies[name], all[name], index)
  }
  const { direct, behindHttp, ours } = tallies
  const { name } = findJob(index)
  return [
    ...toRows(`${name}: postgres.js`, direct),
    ...toRows(`${name}: postgres.js behind node:http`, behindHttp),
    ...toRows(`${name}: over HTTP`, ours),
    { ...toRatio(`${name}: over HTTP / postgres.js`, ours, direct), aim: '>= 0.5' },
    toRatio(`${name}: over HTTP / postgres.js behind node:http`, ours, behindHttp),
    toProcessorRatio(`${name}: over HTTP / postgres.js, by processor time`, ours, direct),
    toProcessorRatio(`${name}: over HTTP / postgres.js behind node:http, by processor time`, ours, behindHttp),
  ]
}

function createTally(): Tally {
  return { rates: [], requests: 0, processorMs: 0 }
}

async function addSlice(tally: Tally, { pid, run }: Contestant, index: number): Promise<void> {
  const before = measureProcessorMs(pid)
  const perSecond = await run(index, CLIENTS, SLICE_MS)
  tally.rates.push(perSecond)
  tally.requests += (perSecond * SLICE_MS) / 1_000
  tally.processorMs += measureProcessorMs(pid) - before
}

function toRows(name: string, tally: Tally): Row[] {
  return [
    { name, value: Math.round(median(tally.rates)), unit: 'requests/s' },
    { name: `${name}, processor time`, value: Math.round(toMicroseconds(tally)), unit: 'µs/request' },
  ]
}

/** Returns the median of the ratios of consecutive slices. */
function toRatio(name: string, part: Tally, whole: Tally): Row {
  const ratios = part.rates.map((value, round) => value / (whole.rates[round] ?? Number.NaN))
  return { name, value: roundFigure(median(ratios)), unit: 'ratio' }
}

/** Returns requests per second of the program's CPU time, without that of the database and the client. */
function toProcessorRatio(name: string, part: Tally, whole: Tally): Row {
  return { name, value: roundFigure(toMicroseconds(whole) / toMicroseconds(part)), unit: 'ratio' }
}

function toMicroseconds({ processorMs, requests }: Tally): number {
  return (processorMs * 1_000) / requests
}

async function measureTails(index: number, all: Contestants<'behindHttp' | 'ours'>): Promise<Row[]> {
  const times: Record<keyof typeof all, number[]> = { behindHttp: [], ours: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ['behindHttp', 'ours'] as const) {
      await all[name].run(index, MANY_CLIENTS, SLICE_MS, (time) => times[name].push(time))
    }
  }
  const { name } = findJob(index)
  const row = (who: string, list: number[]): Row => ({
    name: `${name}: p99 with ${MANY_CLIENTS} clients, ${who}`,
    value: roundFigure(quantile(list, 0.99)),
    unit: 'ms',
  })
  return [row('over HTTP', times.ours), row('postgres.js behind node:http', times.behindHttp)]
}

function median(values: number[]): number {
  return quantile(values, 0.5)
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

function findJob(index: number): Job {
  const job = JOBS[index]
  if (!job) throw new Error(`There is no job ${index}.`)
  return job
}

if (process.argv[1] === import.meta.filename) console.table(await benchRestHttp())
