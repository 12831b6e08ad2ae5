/**
 * Measures the accounts service: token refreshes and GET /user per second, password sign-ins compared with bcrypt alone
 * on the same cores, and how far concurrent sign-ins slow down other requests. Usage: node bench/auth.ts
 */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '../backend/src/auth/domain/passwords/password-hash.ts'
import { runPasswordJob } from '../backend/src/auth/domain/passwords/password-threads.ts'
import { startProgram } from '../backend/test/program.ts'
import { createBenchFolder } from './bench-site.ts'
import { type Row, roundFigure } from './row.ts'

const PASSWORD = 'correct horse 7'
const ROUNDS = 5
const ROUND_MS = 3_000
const CLIENTS = 16
const BETWEEN_MS = 20

interface Tokens {
  access_token: string
  refresh_token: string
}

/** A member with the tokens for its requests. */
interface Member {
  email: string
  tokens: Tokens
}

type Post = (path: string, body: object) => Promise<Tokens>

/** Runs everything against a backend in its own process (about 80 s). */
export async function benchAuth(): Promise<Row[]> {
  using folder = createBenchFolder()
  await using program = await startProgram({
    dataFolder: folder.path,
    // Rate limits are off, because one address stands for many clients.
    environment: { GOTRUE_RATE_LIMIT_HEADER: 'x-nobody-sends-this', LOG_LEVEL: 'error' },
  })
  await program.ready()
  const secrets: unknown = JSON.parse(readFileSync(join(folder.path, 'secrets.json'), 'utf8'))
  const rows = await measure(`${program.url}/auth/v1`, findKey(secrets))
  program.signal('SIGTERM')
  await program.ended()
  return rows
}

function findKey(secrets: unknown): string {
  if (typeof secrets === 'object' && secrets !== null && 'publishableKey' in secrets)
    return String(secrets.publishableKey)
  throw new Error('The backend has no keys.')
}

async function measure(url: string, apikey: string): Promise<Row[]> {
  const post: Post = async (path, body) => {
    const response = await fetch(url + path, { method: 'POST', headers: { apikey }, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`)
    return (await response.json()) as Tokens
  }
  const members = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, n): Promise<Member> => {
      const email = `member${n}@example.org`
      return { email, tokens: await post('/signup', { email, password: PASSWORD }) }
    }),
  )
  const getUser = async ({ tokens }: Member) => {
    const response = await fetch(`${url}/user`, { headers: { apikey, authorization: `Bearer ${tokens.access_token}` } })
    if (!response.ok) throw new Error(`/user was answered with ${response.status}`)
    await response.arrayBuffer()
  }
  const refresh = async (member: Member) => {
    member.tokens = await post('/token?grant_type=refresh_token', { refresh_token: member.tokens.refresh_token })
  }
  const signIn = async ({ email }: Member) => {
    await post('/token?grant_type=password', { email, password: PASSWORD })
  }
  return [
    { name: 'GET /user', value: roundFigure(await countRounds(members, getUser)), unit: 'requests/s' },
    { name: 'refresh grants', value: roundFigure(await countRounds(members, refresh)), unit: 'requests/s' },
    ...(await compareWithBcrypt(members, signIn)),
    ...(await compareLatency(members, getUser, signIn)),
  ]
}

/** Returns the best of the rounds, because other work on the machine can only slow one down. */
async function countRounds(members: Member[], work: (member: Member) => Promise<void>): Promise<number> {
  let best = 0
  for (let round = 0; round < ROUNDS; round += 1) best = Math.max(best, await countPerSecond(members, work))
  return best
}

/** Returns how often per second the work runs when every client repeats it. */
async function countPerSecond<Client>(clients: Client[], work: (client: Client) => Promise<void>): Promise<number> {
  const began = performance.now()
  let done = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - began < ROUND_MS) {
        await work(client)
        done += 1
      }
    }),
  )
  return (done * 1_000) / (performance.now() - began)
}

/**
 * Alternates between bcrypt alone and sign-ins, so that both run under the same load. Takes the median of the ratios.
 */
async function compareWithBcrypt(members: Member[], signIn: (member: Member) => Promise<void>): Promise<Row[]> {
  const stored = await hashPassword(PASSWORD)
  const cores = Array.from({ length: availableParallelism() }, () => undefined)
  const hash = async () => void (await runPasswordJob({ password: PASSWORD, stored }))
  await countPerSecond(members, signIn)
  const rounds: { alone: number; service: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ alone: await countPerSecond(cores, hash), service: await countPerSecond(members, signIn) })
  }
  const median = toSorted(rounds.map(({ alone, service }) => service / alone))[Math.floor(ROUNDS / 2)] ?? 0
  const best = Math.max(...rounds.map(({ service }) => service))
  return [
    { name: 'password sign-ins', value: roundFigure(best), unit: 'requests/s' },
    { name: 'sign-ins as a share of bcrypt alone', value: roundFigure(median), unit: 'ratio', aim: '≥ 0.9' },
  ]
}

/** Measures GET /user at intervals, with and without concurrent sign-ins. Takes the median of the ratios. */
async function compareLatency(
  members: Member[],
  getUser: (member: Member) => Promise<void>,
  signIn: (member: Member) => Promise<void>,
): Promise<Row[]> {
  const [reader, ...rest] = members
  if (!reader) throw new Error('There are no members.')
  const crowd = [...rest, reader]
  const rounds: { idle: number; busy: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const idle = await measureP95(() => getUser(reader))
    const signingIn = countPerSecond(crowd, signIn)
    const busy = await measureP95(() => getUser(reader))
    await signingIn
    rounds.push({ idle, busy })
  }
  const [idle] = toSorted(rounds.map((round) => round.idle))
  const median = toSorted(rounds.map((round) => round.busy / round.idle))[Math.floor(ROUNDS / 2)] ?? 0
  return [
    { name: 'GET /user p95, idle', value: roundFigure(idle ?? 0), unit: 'ms' },
    { name: `GET /user p95 while ${CLIENTS} sign in`, value: roundFigure(median), unit: '× idle', aim: '≤ 3' },
  ]
}

async function measureP95(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  const times: number[] = []
  while (performance.now() - began < ROUND_MS) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
    await sleep(BETWEEN_MS)
  }
  return toSorted(times)[Math.floor(times.length * 0.95)] ?? 0
}

function toSorted(values: number[]): number[] {
  return values.toSorted((a, b) => a - b)
}

if (process.argv[1] === import.meta.filename) console.table(await benchAuth())
