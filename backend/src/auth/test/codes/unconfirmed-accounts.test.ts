import { expect, test } from 'vitest'
import { ENABLED, withPasskey } from '../passkeys/test-passkey.ts'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'

const EMAIL = 'ada@example.org'

/** A stranger uses an account with the unconfirmed address of someone else, for example after linking an identity. */
async function createStranger(auth: TestAuth) {
  const { client } = await withPasskey(auth, EMAIL)
  await client.auth.mfa.enroll({ factorType: 'totp' })
  await auth.sql`update auth.users set email_confirmed_at = null, phone = '4915112345678', phone_confirmed_at = now()`
  await auth.sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    select '7', id, '{"sub":"7"}', 'gitlab' from auth.users`
  return client
}

const countWays = async ({ sql }: TestAuth) => {
  const [row] = await sql`
    select (select array_agg(provider order by provider) from auth.identities) as identities,
      (select count(*)::int from auth.webauthn_credentials) as passkeys,
      (select count(*)::int from auth.mfa_factors) as factors,
      (select count(*)::int from auth.sessions) as sessions,
      (select count(*)::int from auth.users where phone is not null) as phones`
  return row
}

const REQUESTS = {
  recovery: (auth: TestAuth) => auth.client().auth.resetPasswordForEmail(EMAIL),
  email: (auth: TestAuth) => auth.client().auth.signInWithOtp({ email: EMAIL }),
  invite: (auth: TestAuth) => auth.client({ key: KEYS.secretKey }).auth.admin.inviteUserByEmail(EMAIL),
  signup: (auth: TestAuth) => auth.client().auth.signUp({ email: EMAIL, password: 'the password of the owner' }),
} as const

test.each(['recovery', 'email', 'invite', 'signup'] as const)(
  'removes every way in of a stranger when the owner of the address confirms it by a code of type %s (auth 7.4)',
  async (type) => {
    await using auth = await createTestAuth({ ...ENABLED, GOTRUE_MAILER_AUTOCONFIRM: 'true' })
    const stranger = await createStranger(auth)
    expect((await REQUESTS[type](auth)).error).toBeNull()
    const { hash } = await auth.lastMail(EMAIL)
    const owner = auth.client()
    expect((await owner.auth.verifyOtp({ token_hash: hash, type })).error).toBeNull()
    expect(await countWays(auth)).toEqual({ identities: ['email'], passkeys: 0, factors: 0, sessions: 1, phones: 0 })
    const { data } = await owner.auth.getUser()
    expect(data.user).toMatchObject({ email_confirmed_at: expect.any(String), app_metadata: { providers: ['email'] } })
    expect((await stranger.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    const denied = await auth.client().auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
    expect(denied.error?.code).toBe('invalid_credentials')
  },
)

test('keeps the ways in of a member who confirms an address by the code of their own sign-up (auth 7.4)', async () => {
  await using auth = await createTestAuth({ ...ENABLED, GOTRUE_MAILER_AUTOCONFIRM: 'true' })
  const member = await createStranger(auth)
  expect((await member.auth.resend({ type: 'signup', email: EMAIL })).error).toBeNull()
  const { code } = await auth.lastMail(EMAIL)
  // Anyone may ask for this email.
  await auth.client().auth.resetPasswordForEmail(EMAIL)
  expect((await auth.client().auth.verifyOtp({ email: EMAIL, token: code, type: 'email' })).error).toBeNull()
  const kept = { identities: ['email', 'gitlab'], passkeys: 1, factors: 1, sessions: 2, phones: 1 }
  expect(await countWays(auth)).toEqual(kept)
  expect((await auth.client().auth.signInWithPassword({ email: EMAIL, password: PASSWORD })).error).toBeNull()
})

test('keeps the ways in of a member who signs up again with the same password (auth 6.5)', async () => {
  await using auth = await createTestAuth({ ...ENABLED, GOTRUE_MAILER_AUTOCONFIRM: 'true' })
  await createStranger(auth)
  expect((await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })).error).toBeNull()
  const { hash } = await auth.lastMail(EMAIL)
  expect((await auth.client().auth.verifyOtp({ token_hash: hash, type: 'signup' })).error).toBeNull()
  expect(await countWays(auth)).toMatchObject({ identities: ['email', 'gitlab'], passkeys: 1, factors: 1 })
  expect((await auth.client().auth.signInWithPassword({ email: EMAIL, password: PASSWORD })).error).toBeNull()
})

test.each(['a recovery', 'another confirmation'])(
  'removes every way in of a stranger who requests %s after the owner has requested a code (auth 7.4)',
  async (what) => {
    await using auth = await createTestAuth({ ...ENABLED, GOTRUE_MAILER_AUTOCONFIRM: 'true' })
    const stranger = await createStranger(auth)
    await auth.client().auth.signInWithOtp({ email: EMAIL })
    const first = await auth.lastMail(EMAIL)
    if (what === 'a recovery') await stranger.auth.resetPasswordForEmail(EMAIL)
    else await stranger.auth.resend({ type: 'signup', email: EMAIL })
    const { code } = what === 'a recovery' ? first : await auth.lastMail(EMAIL)
    expect((await auth.client().auth.verifyOtp({ email: EMAIL, token: code, type: 'email' })).error).toBeNull()
    expect(await countWays(auth)).toEqual({ identities: ['email'], passkeys: 0, factors: 0, sessions: 1, phones: 0 })
  },
)
