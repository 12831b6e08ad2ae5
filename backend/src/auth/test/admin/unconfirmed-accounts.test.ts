import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'

const EMAIL = 'ada@example.org'
const CONFIRMED_BY_EMAIL = { GOTRUE_MAILER_AUTOCONFIRM: 'false' }

function admin(auth: TestAuth) {
  return auth.client({ key: KEYS.secretKey }).auth.admin
}

/** Signs up with someone else's address and waits for its owner to confirm it. */
async function signUpAsStranger(auth: TestAuth) {
  const stranger = auth.client()
  await stranger.auth.signUp({ email: EMAIL, password: PASSWORD, options: { data: { name: 'Eve', team: 'red' } } })
  return stranger
}

test('invalidates the password that a stranger chose for an unconfirmed account when its owner is invited (auth 8)', async () => {
  await using auth = await createTestAuth(CONFIRMED_BY_EMAIL)
  const stranger = await signUpAsStranger(auth)
  expect((await admin(auth).inviteUserByEmail(EMAIL)).error).toBeNull()
  const { hash } = await auth.lastMail(EMAIL)
  expect((await auth.client().auth.verifyOtp({ token_hash: hash, type: 'invite' })).error).toBeNull()
  const { error } = await stranger.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  expect(error?.code).toBe('invalid_credentials')
})

test('a generated sign-up link for an unconfirmed account sets its data and password (auth 8)', async () => {
  await using auth = await createTestAuth(CONFIRMED_BY_EMAIL)
  const stranger = await signUpAsStranger(auth)
  const password = 'another horse 8'
  const options = { data: { name: 'Ada' } }
  const { data, error } = await admin(auth).generateLink({ type: 'signup', email: EMAIL, password, options })
  expect(error).toBeNull()
  expect(data.user?.user_metadata).toMatchObject({ name: 'Ada', team: 'red' })
  const code = { token_hash: data.properties?.hashed_token ?? '', type: 'signup' } as const
  expect((await auth.client().auth.verifyOtp(code)).error).toBeNull()
  const denied = await stranger.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  expect(denied.error?.code).toBe('invalid_credentials')
  expect((await auth.client().auth.signInWithPassword({ email: EMAIL, password })).error).toBeNull()
})

test('invalidates links sent to the old address when an operator sets a new one (auth 8)', async () => {
  await using auth = await createTestAuth()
  const { data } = await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  await auth.client().auth.resetPasswordForEmail(EMAIL)
  const { hash } = await auth.lastMail(EMAIL)
  const id = data.user?.id ?? ''
  expect((await admin(auth).updateUserById(id, { user_metadata: { name: 'Ada' } })).error).toBeNull()
  expect(await auth.sql`select from auth.one_time_tokens`).toHaveLength(1)
  expect((await admin(auth).updateUserById(id, { email: 'new@example.org' })).error).toBeNull()
  const { error } = await auth.client().auth.verifyOtp({ token_hash: hash, type: 'recovery' })
  expect(error?.code).toBe('otp_expired')
})
