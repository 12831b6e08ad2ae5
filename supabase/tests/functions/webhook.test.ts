import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signIn, signUp } from '../test-app.ts'
import { createTestFunctionApp, type TestFunctionApp } from './test-function-app.ts'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

const EVENTS = ['spot.published', 'story.published', 'report.created', 'member.joined']
const SPOT = { title: 'Mill', category: 'castle', lng: 8, lat: 47, status: 'published' } as const

let running: TestFunctionApp
let receiver: { url: string; received: Received[]; status: number; close(): void }

beforeAll(async () => {
  receiver = await startReceiver()
  running = await createTestFunctionApp({ WEBHOOK_ALLOWED_HOSTS: new URL(receiver.url).host })
})

afterAll(async () => {
  receiver.close()
  await running[Symbol.asyncDispose]()
})

beforeEach(async () => {
  receiver.received = []
  receiver.status = 200
  await running.app.owner`delete from private.webhooks`
})

async function startReceiver() {
  const receiver = { url: '', received: [] as Received[], status: 200, close: () => {} }
  const http = createServer(async (request, response) => {
    receiver.received.push({ headers: request.headers, body: await text(request) })
    response.writeHead(receiver.status, { location: 'http://127.0.0.1:1/' }).end('answer')
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/hook`
  receiver.close = () => void http.close()
  return receiver
}

async function addWebhook(url = receiver.url, events = EVENTS): Promise<{ id: string; secret: string }> {
  const { data, error } = await running.server.rpc('add_webhook', { url, events })
  expect(error).toBeNull()
  return data as { id: string; secret: string }
}

const send = async () => (await running.server.functions.invoke('webhook')).data
const listDeliveries = () => running.app.owner`
  select event, status, attempts, last_status, last_error, extract(epoch from next_attempt_at - now())::float8 as wait
  from private.webhook_deliveries order by id`

async function publishSpot(values: Record<string, unknown> = {}) {
  const { error } = await running.app
    .server()
    .from('spots')
    .insert({ ...SPOT, ...values })
  expect(error).toBeNull()
}

test('sends only for the secret key', async () => {
  expect((await running.visitor.functions.invoke('webhook')).response?.status).toBe(403)
})

test('sends each event with a signature that the library verifies', async () => {
  const { secret } = await addWebhook()
  const { client, id } = await signUp(running.app, 'ada@example.org')
  const joined = await client.from('users').upsert({ id, username: 'ada' })
  const { data: spot } = await client.from('spots').insert(SPOT).select('id').single()
  const story = await running.app
    .server()
    .from('posts')
    .insert({ title: 'A story', slug: 'a-story', status: 'published' })
  const report = await client.from('reports').insert({ spot_id: spot?.id, reason: 'spam', body: 'secret words' })
  expect([joined.error, story.error, report.error]).toEqual([null, null, null])
  expect(await send()).toEqual({ sent: 4, failed: 0 })
  const messages = receiver.received.map(({ headers, body }) =>
    new Webhook(secret).verify(body, headers as Record<string, string>),
  )
  const byType = new Map(messages.map((message) => [(message as { type: string }).type, message]))
  expect([...byType.keys()].sort()).toEqual([...EVENTS].sort())
  expect(byType.get('spot.published')).toMatchObject({
    data: { id: spot?.id, path: `/spot/${spot?.id}`, title: 'Mill' },
  })
  expect(byType.get('member.joined')).toMatchObject({ data: { id, username: 'ada' } })
  expect(receiver.received.map(({ body }) => body).join()).not.toMatch(/secret words|ada@example/)
  expect(await send()).toEqual({ sent: 0, failed: 0 })
})

test('queues a spot once it is public, but no drafts, hidden or imported spots', async () => {
  await addWebhook(receiver.url, ['spot.published'])
  await publishSpot({ status: 'draft' })
  await publishSpot({ visibility: 'members' })
  await publishSpot({ visibility: 'private' })
  await publishSpot({ import_batch: crypto.randomUUID() })
  expect(await listDeliveries()).toHaveLength(0)
  const server = running.app.server()
  await publishSpot({ id: 'laterpublic', status: 'draft' })
  for (const status of ['published', 'closed', 'published'] as const)
    await server.from('spots').update({ status }).eq('id', 'laterpublic')
  expect(await listDeliveries()).toHaveLength(1)
})

test('sends to subscribers of the event only', async () => {
  await addWebhook(receiver.url, ['story.published'])
  await publishSpot()
  expect(await listDeliveries()).toHaveLength(0)
})

test('retries with growing pauses for a day, then gives up', async () => {
  await addWebhook()
  await publishSpot()
  receiver.status = 500
  const waits: number[] = []
  for (let attempt = 1; attempt <= 9; attempt += 1) {
    expect(await send()).toEqual({ sent: 0, failed: 1 })
    const [delivery] = await listDeliveries()
    waits.push(Math.round(Number(delivery?.wait ?? -1)))
    expect(delivery).toMatchObject({ attempts: attempt, last_status: 500 })
    await running.app.owner`update private.webhook_deliveries set next_attempt_at = now() where status = 'pending'`
  }
  expect(waits.at(-1)).toBe(-1)
  expect(waits.slice(0, -1).toSorted((a, b) => a - b)).toEqual(waits.slice(0, -1))
  expect(waits.reduce((sum, wait) => sum + wait, 0) / 3600).toBeCloseTo(23.6, 1)
  expect((await listDeliveries())[0]).toMatchObject({ status: 'failed', wait: null })
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('disables a webhook whose receiver returns 410', async () => {
  await addWebhook()
  await publishSpot()
  receiver.status = 410
  await send()
  const { data } = await running.server.rpc('list_webhooks')
  expect(data).toMatchObject([{ is_enabled: false, failed: 1 }])
})

test('follows no redirect', async () => {
  await addWebhook()
  await publishSpot()
  receiver.status = 302
  expect(await send()).toEqual({ sent: 0, failed: 1 })
  expect(receiver.received).toHaveLength(1)
})

test.each([
  'https://localhost/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/',
  'https://10.0.0.1/',
  'https://[::ffff:10.0.0.1]/',
  'http://example.org/',
])('does not call %s', async (url) => {
  await addWebhook(url)
  await publishSpot()
  expect(await send()).toEqual({ sent: 0, failed: 1 })
  expect((await listDeliveries())[0]?.last_error).toMatch(/not part of the public internet|must begin with https/)
})

test('sends each message once from two senders', async () => {
  await addWebhook()
  for (let count = 0; count < 5; count += 1) await publishSpot()
  const results = await Promise.all([send(), send()])
  expect(results.reduce((sum: number, { sent }: { sent: number }) => sum + sent, 0)).toBe(5)
  expect(receiver.received).toHaveLength(5)
})

test('lets only moderators see and repeat messages', async () => {
  const { id } = await addWebhook()
  await publishSpot()
  await send()
  const { client } = await signUp(running.app, 'bob@example.org')
  const denied = await client.rpc('list_webhook_deliveries')
  expect(denied.error?.message).toBe('Only moderators may do this.')
  expect((await client.rpc('resend_webhook_delivery', { id: 1 })).error?.code).toBe('42501')
  expect((await client.rpc('list_webhooks')).error?.code).toBe('42501')
  await running.app
    .owner`update auth.users set raw_app_meta_data = '{"role":"moderator"}' where email = 'bob@example.org'`
  await signIn(client, 'bob@example.org')
  const { data } = await client.rpc('list_webhook_deliveries')
  expect(data).toMatchObject([{ event: 'spot.published', status: 'delivered', host: new URL(receiver.url).host }])
  expect(JSON.stringify(data)).not.toContain('/hook')
  const [delivery] = data as unknown as { id: number }[]
  expect((await client.rpc('resend_webhook_delivery', { id: delivery?.id ?? 0 })).error).toBeNull()
  expect(await send()).toEqual({ sent: 1, failed: 0 })
  expect((await client.rpc('resend_webhook_delivery', { id: 999_999 })).error?.code).toBe('PT404')
  expect((await running.server.rpc('remove_webhook', { id })).data).toBe(true)
})
