import { expect, test } from 'vitest'
import { createTestAuth, KEYS, SITE_URL } from '../test-auth.ts'
import { EMAIL, signUp } from '../test-member.ts'
import { TestAuthenticator } from './test-authenticator.ts'
import { beginSignIn, ENABLED, startPasskeyRegistration, withPasskey } from './test-passkey.ts'

test('registers a passkey with the contracted options, named after its device (auth 9.1)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const client = await signUp(auth)
  const { options, expiresAt } = await startPasskeyRegistration(client)
  const userId = (await client.auth.getUser()).data.user?.id ?? ''
  expect(options).toMatchObject({
    rp: { id: 'site.test' },
    user: { id: Buffer.from(userId).toString('base64url'), name: EMAIL },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    excludeCredentials: [],
  })
  expect(options.pubKeyCredParams).toContainEqual({ alg: -7, type: 'public-key' })
  expect(expiresAt - Date.now() / 1_000).toBeGreaterThan(290)
  const { passkey, client: other } = await withPasskey(auth, 'bob@example.org')
  expect(passkey).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    friendly_name: '1Password',
    created_at: expect.stringMatching(/Z$/),
  })
  expect((await startPasskeyRegistration(other)).options.excludeCredentials).toHaveLength(1)
})

test('signs in with a passkey at aal1 and records its use (auth 9.1)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { client, device } = await withPasskey(auth)
  const visitor = auth.client()
  const { challengeId, options } = await beginSignIn(visitor)
  expect(options.allowCredentials ?? []).toEqual([])
  const { data, error } = await visitor.auth.passkey.verifyAuthentication({
    challengeId,
    credential: device.get(options),
  })
  expect(error).toBeNull()
  const claims = await auth.tokens.verify(data?.session?.access_token ?? '')
  expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }], email: EMAIL })
  const { data: list } = await client.auth.passkey.list()
  expect(list?.[0]?.last_used_at).toBeTruthy()
  const [row] = await auth.sql`select sign_count from auth.webauthn_credentials`
  expect(row?.sign_count).toBe('1')
})

test('lets only the owner list, rename and delete passkeys (auth 9.1)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { client, device, passkey } = await withPasskey(auth)
  const bob = await signUp(auth, 'bob@example.org')
  const passkeyId = passkey.id
  expect((await bob.auth.passkey.list()).data).toEqual([])
  const foreign = await bob.auth.passkey.update({ passkeyId, friendlyName: 'Mine' })
  expect(foreign.error).toMatchObject({ status: 404, code: 'validation_failed' })
  expect((await bob.auth.passkey.delete({ passkeyId })).error).toMatchObject({ status: 404 })
  const renamed = await client.auth.passkey.update({ passkeyId, friendlyName: 'Laptop' })
  expect(renamed.data).toEqual({ ...passkey, friendly_name: 'Laptop' })
  for (const friendlyName of ['', ' ', 'x'.repeat(121)]) {
    const rejected = await client.auth.passkey.update({ passkeyId, friendlyName })
    expect(rejected.error).toMatchObject({ status: 400, code: 'validation_failed' })
  }
  expect((await client.auth.passkey.delete({ passkeyId })).error).toBeNull()
  const { challengeId, options } = await beginSignIn(bob)
  const gone = await bob.auth.passkey.verifyAuthentication({ challengeId, credential: device.get(options) })
  expect(gone.error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' })
})

test('lets an operator list and delete passkeys (auth 8)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { client, passkey } = await withPasskey(auth)
  const userId = (await client.auth.getUser()).data.user?.id ?? ''
  const { admin } = auth.client({ key: KEYS.secretKey }).auth
  expect((await admin.passkey.listPasskeys({ userId })).data).toEqual([passkey])
  const absent = await admin.passkey.deletePasskey({ userId, passkeyId: '00000000-0000-4000-8000-000000000000' })
  expect(absent.error).toMatchObject({ status: 404, code: 'validation_failed' })
  expect((await admin.passkey.deletePasskey({ userId, passkeyId: passkey.id })).error).toBeNull()
  expect((await admin.passkey.listPasskeys({ userId })).data).toEqual([])
  expect((await auth.request(`/admin/users/${userId}/passkeys`)).status).toBe(401)
})

test('returns 404 passkey_disabled everywhere when passkeys are disabled (auth 9.1)', async () => {
  await using auth = await createTestAuth()
  const client = await signUp(auth)
  expect((await client.auth.passkey.startRegistration()).error).toMatchObject({ status: 404, code: 'passkey_disabled' })
  expect((await client.auth.passkey.startAuthentication()).error?.code).toBe('passkey_disabled')
  expect((await client.auth.passkey.list()).error?.code).toBe('passkey_disabled')
})

test.each([
  ['POST', '/passkeys/registration/options'],
  ['POST', '/passkeys/registration/verify'],
  ['GET', '/passkeys'],
  ['PATCH', '/passkeys/nonsense'],
  ['DELETE', '/passkeys/nonsense'],
])('responds to %s %s with 401 before it validates ids and bodies (auth 9.1)', async (method, path) => {
  await using auth = await createTestAuth(ENABLED)
  expect((await auth.request(path, { method })).status).toBe(401)
})

test('denies passkeys to anonymous accounts (auth 9.1)', async () => {
  await using auth = await createTestAuth({ ...ENABLED, GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' })
  const client = auth.client()
  await client.auth.signInAnonymously()
  const { error } = await client.auth.passkey.startRegistration()
  expect(error).toMatchObject({ status: 403, code: 'no_authorization' })
})

test('requires aal2 with MFA, denies SSO accounts and allows ten passkeys (auth 9.1)', async () => {
  await using auth = await createTestAuth({ ...ENABLED, GOTRUE_PASSKEY_MAX_PASSKEYS_PER_USER: '1' })
  const { client } = await withPasskey(auth)
  expect((await client.auth.passkey.startRegistration()).error).toMatchObject({
    status: 422,
    code: 'too_many_passkeys',
  })
  const bob = await signUp(auth, 'bob@example.org')
  await bob.auth.mfa.enroll({ factorType: 'totp' })
  await auth.sql`update auth.mfa_factors set status = 'verified'`
  expect((await bob.auth.passkey.startRegistration()).error).toMatchObject({ status: 403, code: 'insufficient_aal' })
  const eve = await signUp(auth, 'eve@example.org')
  await auth.sql`update auth.users set is_sso_user = true where email = 'eve@example.org'`
  expect((await eve.auth.passkey.startRegistration()).error?.status).toBe(422)
})

test('keeps the limit under two concurrent registrations (auth 9.1)', async () => {
  await using auth = await createTestAuth({ ...ENABLED, GOTRUE_PASSKEY_MAX_PASSKEYS_PER_USER: '1' })
  const client = await signUp(auth)
  const begun = [await startPasskeyRegistration(client), await startPasskeyRegistration(client)]
  const made = await Promise.all(
    begun.map(({ challengeId, options }) =>
      client.auth.passkey.verifyRegistration({
        challengeId,
        credential: new TestAuthenticator(SITE_URL).create(options),
      }),
    ),
  )
  expect(made.map(({ error }) => error?.code).sort()).toEqual(['too_many_passkeys', undefined])
})

test('rejects a credential that another account has (auth 9.1)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { device } = await withPasskey(auth)
  const bob = await signUp(auth, 'bob@example.org')
  const { challengeId, options } = await startPasskeyRegistration(bob)
  const { error } = await bob.auth.passkey.verifyRegistration({ challengeId, credential: device.create(options) })
  expect(error).toMatchObject({ status: 422, code: 'webauthn_credential_exists' })
})
