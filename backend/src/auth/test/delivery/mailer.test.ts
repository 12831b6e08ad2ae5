import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, test, vi } from 'vitest'
import { createTestAuth, PASSWORD } from '../test-auth.ts'

const EMAIL = 'ada@example.org'

/** A mail server without TLS that stores its emails and logins, and rejects the first `rejected` emails. */
async function startMailServer({ rejected = 0 } = {}) {
  const received: string[] = []
  const logins: unknown[] = []
  let left = rejected
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _session, callback) {
      logins.push(password)
      callback(null, { user: username })
    },
    onData(stream, _session, callback) {
      let text = ''
      stream.setEncoding('utf8')
      stream.on('data', (part: string) => {
        text += part
      })
      stream.on('end', () => {
        left -= 1
        if (left >= 0) return callback(new Error('Mailbox busy'))
        received.push(text)
        callback()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const environment = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port), SMTP_ADMIN_EMAIL: 'map@example.org' }
  return {
    received,
    logins,
    environment,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

test('requires confirmation with a mail server and sends text and HTML (auth 6.3)', async () => {
  await using mailServer = await startMailServer()
  await using auth = await createTestAuth(mailServer.environment)
  const { data } = await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  expect(data.session).toBeNull()
  await vi.waitFor(() => expect(mailServer.received).toHaveLength(1), { timeout: 5_000 })
  const [mail = ''] = mailServer.received
  expect(mail).toMatch(/^From: Hereabouts <map@example\.org>$/m)
  expect(mail).toMatch(/^To: .*ada@example\.org/m)
  expect(mail).toMatch(/^Subject: Confirm your email address$/m)
  expect(mail).toContain('Content-Type: text/plain')
  expect(mail).toContain('Content-Type: text/html')
  await vi.waitFor(async () => expect(await auth.mails(EMAIL)).toEqual([]))
  expect(auth.logged.join('')).not.toContain('/verify?token=')
})

test('retries a rejected email, and one whose sending process died (auth 6.3)', async () => {
  await using mailServer = await startMailServer({ rejected: 1 })
  await using auth = await createTestAuth(mailServer.environment)
  const client = auth.client()
  expect((await client.auth.signUp({ email: EMAIL, password: PASSWORD })).error).toBeNull()
  await vi.waitFor(() => expect(auth.logged.join('')).toContain('mail not sent'), { timeout: 5_000 })
  expect(await auth.mails(EMAIL)).toHaveLength(1)
  auth.wait(90_000)
  await client.auth.signUp({ email: 'bob@example.org', password: PASSWORD })
  await vi.waitFor(() => expect(mailServer.received).toHaveLength(2), { timeout: 5_000 })
})

test('sends the password without TLS only within this machine, or when the operator allows it (auth 6.3)', async () => {
  await using mailServer = await startMailServer()
  const environment = { ...mailServer.environment, SMTP_USER: 'map', SMTP_PASS: 'secret' }
  // This address also reaches this machine, but is not a loopback address.
  const elsewhere = { ...environment, SMTP_HOST: '0.0.0.0' }
  await using auth = await createTestAuth(elsewhere)
  expect((await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })).error).toBeNull()
  await vi.waitFor(() => expect(auth.logged.join('')).toContain('SMTP_ALLOW_PLAIN_LOGIN=true'), { timeout: 5_000 })
  expect([mailServer.logins, mailServer.received]).toEqual([[], []])
  for (const allowed of [environment, { ...elsewhere, SMTP_ALLOW_PLAIN_LOGIN: 'true' }]) {
    auth.wait(90_000)
    const count = mailServer.logins.length
    const json = { email: `${count}@example.org`, password: PASSWORD }
    expect((await auth.anotherProcess(allowed)('/signup', { json })).status).toBe(200)
    await vi.waitFor(() => expect(mailServer.logins.length).toBeGreaterThan(count), { timeout: 5_000 })
  }
  expect(new Set(mailServer.logins)).toEqual(new Set(['secret']))
})

test('responds without waiting for an unreachable mail server (auth 6.3)', async () => {
  await using auth = await createTestAuth({ SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' })
  const { data, error } = await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  expect(error).toBeNull()
  expect(data.user?.email).toBe(EMAIL)
})

test('limits the emails per hour (auth 6.7)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    GOTRUE_RATE_LIMIT_EMAIL_SENT: '2',
  })
  const signUp = (email: string) => auth.client().auth.signUp({ email, password: PASSWORD })
  await signUp('one@example.org')
  await signUp('two@example.org')
  const { error } = await signUp('three@example.org')
  expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' })
  auth.wait(3_600_000)
  expect((await signUp('three@example.org')).error).toBeNull()
})
