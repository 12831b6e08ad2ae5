import { expect, test } from 'vitest'
import { createTestAuth, SITE_URL } from '../test-auth.ts'
import { signUp } from '../test-member.ts'
import { TestAuthenticator } from './test-authenticator.ts'
import { beginSignIn, ENABLED, FIVE_MINUTES_MS, startPasskeyRegistration, withPasskey } from './test-passkey.ts'

test('accepts a challenge once, even across two processes (auth 9.1)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { device } = await withPasskey(auth)
  const { challengeId, options } = await beginSignIn(auth.client())
  const second = auth.secondProcess()
  const json = { challenge_id: challengeId, credential: device.get(options) }
  const path = '/passkeys/authentication/verify'
  const responses = await Promise.all([auth.request(path, { json }), second(path, { json }), second(path, { json })])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  const replayed = await auth.request(path, { json })
  expect(await replayed.json()).toMatchObject({ code: 400, error_code: 'webauthn_challenge_not_found' })
})

test('uses up a challenge with a wrong response (auth 9.1)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { device } = await withPasskey(auth)
  const visitor = auth.client()
  const { challengeId, options } = await beginSignIn(visitor)
  const wrong = device.get(options, { origin: 'https://evil.test' })
  const first = await visitor.auth.passkey.verifyAuthentication({ challengeId, credential: wrong })
  expect(first.error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' })
  const right = await visitor.auth.passkey.verifyAuthentication({ challengeId, credential: device.get(options) })
  expect(right.error).toMatchObject({ status: 400, code: 'webauthn_challenge_not_found' })
})

test('expires a challenge after five minutes (auth 9.1)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { client, device } = await withPasskey(auth)
  const signIn = await beginSignIn(client)
  const registration = await startPasskeyRegistration(client)
  auth.wait(FIVE_MINUTES_MS + 1_000)
  const late = await client.auth.passkey.verifyAuthentication({
    challengeId: signIn.challengeId,
    credential: device.get(signIn.options),
  })
  expect(late.error).toMatchObject({ status: 400, code: 'webauthn_challenge_expired' })
  const lateToo = await client.auth.passkey.verifyRegistration({
    challengeId: registration.challengeId,
    credential: new TestAuthenticator(SITE_URL).create(registration.options),
  })
  expect(lateToo.error).toMatchObject({ status: 400, code: 'webauthn_challenge_expired' })
})

test('keeps a challenge of another type or user, and reports that it is not found (auth 9.1)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { client, device } = await withPasskey(auth)
  const bob = await signUp(auth, 'bob@example.org')
  const own = await startPasskeyRegistration(client)
  const credential = new TestAuthenticator(SITE_URL).create(own.options)
  const stolen = await bob.auth.passkey.verifyRegistration({ challengeId: own.challengeId, credential })
  expect(stolen.error?.code).toBe('webauthn_challenge_not_found')
  const asSignIn = await bob.auth.passkey.verifyAuthentication({
    challengeId: own.challengeId,
    credential: device.get({ ...own.options, rpId: 'site.test' }),
  })
  expect(asSignIn.error?.code).toBe('webauthn_challenge_not_found')
  expect((await client.auth.passkey.verifyRegistration({ challengeId: own.challengeId, credential })).error).toBeNull()
})

test.each([
  ['of another origin', { origin: 'https://evil.test' }],
  ['of an origin with the same prefix', { origin: 'http://site.test:3000.evil.test' }],
  ['for another site', { rpId: 'evil.test' }],
  ['of another ceremony', { type: 'webauthn.create' }],
  ['without user presence', { flags: 0 }],
  ['with an unknown user handle', { userHandle: 'bm9ib2R5' }],
  ['without a user handle', { userHandle: '' }],
  ['with an unchanged counter', { counter: 1 }],
  ['with a lower counter', { counter: 0 }],
])('rejects a signature %s (auth 9.1)', async (_name, oddity) => {
  await using auth = await createTestAuth(ENABLED)
  const { device } = await withPasskey(auth)
  const visitor = auth.client()
  const first = await beginSignIn(visitor)
  const good = { challengeId: first.challengeId, credential: device.get(first.options) }
  expect((await visitor.auth.passkey.verifyAuthentication(good)).error).toBeNull()
  const { challengeId, options } = await beginSignIn(visitor)
  const credential = device.get(options, oddity)
  const { error } = await visitor.auth.passkey.verifyAuthentication({ challengeId, credential })
  expect(error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' })
})

test('detects a copied passkey by its counter and logs it (auth 9.1)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { device, passkey } = await withPasskey(auth)
  const visitor = auth.client()
  await auth.sql`update auth.webauthn_credentials set sign_count = 9`
  const { challengeId, options } = await beginSignIn(visitor)
  const { error } = await visitor.auth.passkey.verifyAuthentication({ challengeId, credential: device.get(options) })
  expect(error?.code).toBe('webauthn_verification_failed')
  expect(auth.logged.join('')).toContain(passkey.id)
})

test('rejects a passkey with the handle of another user (auth 9.1)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { device: adas } = await withPasskey(auth)
  const { device: bobs } = await withPasskey(auth, 'bob@example.org')
  const visitor = auth.client()
  const { challengeId, options } = await beginSignIn(visitor)
  const credential = bobs.get(options, { userHandle: adas.userHandle })
  const { error } = await visitor.auth.passkey.verifyAuthentication({ challengeId, credential })
  expect(error?.code).toBe('webauthn_verification_failed')
  const next = await beginSignIn(visitor)
  const asAda = { ...bobs.get(next.options, { userHandle: adas.userHandle }), id: adas.id.toString('base64url') }
  const forged = { challengeId: next.challengeId, credential: { ...asAda, rawId: asAda.id } }
  expect((await visitor.auth.passkey.verifyAuthentication(forged)).error?.code).toBe('webauthn_verification_failed')
})

test.each([
  [{ banned_until: new Date('2100-01-01') }, 'user_banned'],
  [{ email_confirmed_at: null }, 'email_not_confirmed'],
  [{ email: null, phone: '4915112345678', email_confirmed_at: null, phone_confirmed_at: null }, 'phone_not_confirmed'],
])('rejects an account with %j with 403 %s (auth 9.1)', async (change, code) => {
  await using auth = await createTestAuth(ENABLED)
  const { device } = await withPasskey(auth)
  await auth.sql`update auth.users set ${auth.sql.assignments(change)}`
  const visitor = auth.client()
  const { challengeId, options } = await beginSignIn(visitor)
  const { error } = await visitor.auth.passkey.verifyAuthentication({ challengeId, credential: device.get(options) })
  expect(error).toMatchObject({ status: 403, code })
})

test('limits sign-ins with a passkey (auth 6.7)', async () => {
  await using auth = await createTestAuth({ ...ENABLED, GOTRUE_RATE_LIMIT_PASSKEY: '1' })
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const begun = Array.from({ length: 31 }, () =>
    auth.request('/passkeys/authentication/options', { method: 'POST', headers }),
  )
  const statuses = (await Promise.all(begun)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})
