import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'
import { startTestIssuer, type TestIssuer } from './test-issuer.ts'
import { enableProvider } from './test-settings.ts'

const withProvider = (name: string, issuer: TestIssuer, more: Record<string, string> = {}) =>
  enableProvider(name, issuer, {
    [`GOTRUE_EXTERNAL_${name.toUpperCase()}_CLIENT_ID`]: 'our-client,our-android-client',
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    ...more,
  })

async function grant(auth: TestAuth, json: Record<string, unknown>): Promise<[number, Record<string, unknown>]> {
  const response = await auth.request('/token?grant_type=id_token', { json })
  return [response.status, (await response.json()) as Record<string, unknown>]
}

test.each(['google', 'apple', 'keycloak', 'kakao', 'snapchat'])(
  'signs in with an ID token of %s (auth 7.2)',
  async (name) => {
    await using issuer = await startTestIssuer()
    await using auth = await createTestAuth(withProvider(name, issuer))
    const { data, error } = await auth.client().auth.signInWithIdToken({ provider: name, token: await issuer.sign() })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: 'ada@example.org',
      email_confirmed_at: expect.any(String),
      identities: [{ provider: name, id: 'ada-1' }],
    })
  },
)

test('treats the address in an ID token of facebook as unverified (auth 6.6)', async () => {
  await using issuer = await startTestIssuer()
  await using auth = await createTestAuth(withProvider('facebook', issuer))
  const token = await issuer.sign({ email_verified: true })
  expect(await grant(auth, { provider: 'facebook', id_token: token })).toMatchObject([
    422,
    { error_code: 'provider_email_needs_verification' },
  ])
  expect((await auth.lastMail('ada@example.org')).subject).toBe('Confirm your email address')
})

test('signs in with an ID token of the azure organisation that the operator has chosen (auth 7.2)', async () => {
  await using issuer = await startTestIssuer()
  await using auth = await createTestAuth(withProvider('azure', issuer))
  const token = await issuer.sign({ iss: `${issuer.url}/v2.0`, email_verified: undefined, tid: 'x' })
  const { data, error } = await auth.client().auth.signInWithIdToken({ provider: 'azure', token })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email: 'ada@example.org', identities: [{ provider: 'azure', id: 'ada-1' }] })
  const foreign = await issuer.sign({ iss: 'https://login.microsoftonline.com/evil/v2.0', tid: 'evil' })
  expect(await grant(auth, { provider: 'azure', id_token: foreign })).toMatchObject([
    400,
    { error_description: 'Bad ID token' },
  ])
})

test('reads the profile of vercel_marketplace from its own claims (auth 7.2)', async () => {
  await using issuer = await startTestIssuer()
  await using auth = await createTestAuth(
    withProvider('vercel_marketplace', issuer, { GOTRUE_MAILER_AUTOCONFIRM: 'true' }),
  )
  const token = await issuer.sign({ global_user_id: 'g7', user_email: 'ada@example.org', user_name: 'Ada' })
  const { data } = await auth.client().auth.signInWithIdToken({ provider: 'vercel_marketplace', token })
  expect(data.user?.identities).toMatchObject([{ provider: 'vercel_marketplace', id: 'global_user_id:g7' }])
})

test('accepts an ID token for our native app (auth 7.2)', async () => {
  await using issuer = await startTestIssuer()
  await using auth = await createTestAuth(withProvider('google', issuer))
  const token = await issuer.sign({ aud: ['our-android-client'] })
  expect((await auth.client().auth.signInWithIdToken({ provider: 'google', token })).error).toBeNull()
})

test('accepts ID tokens for each client of a custom provider (auth 7.2)', async () => {
  await using issuer = await startTestIssuer()
  await using auth = await createTestAuth({ GOTRUE_CUSTOM_OAUTH_ALLOW_LOOPBACK: 'true' })
  const { error } = await auth.client({ key: KEYS.secretKey }).auth.admin.customProviders.createProvider({
    provider_type: 'oidc',
    identifier: 'custom:acme',
    name: 'Acme',
    client_id: 'web-client',
    client_secret: 's',
    acceptable_client_ids: ['our-client'],
    issuer: issuer.url,
  })
  expect(error).toBeNull()
  const { data } = await auth.client().auth.signInWithIdToken({ provider: 'custom:acme', token: await issuer.sign() })
  expect(data.user?.identities).toMatchObject([{ provider: 'custom:acme', id: 'ada-1' }])
  expect(await grant(auth, { provider: 'custom:other', id_token: await issuer.sign() })).toMatchObject([
    400,
    { error_code: 'validation_failed' },
  ])
})

