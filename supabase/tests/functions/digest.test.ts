import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signUp } from '../test-app.ts'
import { createTestFunctionApp, type TestFunctionApp } from './test-function-app.ts'

const TITLE = 'Mill <b>&</b> "weir"'

interface OutboxMail {
  recipient: string
  subject: string
  text: string
  html: string
  message_id: string
  unsubscribe_url: string
}

let running: TestFunctionApp
let author: Awaited<ReturnType<typeof signUp>>
let visitor: Awaited<ReturnType<typeof signUp>>
let spotId: string

beforeAll(async () => {
  running = await createTestFunctionApp()
  author = await signUp(running.app, 'author@example.org')
  visitor = await signUp(running.app, 'jonas@example.org')
  await visitor.client.from('users').upsert({ id: visitor.id, username: 'jonas' }).throwOnError()
  const { data } = await author.client
    .from('spots')
    .insert({ title: TITLE, category: 'castle', lng: 8, lat: 47, status: 'published' })
    .select('id')
    .single()
    .throwOnError()
  spotId = data.id
  await author.client
    .from('notification_preferences')
    .insert({ user_id: author.id, topic: 'comments', mail: 'now' })
    .throwOnError()
  await author.client.from('mail_schedules').insert({ user_id: author.id, time_zone: 'Asia/Tokyo' }).throwOnError()
})
afterAll(() => running[Symbol.asyncDispose]())

beforeEach(async () => {
  await running.app.owner`delete from public.notifications`
  await running.app.owner`delete from private.mails`
  await running.app.owner`delete from auth.outbox`
})

async function comment(body: string): Promise<void> {
  await visitor.client.from('comments').insert({ spot_id: spotId, body }).throwOnError()
  await running.app.owner`update public.notifications set mail_due_at = now() where mail_due_at is not null`
}
const send = async () => (await running.server.functions.invoke('digest')).data
const listMails = () => running.app.owner<OutboxMail[]>`
  select recipient, subject, text, html, message_id, unsubscribe_url from auth.outbox where message_id is not null order by id`

test('emails the events as text and HTML, in the time zone of the member', async () => {
  await running.app.owner`update public.instance_settings set site_name = 'Peak & Vale'`
  await comment('Is it <i>open</i> at night?')
  await running.app.owner`update public.notifications set created_at = '2026-11-23T20:30:00Z'`
  await comment('And on Sundays?')
  expect(await send()).toEqual({ sent: 1, dropped: 0, failed: 0 })
  const [mail, ...others] = await listMails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient: 'author@example.org', subject: `jonas commented on ${TITLE}, and 1 more` })
  expect(mail?.text).toContain(`jonas commented on ${TITLE}.\n“Is it <i>open</i> at night?”\nTuesday 24 November`)
  expect(mail?.text).toMatch(new RegExp(`${running.url}/spot/${spotId}#comment-[0-9a-f-]{36}`))
  expect(mail?.text).toContain(`Unsubscribe: ${mail?.unsubscribe_url}`)
  expect(mail?.html).toContain('Mill &lt;b&gt;&amp;&lt;/b&gt; &#34;weir&#34;')
  expect(mail?.html).toContain('Is it &lt;i&gt;open&lt;/i&gt; at night?')
  expect(mail?.html).toContain('>Peak &amp; Vale</p>')
  expect(mail?.text).toContain('\n-- \nPeak & Vale\n')
  expect(mail?.html).not.toMatch(/<img|<i>|src=/)
  expect(await send()).toEqual({ sent: 0, dropped: 0, failed: 0 })
})

test('queues an email once when the process dies before recording it', async () => {
  await comment('Hello')
  await send()
  const [mail] = await listMails()
  await running.app.owner`update private.mails set status = 'pending', next_attempt_at = now()`
  await running.app.owner`update auth.outbox set sent_at = now(), send_after = null`
  expect(await send()).toEqual({ sent: 1, dropped: 0, failed: 0 })
  expect(await listMails()).toMatchObject([{ message_id: mail?.message_id }])
  expect(await running.app.owner`select from auth.outbox where sent_at is null and message_id is not null`).toEqual([])
})

test('drops an email about deleted content', async () => {
  await comment('Mistake')
  await running.server.rpc('claim_mails', { most: 1 })
  await visitor.client.from('comments').delete().eq('body', 'Mistake').throwOnError()
  await running.app.owner`update private.mails set next_attempt_at = now()`
  expect(await send()).toEqual({ sent: 0, dropped: 1, failed: 0 })
  expect(await listMails()).toEqual([])
})

test('accepts only the secret key, and is called only when an email is due', async () => {
  expect((await running.visitor.functions.invoke('digest')).error).not.toBeNull()
  const countDue = async () => (await running.server.rpc('count_due_mails')).data
  expect(await countDue()).toBe(0)
  await comment('Hello')
  expect(await countDue()).toBe(1)
  await send()
  await comment('Again')
  expect(await countDue()).toBe(0)
})

test('posts emails to the mail API of a hosted project, with the same key for every attempt', async () => {
  const received: { headers: IncomingHttpHeaders; body: Record<string, unknown> }[] = []
  const api = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: JSON.parse(await text(request)) })
    response.writeHead(received.length === 1 ? 500 : 200).end('{}')
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}/emails`
  await using hosted = await createTestFunctionApp({
    MAIL_API_URL: url,
    MAIL_API_KEY: 'key',
    MAIL_FROM: 'Map <map@example.org>',
    SITE_URL: 'https://map.example.org/',
  })
  const member = await signUp(hosted.app, 'ada@example.org')
  await member.client.from('users').upsert({ id: member.id, username: 'ada' }).throwOnError()
  await hosted.app
    .owner`insert into public.notifications (user_id, kind, text) values (${member.id}, 'warning', 'Mind the tone')`
  await hosted.app.owner`update public.notifications set mail_due_at = now()`
  const invoke = async () => (await hosted.server.functions.invoke('digest')).data
  expect(await invoke()).toEqual({ sent: 0, dropped: 0, failed: 1 })
  await hosted.app.owner`update private.mails set next_attempt_at = now()`
  expect(await invoke()).toEqual({ sent: 1, dropped: 0, failed: 0 })
  api.close()
  const [first, second] = received
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
  expect(second?.body).toMatchObject({
    from: 'Map <map@example.org>',
    to: ['ada@example.org'],
    subject: 'A moderator sent you a warning',
    headers: {
      'List-Unsubscribe': expect.stringMatching(/^<https:\/\/map\.example\.org\/unsubscribe\?token=.+>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
})
