import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Secret, TOTP } from 'otpauth'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD } from '../test-auth.ts'

const EMAIL = 'ada@example.org'
const HOOK_SECRET = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqr'

/** A running HTTP server, and a function that stops it. */
async function listen(server: ReturnType<typeof createServer>) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

test('logs no secret in a whole user journey with failures (auth 6.9)', async () => {
  const mails: string[] = []
  const smtp = new SMTPServer({
    allowInsecureAuth: true,
    onAuth: (_login, _session, done) => done(null, { user: 'mailer' }),
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk
      })
      stream.on('end', () => {
        mails.push(text.replace(/=\r?\n/g, '').replaceAll('=3D', '='))
        // The first one is rejected, which is logged.
        done(mails.length === 1 ? new Error('mailbox full') : null)
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const hook = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(500).end('no'))
  })
  await using auth = await createTestAuth({
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String((smtp.server.address() as AddressInfo).port),
    SMTP_USER: 'mailer',
    SMTP_PASS: 'a secret of the mail server',
    GOTRUE_SMTP_MAX_FREQUENCY: '0',
    GOTRUE_HOOK_AFTER_USER_CREATED_ENABLED: 'true',
    GOTRUE_HOOK_AFTER_USER_CREATED_URI: `http://127.0.0.1:${await listen(hook)}/`,
    GOTRUE_HOOK_AFTER_USER_CREATED_SECRETS: `v1,whsec_${HOOK_SECRET}`,
  })
  const secrets: string[] = [PASSWORD, HOOK_SECRET, KEYS.secretKey, 'a secret of the mail server']
  const client = auth.client()
  await client.auth.signUp({ email: EMAIL, password: PASSWORD })
  const [row] = await auth.sql<{ token: string }[]>`select confirmation_token as token from auth.users`
  const { data } = await client.auth.verifyOtp({ type: 'signup', token_hash: row?.token ?? '' })
  secrets.push(row?.token ?? '', data.session?.access_token ?? '', data.session?.refresh_token ?? '')
  const refreshed = await client.auth.refreshSession()
  secrets.push(refreshed.data.session?.access_token ?? '', refreshed.data.session?.refresh_token ?? '')
  const factor = await client.auth.mfa.enroll({ factorType: 'totp' })
  const totp = factor.data?.type === 'totp' ? factor.data : undefined
  const code = new TOTP({ secret: Secret.fromBase32(totp?.totp.secret ?? '') }).generate()
  await client.auth.mfa.challengeAndVerify({ factorId: totp?.id ?? '', code })
  secrets.push(totp?.totp.secret ?? '', code)
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  await auth.request('/recover', { json: { email: EMAIL, code_challenge: challenge, code_challenge_method: 's256' } })
  const [recovery] = await auth.sql<{ token: string }[]>`select recovery_token as token from auth.users`
  const followed = await auth.request(`/verify?type=recovery&token=${recovery?.token}`)
  const authCode = new URL(followed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  secrets.push(verifier, recovery?.token ?? '', authCode)
  await auth.request('/token?grant_type=pkce', { json: { auth_code: authCode, code_verifier: verifier } })
  await auth.sql`alter table auth.sessions rename to hidden_sessions`
  await auth.request('/token?grant_type=password', { json: { email: EMAIL, password: PASSWORD } })
  await auth.request('/user', { headers: { authorization: `Bearer ${secrets[5]}` } })
  await auth.sql`alter table auth.hidden_sessions rename to sessions`
  await expect.poll(() => mails.length).toBeGreaterThanOrEqual(2)
  await expect.poll(() => auth.logged.join()).toContain('hook failed')
  smtp.close()
  hook.close()
  const log = auth.logged.join('')
  expect(log).toContain('auth request failed')
  expect(log).toContain('mail not sent')
  expect(secrets.filter((secret) => secret.length < 6)).toEqual([])
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
})
