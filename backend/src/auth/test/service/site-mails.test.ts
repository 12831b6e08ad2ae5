import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts'
import type { Sql } from '../../../postgres/statements/sql.ts'
import { API_URL } from '../test-api-url.ts'
import { JWT_SECRET, KEYS, SITE_URL } from '../test-auth.ts'

const PROGRAM = join(import.meta.dirname, '../../../../test/auth-process.ts')
const UNSUBSCRIBE = 'https://map.example.org/unsubscribe?token=x'

let database: TestDatabase
let sql: Sql
let mailServer: SMTPServer
let environment: Record<string, string>
/** Emails that the server has accepted, with and without a reply to the sender. */
let received: string[]
/** Called with the text so far, and again at the end; a promise delays the reply. */
let onMail: (text: string, isComplete: boolean) => Promise<void> | void
const children: ChildProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  sql = database.connect('owner', { max: 3 })
  mailServer = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _session, callback) {
      let text = ''
      for await (const part of stream.setEncoding('utf8')) {
        text += part
        await onMail(text, false)
      }
      received.push(text)
      await onMail(text, true)
      callback()
    },
  })
  // A killed client resets its connections.
  mailServer.on('error', () => undefined)
  mailServer.listen(0, '127.0.0.1')
  await once(mailServer.server, 'listening')
  const { port } = mailServer.server.address() as AddressInfo
  environment = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port), SMTP_ADMIN_EMAIL: 'map@example.org' }
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await sql`delete from auth.outbox`
})
afterAll(async () => {
  await new Promise<void>((resolve) => mailServer.close(resolve))
  await database.close()
})

/** Starts a process of the accounts service. Returns functions that kill it and queue an email. */
async function start() {
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { socket, port } = inject('databaseServer')
  const options = {
    address: { socket, port, database: row?.name ?? '' },
    jwk: { ...(await exportJWK(privateKey)), kid: 'test-key', alg: 'ES256', key_ops: ['sign'] },
    jwtSecret: JWT_SECRET,
    keys: KEYS,
    siteUrl: SITE_URL,
    apiUrl: API_URL,
    environment,
  }
  const env = { ...process.env, AUTH_PROCESS: JSON.stringify(options) }
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const url = `http://127.0.0.1:${line.toString().trim()}/admin/outbox`
  return {
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    async queue(messageId: string, { key = KEYS.secretKey, ...changes }: Record<string, string> = {}) {
      const mail = {
        message_id: messageId,
        recipient: 'ada@example.org',
        subject: 'Two replies',
        text: 'Hello',
        html: '<p>Hello</p>',
        unsubscribe_url: UNSUBSCRIBE,
        ...changes,
      }
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(mail) })
      return { status: response.status, body: (await response.json()) as { is_new?: boolean } }
    },
  }
}

const countOf = (messageId: string) => received.filter((text) => text.includes(`<${messageId}@example.org>`)).length
const makeDue = () => sql`update auth.outbox set send_after = now() where send_after is not null`

test('sends an email of the site once, with headers for one-click unsubscribe, and deletes its content', async () => {
  received = []
  onMail = () => undefined
  const { queue } = await start()
  const id = randomUUID()
  expect(await queue(id)).toEqual({ status: 200, body: { is_new: true } })
  await vi.waitFor(() => expect(countOf(id)).toBe(1))
  const [text = ''] = received
  expect(text).toContain(`List-Unsubscribe: <${UNSUBSCRIBE}>`)
  expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(text).toContain('Auto-Submitted: auto-generated')
  expect(text).toMatch(/text\/plain[\s\S]+text\/html/)
  await vi.waitFor(async () =>
    expect(await sql`select recipient, html from auth.outbox where sent_at is not null`).toMatchObject([
      { recipient: '', html: '' },
    ]),
  )
  expect(await queue(id)).toEqual({ status: 200, body: { is_new: false } })
  await makeDue()
  const next = randomUUID()
  await queue(next)
  await vi.waitFor(() => expect(countOf(next)).toBe(1))
  expect(countOf(id)).toBe(1)
})

test('sends an email exactly once when its sender was killed while sending the message', async () => {
  received = []
  const first = await start()
  const id = randomUUID()
  const killed = Promise.withResolvers<void>()
  // The server stops reading after the first part, so that the sender cannot reach the end.
  onMail = async () => {
    await first.kill()
    killed.resolve()
    await new Promise(() => undefined)
  }
  await sql`insert into auth.outbox (kind, recipient, subject, text, message_id, send_after)
    values ('email', 'ada@example.org', 'Two replies', ${'Hello to everyone here. '.repeat(400_000)}, ${id}, now())`
  await first.queue(randomUUID())
  await killed.promise
  expect(countOf(id)).toBe(0)
  onMail = () => undefined
  await makeDue()
  const second = await start()
  await second.queue(randomUUID())
  await vi.waitFor(() => expect(countOf(id)).toBe(1), { timeout: 60_000 })
  await vi.waitFor(async () => expect(await sql`select from auth.outbox where sent_at is null`).toEqual([]))
  expect(countOf(id)).toBe(1)
})

test('does not repeat an email whose sender was killed before the server replied', async () => {
  received = []
  const first = await start()
  const id = randomUUID()
  onMail = async (text, isComplete) => {
    if (isComplete && text.includes(id)) await first.kill()
  }
  await first.queue(id)
  await vi.waitFor(() => expect(countOf(id)).toBe(1))
  onMail = () => undefined
  await makeDue()
  const second = await start()
  expect((await second.queue(id)).body).toEqual({ is_new: false })
  const next = randomUUID()
  await second.queue(next)
  await vi.waitFor(() => expect(countOf(next)).toBe(1))
  expect(countOf(id)).toBe(1)
})

test('queues emails only for the secret key, and rejects malformed ones', async () => {
  received = []
  const { queue } = await start()
  expect((await queue(randomUUID(), { key: KEYS.publishableKey })).status).toBe(403)
  expect((await queue('not-a-uuid')).status).toBe(400)
  expect((await queue(randomUUID(), { subject: 'One\r\nBcc: all@example.org' })).status).toBe(400)
  expect((await queue(randomUUID(), { unsubscribe_url: 'javascript:alert(1)' })).status).toBe(400)
  expect((await queue(randomUUID(), { recipient: 'ada@example.org, all@example.org' })).status).toBe(400)
  expect(await sql`select from auth.outbox`).toEqual([])
})