test('never returns a 5xx for malformed requests (auth 7.2)', async () => {
  await using issuer = await startTestIssuer()
  await using auth = await createTestAuth(withProvider('google', issuer))
  const token = await issuer.sign()
  const text = fc.oneof(fc.string(), fc.constantFrom(token, 'google', 'custom:a', 'a.b.c', '\0'))
  const body = fc.record({
    provider: text,
    id_token: text,
    nonce: text,
    access_token: text,
    client_id: text,
    issuer: text,
  })
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        body,
        fc.json().map((json): unknown => JSON.parse(json)),
      ),
      async (json) => {
        const response = await auth.request('/token?grant_type=id_token', { json })
        expect(response.status).toBeLessThan(500)
      },
    ),
    { numRuns: 150 },
  )
})

test('reports missing fields by name (auth 7.2)', async () => {
  await using issuer = await startTestIssuer()
  await using auth = await createTestAuth(withProvider('google', issuer))
  const token = await issuer.sign()
  expect(await grant(auth, { provider: 'google' })).toMatchObject([400, { error: 'invalid request' }])
  expect(await grant(auth, { id_token: token })).toMatchObject([400, { error: 'invalid request' }])
  expect(await grant(auth, { id_token: token, provider: 'azure' })).toMatchObject([
    400,
    { error_code: 'provider_disabled', msg: 'Provider (issuer "azure") is not enabled' },
  ])
  for (const provider of ['custom:nobody', 'nobody', 'github']) {
    expect(await grant(auth, { id_token: token, provider })).toMatchObject([400, {}])
  }
  expect(await grant(auth, { id_token: token, client_id: 'x', issuer: 'https://evil.test' })).toMatchObject([
    400,
    { error_code: 'validation_failed' },
  ])
})

test('rejects ID tokens for another app, from another issuer or outside their lifetime (auth 7.2)', async () => {
  await using issuer = await startTestIssuer()
  await using other = await startTestIssuer()
  await using auth = await createTestAuth(withProvider('google', issuer))
  const bad = { error: 'invalid request', error_description: 'Bad ID token' }
  const give = async (token: string) => (await grant(auth, { provider: 'google', id_token: token }))[1]
  expect(await give(await issuer.sign({ aud: 'evil-client' }))).toEqual({
    error: 'invalid request',
    error_description: 'Unacceptable audience in id_token: [evil-client]',
  })
  expect(await give(await other.sign())).toEqual(bad)
  expect(await give(await other.sign({ iss: issuer.url }))).toEqual(bad)
  expect(await give(await issuer.sign({ iss: other.url }))).toEqual(bad)
  expect(await give(await issuer.sign({ exp: 1_000 }))).toEqual(bad)
  expect(await give(await issuer.sign({ sub: '' }))).toEqual(bad)
  expect(await give('nonsense')).toEqual(bad)
})

test('rejects unsigned ID tokens and those signed with the public key as secret (auth 7.2)', async () => {
  await using issuer = await startTestIssuer()
  await using auth = await createTestAuth(withProvider('google', issuer))
  const claims = { iss: issuer.url, aud: 'our-client', sub: 'ada-1', email: 'ada@example.org', email_verified: true }
  const unsigned = new UnsecuredJWT(claims).setExpirationTime('10m').encode()
  const secret = Buffer.from(JSON.stringify(issuer.publicJwk))
  const confused = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: 'issuer-key' })
    .setExpirationTime('10m')
    .sign(secret)
  for (const token of [unsigned, confused]) {
    expect(await grant(auth, { provider: 'google', id_token: token })).toMatchObject([
      400,
      { error_description: 'Bad ID token' },
    ])
  }
})

test('requires the nonce in the request and its hash in the token (auth 7.2)', async () => {
  await using issuer = await startTestIssuer()
  await using auth = await createTestAuth(withProvider('google', issuer))
  const hash = createHash('sha256').update('my nonce').digest('hex')
  const token = await issuer.sign({ nonce: hash })
  const give = (nonce?: string, id_token = token) => grant(auth, { provider: 'google', id_token, nonce })
  const both = {
    error: 'invalid request',
    error_description: 'Passed nonce and nonce in id_token should either both exist or not.',
  }
  expect(await give()).toEqual([400, both])
  expect(await give('my nonce', await issuer.sign())).toEqual([400, both])
  expect(await give('stolen')).toEqual([400, { error: 'invalid nonce', error_description: 'Nonces mismatch' }])
  expect(await give(hash)).toEqual([400, { error: 'invalid nonce', error_description: 'Nonces mismatch' }])
  expect((await give('my nonce'))[0]).toBe(200)
})

