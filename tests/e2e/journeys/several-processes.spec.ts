import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@playwright/test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createAccount, createCookieHeader } from '../accounts.ts'
import { expect } from '../expect.ts'
import { asOwner, hideSubject, nameSubject } from '../hidden-subject.ts'
import { PUBLISHABLE_KEY, type Site, startSite } from '../site.ts'

/**
 * The number of requests after which both processes have probably answered: the system distributes connections at
 * random.
 */
const REQUESTS = 24
/** Wrong codes for one address, after which even the right one is rejected. */
const WRONG_CODES = 20

test.describe.configure({ mode: 'serial' })

let site: Site
test.beforeAll(async () => {
  site = await startSite({ template: process.env.E2E_TEMPLATE, environment: { WEB_PROCESSES: '2' } })
  await untilReady(2)
})
test.afterAll(() => site[Symbol.asyncDispose]())

/** Returns the process ids of the web processes that became ready so far, in order. */
function listReady(): number[] {
  return [...site.output().matchAll(/"a web process is ready","number":\d,"pid":(\d+)/g)].map(([, pid]) => Number(pid))
}

async function untilReady(count: number): Promise<void> {
  await expect.poll(() => listReady().length, { timeout: 60_000 }).toBe(count)
}

/** The primary process, which owns the data folder. */
function findPrimary(): number {
  return Number(readFileSync(join(site.dataFolder, 'pg.lock'), 'utf8'))
}

/** Sends a request on a new connection, or on one of the agent. */
async function send(path: string, init: { method?: string; headers?: object; body?: string; agent?: Agent } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const { body, agent, method = 'GET', headers = {} } = init
  const sent = request(site.url + path, { method, headers: { ...headers }, agent: agent ?? false }, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text })).on('error', reject)
  })
  sent.on('error', reject).end(body)
  return promise
}

const sendMany = (...parameters: Parameters<typeof send>) =>
  Promise.all(Array.from({ length: REQUESTS }, () => send(...parameters)))

/** Requests pages until `until` returns true. Returns the number of successful responses and the failures. */
async function keepRequesting(until: () => boolean): Promise<{ answers: number; failures: string[] }> {
  const agent = new Agent({ keepAlive: true })
  const failures: string[] = []
  let answers = 0
  const ask = async (own?: Agent) => {
    while (!until()) {
      const outcome = await send('/about', { agent: own }).catch((error: Error) => ({ status: 0, text: error.message }))
      if (outcome.status === 200) answers += 1
      else failures.push(`${outcome.status} ${outcome.text.slice(0, 100)}`)
      await sleep(2)
    }
  }
  await Promise.all([ask(), ask(), ask(agent), ask(agent)])
  agent.destroy()
  return { answers, failures }
}

test('accepts a session in every process', async () => {
  const account = await createAccount(site.url)
  const cookie = await createCookieHeader(site.url, account)
  const pages = []
  // One after another, because the number of concurrent page requests of a member is limited.
  for (let count = 0; count < REQUESTS; count += 1) pages.push(await send('/account', { headers: { cookie } }))
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200))
  for (const { text } of pages) expect(text).toContain(account.username)
})

test('counts wrong codes across all processes', async () => {
  const body = JSON.stringify({ type: 'email', email: 'member@example.org', token: '123456' })
  const headers = { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' }
  const answers = await sendMany('/auth/v1/verify', { method: 'POST', headers, body })
  expect(answers.filter(({ status }) => status !== 429)).toHaveLength(WRONG_CODES)
})

test('passes messages on to the sockets of every process', async () => {
  const received: string[] = []
  const clients = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const client = createClient(site.url, PUBLISHABLE_KEY, { auth: { persistSession: false } })
      await subscribe(client, (name) => received.push(`${index} ${name}`))
      return client
    }),
  )
  const [first] = clients
  await first?.channel('room').send({ type: 'broadcast', event: 'greeting', payload: {} })
  const expected = clients.slice(1).map((_, index) => `${index + 1} greeting`)
  await expect.poll(() => received.filter((text) => text.endsWith('greeting')).sort()).toEqual(expected)
  await Promise.all(clients.map((client) => client.realtime.disconnect()))
})

/** Joins the room and waits until it is joined. */
async function subscribe(client: SupabaseClient, hear: (event: string) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  client
    .channel('room')
    .on('broadcast', { event: 'greeting' }, ({ event }) => hear(event))
    .subscribe((status, error) => (status === 'SUBSCRIBED' ? resolve() : reject(error ?? new Error(status))))
  await promise
}

test('shows a spot in no process once it is private', async () => {
  const { id: author } = await createAccount(site.url)
  const subject = nameSubject(1, author)
  await asOwner(
    site,
    (sql) => sql`insert into public.spots (id, title, category, lng, lat, visibility, status, author_id)
      values (${subject.spot}, 'Hidden mill', 'castle', 7.7, 45.1, 'public', 'published', ${author})`,
  )
  const readStatuses = async () => new Set((await sendMany(`/spot/${subject.spot}`)).map(({ status }) => status))
  expect(await readStatuses()).toEqual(new Set([200]))
  await asOwner(site, (sql) => hideSubject(sql, subject, { visibility: 'private', status: 'published' }))
  expect(await readStatuses()).toEqual(new Set([404]))
})

test('replaces a killed process while it serves requests', async () => {
  const [, second = 0] = listReady()
  const requesting = keepRequesting(() => listReady().length === 3)
  await sleep(200)
  process.kill(second, 'SIGKILL')
  const { answers, failures } = await requesting
  // Only requests that the process was handling are lost.
  expect(failures.length).toBeLessThanOrEqual(4)
  expect(answers).toBeGreaterThan(20)
  expect((await sendMany('/about')).map(({ status }) => status)).toEqual(Array.from({ length: REQUESTS }, () => 200))
})

test('replaces all processes without losing a request', async () => {
  const requesting = keepRequesting(() => site.output().includes('all web processes were replaced'))
  await sleep(200)
  process.kill(findPrimary(), 'SIGUSR2')
  const { answers, failures } = await requesting
  expect(failures).toEqual([])
  expect(answers).toBeGreaterThan(20)
  expect(listReady()).toHaveLength(5)
})

test('leaves no process behind when the primary is killed, and starts again', async () => {
  const processes = listReady().slice(-2)
  await site.kill()
  for (const pid of processes) await expect.poll(() => isRunning(pid)).toBe(false)
  await site.start()
  await untilReady(7)
  await site.stop()
  for (const pid of listReady().slice(-2)) expect(isRunning(pid)).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
