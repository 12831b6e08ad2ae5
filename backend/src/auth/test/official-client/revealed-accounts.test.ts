import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD, type TestAuth } from '../test-auth.ts'

/** The behaviour of hosted projects, for apps that rely on it: `GOTRUE_SECURITY_REVEAL_ACCOUNTS` (auth 6.5). */

const EMAIL = 'ada@example.org'
const UNKNOWN = 'no-account@example.org'
const MINUTE_MS = 60_000
const TOO_SOON = { status: 429, code: 'over_email_send_rate_limit' }

const openAuth = () => createTestAuth({ GOTRUE_MAILER_AUTOCONFIRM: 'false', GOTRUE_SECURITY_REVEAL_ACCOUNTS: 'true' })

async function signUpConfirmed(auth: TestAuth): Promise<string> {
  const { data } = await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  await auth.sql`update auth.users set email_confirmed_at = now()`
  auth.wait(2 * MINUTE_MS)
  return data.user?.id ?? ''
}

test('signUp returns an invented user without identities for an existing account (auth 7.1)', async () => {
  await using auth = await openAuth()
  const id = await signUpConfirmed(auth)
  const { data, error } = await auth.client().auth.signUp({ email: EMAIL, password: 'another horse 8' })
  expect(error).toBeNull()
  expect(data).toMatchObject({ session: null, user: { email: EMAIL, identities: [], role: '' } })
  expect(data.user?.id).not.toBe(id)
})

test('signUp returns the user of an unconfirmed account, and limits only its emails (auth 7.1)', async () => {
  await using auth = await openAuth()
  const { auth: client } = auth.client()
  const first = await client.signUp({ email: EMAIL, password: PASSWORD })
  expect(await client.signUp({ email: EMAIL, password: PASSWORD })).toMatchObject({ error: TOO_SOON })
  auth.wait(2 * MINUTE_MS)
  const again = await client.signUp({ email: EMAIL, password: PASSWORD })
  expect([again.error, again.data.user?.id]).toEqual([null, first.data.user?.id])
  expect(await auth.mails(EMAIL)).toHaveLength(2)
})

test('signInWithOtp without sign-up rejects only unknown addresses (auth 7.3)', async () => {
  await using auth = await openAuth()
  await signUpConfirmed(auth)
  const { auth: client } = auth.client()
  const request = (email: string) => client.signInWithOtp({ email, options: { shouldCreateUser: false } })
  expect((await request(UNKNOWN)).error).toMatchObject({ status: 422, code: 'otp_disabled' })
  expect((await request(EMAIL)).error).toBeNull()
  expect((await request(EMAIL)).error).toMatchObject(TOO_SOON)
})

test('resetPasswordForEmail is limited for known addresses only, and emails unknown ones nothing (auth 7.5)', async () => {
  await using auth = await openAuth()
  await signUpConfirmed(auth)
  const { auth: client } = auth.client()
  for (let time = 0; time < 2; time += 1) expect((await client.resetPasswordForEmail(UNKNOWN)).error).toBeNull()
  expect((await client.resetPasswordForEmail(EMAIL)).error).toBeNull()
  expect((await client.resetPasswordForEmail(EMAIL)).error).toMatchObject(TOO_SOON)
  expect(await auth.mails(UNKNOWN)).toEqual([])
})

test('resend does nothing for unknown and confirmed addresses (auth 7.5)', async () => {
  await using auth = await openAuth()
  await signUpConfirmed(auth)
  for (const email of [UNKNOWN, EMAIL])
    expect((await auth.client().auth.resend({ type: 'signup', email })).error).toBeNull()
  expect([await auth.mails(UNKNOWN), (await auth.mails(EMAIL)).length]).toEqual([[], 1])
})