test('skips the nonce check of a provider when it is disabled (auth 7.2)', async () => {
  await using issuer = await startTestIssuer()
  await using auth = await createTestAuth(
    withProvider('google', issuer, { GOTRUE_EXTERNAL_GOOGLE_SKIP_NONCE_CHECK: 'true' }),
  )
  expect(
    (await grant(auth, { provider: 'google', id_token: await issuer.sign({ nonce: 'unknown to the app' }) }))[0],
  ).toBe(200)
})

test('compares at_hash with the given access token (auth 7.2)', async () => {
  await using issuer = await startTestIssuer()
  await using auth = await createTestAuth(withProvider('google', issuer))
  const hash = createHash('sha256').update('access').digest().subarray(0, 16).toString('base64url')
  const token = await issuer.sign({ at_hash: hash })
  const give = (access_token?: string) => grant(auth, { provider: 'google', id_token: token, access_token })
  expect((await give('access'))[0]).toBe(200)
  expect((await give())[0]).toBe(200)
  expect(await give('another')).toMatchObject([400, { error_description: 'Bad ID token' }])
})

test('accepts client_id and issuer only for an enabled provider and our own client (auth 7.2)', async () => {
  await using issuer = await startTestIssuer()
  await using auth = await createTestAuth(withProvider('google', issuer))
  const token = await issuer.sign({ aud: 'evil-client' })
  expect(
    await grant(auth, { id_token: token, client_id: 'evil-client', issuer: 'https://accounts.google.com' }),
  ).toMatchObject([400, { error_description: 'Unacceptable audience in id_token: [evil-client]' }])
  expect(await grant(auth, { id_token: token, client_id: 'x', issuer: 'https://appleid.apple.com' })).toMatchObject([
    400,
    { error_code: 'provider_disabled', msg: 'Provider (issuer "https://appleid.apple.com") is not enabled' },
  ])
  const ours = await issuer.sign()
  expect(
    (await grant(auth, { id_token: ours, client_id: 'our-client', issuer: 'https://accounts.google.com' }))[0],
  ).toBe(200)
})

test('links another identity to a user (auth 7.2)', async () => {
  await using issuer = await startTestIssuer()
  await using auth = await createTestAuth(
    withProvider('google', issuer, {
      GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
      GOTRUE_MAILER_AUTOCONFIRM: 'true',
    }),
  )
  const client = auth.client()
  await client.auth.signUp({ email: 'bob@example.org', password: PASSWORD })
  const token = await issuer.sign()
  const { data, error } = await client.auth.linkIdentity({ provider: 'google', token })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email: 'bob@example.org', app_metadata: { providers: ['email', 'google'] } })
  expect((await client.auth.linkIdentity({ provider: 'google', token })).error).toMatchObject({
    code: 'identity_already_exists',
    message: 'Identity is already linked',
  })
  const stranger = auth.client()
  await stranger.auth.signUp({ email: 'eve@example.org', password: PASSWORD })
  expect((await stranger.auth.linkIdentity({ provider: 'google', token })).error?.message).toBe(
    'Identity is already linked to another user',
  )
})

test('requires a user and the setting to link (auth 7.2)', async () => {
  await using issuer = await startTestIssuer()
  await using auth = await createTestAuth(withProvider('google', issuer, { GOTRUE_MAILER_AUTOCONFIRM: 'true' }))
  const token = await issuer.sign()
  expect(await grant(auth, { provider: 'google', id_token: token, link_identity: true })).toMatchObject([
    401,
    { error_code: 'no_authorization' },
  ])
  const client = auth.client()
  await client.auth.signUp({ email: 'bob@example.org', password: PASSWORD })
  expect((await client.auth.linkIdentity({ provider: 'google', token })).error?.code).toBe('manual_linking_disabled')
})

test('emails a confirmation for an unverified email (auth 7.2)', async () => {
  await using issuer = await startTestIssuer()
  await using auth = await createTestAuth(withProvider('google', issuer))
  const response = await grant(auth, { provider: 'google', id_token: await issuer.sign({ email_verified: false }) })
  expect(response).toMatchObject([422, { error_code: 'provider_email_needs_verification' }])
  expect(await auth.mails('ada@example.org')).toHaveLength(1)
})
