import { randomUUID } from 'node:crypto'
import { test } from '@playwright/test'
import { querySocket } from '../../../backend/test/program.ts'
import {
  type Account,
  createAccount,
  createCookieHeader,
  createMemberClient,
  createServiceClient,
} from '../accounts.ts'
import { expect } from '../expect.ts'
import { type DeliveryStep, startMailServer } from '../mail-server.ts'
import { type Site, startSite } from '../site.ts'

const SUBMISSIONS = 50
const AT_ONCE = 5
const KILL_AFTER = 20
/** The timeout for an email. The chores of digests and of emails each wait for their next turn, one after the other. */
const MAIL_MS = 75_000

/** A submission with a key that makes retries safe. */
interface Submission {
  key: string
  title: string
}

/** Submits a spot and resolves with its id once the server has confirmed it. */
type Submit = (submission: Submission) => Promise<string>

const WAYS: { name: string; prepare: (site: Site, account: Account) => Promise<Submit> }[] = [
  { name: 'through the API', prepare: prepareCall },
  { name: 'through the form', prepare: prepareForm },
]

for (const { name, prepare } of WAYS) {
  test(`stores each submission ${name} exactly once when the server is killed and clients retry`, async () => {
    await using site = await startSite({ template: process.env.E2E_TEMPLATE })
    const account = await createAccount(site.url)
    const submit = await prepare(site, account)
    const submissions = Array.from({ length: SUBMISSIONS }, (_, index) => ({
      key: randomUUID(),
      title: `Milestone ${index + 1}`,
    }))

    const acknowledged = new Map<string, string>()
    let kill: Promise<void> | undefined
    await forEachOf(submissions, async (submission) => {
      const id = await submit(submission).catch(() => undefined)
      if (id !== undefined) acknowledged.set(submission.key, id)
      if (acknowledged.size >= KILL_AFTER) kill ??= site.kill()
    })
    await kill
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILL_AFTER)
    expect(acknowledged.size).toBeLessThan(SUBMISSIONS)

    await site.start()
    const kept = new Map((await listSpots(site, account)).map(({ id, submission_key }) => [submission_key, id]))
    for (const [key, id] of acknowledged) expect(kept.get(key)).toBe(id)

    await forEachOf(submissions, async (submission) => {
      const id = await submit(submission)
      expect(id).toBe(kept.get(submission.key) ?? id)
    })
    expect(await listSpots(site, account)).toHaveLength(SUBMISSIONS)
  })
}

test('emails a digest exactly once when the server is killed twice while sending it', async () => {
  await using mail = await startMailServer()
  const environment = {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mail.port),
    SMTP_ADMIN_EMAIL: 'map@example.org',
    GOTRUE_MAILER_AUTOCONFIRM: 'true',
  }
  await using site = await startSite({ template: process.env.E2E_TEMPLATE, environment })
  const [author, visitor] = [await createAccount(site.url), await createAccount(site.url)]
  const spotId = await createSpot(site, author)
  await createComment(site, visitor, spotId)
  const stops: DeliveryStep[] = ['begin', 'end']
  mail.onStep = async (step) => {
    if (step !== stops[0]) return
    await site.kill()
    stops.shift()
  }
  for (const left of [1, 0]) {
    await makeMailsDue(site)
    await expect.poll(() => stops.length, { timeout: MAIL_MS }).toBe(left)
    await site.start()
  }
  // A later message in the queue shows that no earlier one is left to send.
  await createComment(site, author, await createSpot(site, visitor))
  await makeMailsDue(site)
  const countTo = ({ email }: Account) => mail.received.filter((text) => text.includes(email)).length
  await expect.poll(() => countTo(visitor), { timeout: MAIL_MS }).toBe(1)
  expect(countTo(author)).toBe(1)
})

async function createSpot(site: Site, author: Account): Promise<string> {
  const client = await createMemberClient(site.url, author)
  const spot = { title: 'Milestone', category: 'memorial', lng: 10, lat: 50, status: 'published', author_id: author.id }
  const { data } = await client.from('spots').insert(spot).select('id').single().throwOnError()
  return String(data.id)
}

async function createComment(site: Site, author: Account, spotId: string): Promise<void> {
  const client = await createMemberClient(site.url, author)
  await client.from('comments').insert({ spot_id: spotId, body: 'Is it open?' }).throwOnError()
}

/** Makes the digest due now, and releases the emails claimed by senders that were killed. */
async function makeMailsDue({ dataFolder }: Site): Promise<void> {
  await querySocket(
    dataFolder,
    `update public.notifications set mail_due_at = now() where mail_due_at is not null;
    update private.mails set next_attempt_at = now() where status = 'pending';
    update auth.outbox set send_after = now() where send_after is not null`,
  )
}

async function prepareCall(site: Site, account: Account): Promise<Submit> {
  const client = await createMemberClient(site.url, account)
  return async ({ key, title }) => {
    const spot = { title, category: 'memorial', lng: 10, lat: 50 }
    const { data, error } = await client.rpc('submit_spot', { submission_key: key, spot })
    if (error) throw error
    return String(data.id)
  }
}

/** Submits like a browser without JavaScript. The response redirects to the new spot. */
async function prepareForm(site: Site, account: Account): Promise<Submit> {
  const cookie = await createCookieHeader(site.url, account)
  const words = { category: 'memorial', tags: '', description: '', address: '', website: '', access: 'unknown' }
  return async ({ key, title }) => {
    const body = new FormData()
    const fields = {
      ...words,
      submission_key: key,
      title,
      position: '50, 10',
      visibility: 'public',
      precision: 'exact',
    }
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const response = await fetch(`${site.url}/submit`, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { cookie, origin: new URL(site.url).origin },
    })
    const [, id] = /^\/spot\/(\w+)$/.exec(site.pathOf(response.headers.get('location')) ?? '') ?? []
    if (id === undefined) throw new Error(`${response.status}: ${await response.text()}`)
    return id
  }
}

async function listSpots(site: Site, { id }: Account): Promise<{ id: string; submission_key: string }[]> {
  const service = createServiceClient(site.url)
  const { data } = await service.from('spots').select('id, submission_key').eq('author_id', id).throwOnError()
  return data ?? []
}

/** Runs tasks in order, a few at a time, like several members. */
async function forEachOf<Item>(items: Item[], handle: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const work = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await handle(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
