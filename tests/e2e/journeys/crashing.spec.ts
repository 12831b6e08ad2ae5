import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { createAccount, createMemberClient, createServiceClient } from '../accounts.ts'
import { startSite } from '../site.ts'

const SUBMISSIONS = 50
const AT_ONCE = 5
const KILL_AFTER = 20

/** What a member sends: a key that makes trying again safe. */
interface Submission {
  key: string
  title: string
}

test('what was acknowledged before the server was killed is there, once, and the rest can be sent again', async () => {
  test.setTimeout(120_000)
  await using site = await startSite({ template: process.env.E2E_TEMPLATE })
  const account = await createAccount(site.url)
  const client = await createMemberClient(site.url, account)
  const submissions = Array.from({ length: SUBMISSIONS }, (_, index) => ({
    key: randomUUID(),
    title: `Milestone ${index + 1}`,
  }))
  const submit = async ({ key, title }: Submission) => {
    const spot = { title, category: 'memorial', lng: 10 + Math.random(), lat: 50 }
    const { data, error } = await client.rpc('submit_spot', { submission_key: key, spot })
    if (error) throw error
    return String(data.id)
  }

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
  const service = createServiceClient(site.url)
  const listMine = async () => {
    const { data } = await service.from('spots').select('id, submission_key').eq('author_id', account.id).throwOnError()
    return data ?? []
  }
  const kept = new Map((await listMine()).map(({ id, submission_key }) => [submission_key, id]))
  for (const [key, id] of acknowledged) expect(kept.get(key)).toBe(id)

  await forEachOf(submissions, async (submission) => {
    const id = await submit(submission)
    expect(id).toBe(acknowledged.get(submission.key) ?? id)
  })
  expect(await listMine()).toHaveLength(SUBMISSIONS)
})

/** Handles some at a time, in order, as several members would. */
async function forEachOf<Item>(items: Item[], handle: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const work = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await handle(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
