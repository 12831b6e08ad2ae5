import { expect, test } from 'vitest'
import { AUTH_URL } from '../test-api-url.ts'
import { createTestAuth, KEYS, PASSWORD, SITE_URL, type TestAuth } from '../test-auth.ts'
import { startOidcPeer } from './test-oidc-provider.ts'
import { openCallback, readFragment } from './test-peer.ts'
import { enableProvider } from './test-settings.ts'

const CALLBACK = `${AUTH_URL}/callback`

const withProvider = (name: string, url: string, more: Record<string, string> = {}) =>
  enableProvider(name, { url }, { GOTRUE_MAILER_AUTOCONFIRM: 'false', ...more })

/** Returns the URL to which /authorize redirects. */
async function begin(auth: TestAuth, query: string): Promise<URL> {
  const response = await auth.request(`/authorize?${query}`, { redirect: 'manual' })
  if (response.status !== 302) throw new Error(await response.text())
  return new URL(response.headers.get('location') ?? '')
}

test.each([true, false])(
  'signs in with Keycloak through discovery with PKCE, claims in the token: %s (auth 7.8)',
  async (hasClaimsInToken) => {
    await using peer = await startOidcPeer({ redirectUri: CALLBACK, hasClaimsInToken })
    await using auth = await createTestAuth(withProvider('keycloak', peer.url))
    const client = auth.client({ flowType: 'pkce' })
    const { data: begun } = await client.auth.signInWithOAuth({
      provider: 'keycloak',
      options: { skipBrowserRedirect: true, redirectTo: `${SITE_URL}/in` },
    })
    const url = await begin(auth, new URL(begun.url ?? '').search.slice(1))
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(url.searchParams.get('scope')).toBe('openid profile email')
    const back = await peer.signIn(url.href, 'ada')
    expect(back.searchParams.get('iss')).toBe(peer.url)
    const end = await openCallback(auth, back)
    const { data, error } = await client.auth.exchangeCodeForSession(end.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    expect(data.session?.provider_token).toEqual(expect.any(String))
    expect(data.user).toMatchObject({
      email: 'ada@example.org',
      identities: [
        {
          provider: 'keycloak',
          id: 'ada',
          identity_data: { iss: peer.url, name: 'ada', full_name: 'ada', email_verified: true },
        },
      ],
    })
  },
)

test('passes other parameters on to the provider, but never overrides our own (auth 7.8)', async () => {
  await using peer = await startOidcPeer({ redirectUri: CALLBACK })
  await using auth = await createTestAuth(withProvider('google', peer.url))
  const foreign = 'prompt=consent&login_hint=ada&access_type=offline&nonce=of-the-app'
  const ours =
    'client_id=evil&client_secret=x&redirect_uri=https://evil.test&response_type=token&state=evil&request_uri=https://evil.test&code_verifier=x&skip_http_redirect=true'
  const url = await begin(auth, `provider=google&${foreign}&${ours}`)
  const sent = Object.fromEntries(url.searchParams)
  expect(sent).toMatchObject({
    prompt: 'consent',
    login_hint: 'ada',
    access_type: 'offline',
    nonce: 'of-the-app',
    client_id: 'our-client',
    redirect_uri: CALLBACK,
    response_type: 'code',
  })
  expect(sent.state).toMatch(/^[0-9a-f-]{36}$/)
  expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(['request_uri']))
  expect(sent).not.toHaveProperty('client_secret')
  expect(sent).not.toHaveProperty('code_verifier')
  expect(sent).not.toHaveProperty('skip_http_redirect')
  const end = await openCallback(auth, await peer.signIn(url.href, 'ada'))
  expect(readFragment(end).get('access_token')).toEqual(expect.any(String))
})

test('rejects a code that was issued for another challenge (auth 7.8)', async () => {
  await using peer = await startOidcPeer({ redirectUri: CALLBACK })
  await using auth = await createTestAuth(withProvider('keycloak', peer.url))
  const mine = await begin(auth, 'provider=keycloak')
  const victims = await peer.signIn((await begin(auth, 'provider=keycloak')).href, 'victim')
  const mixed = new URL(victims)
  mixed.searchParams.set('state', mine.searchParams.get('state') ?? '')
  const end = await openCallback(auth, mixed)
  expect(end.searchParams.get('error_description')).toBe('Unable to exchange external code')
  expect(readFragment(end).has('access_token')).toBe(false)
})

test('rejects the response of another issuer (mix-up attack) (auth 7.8)', async () => {
  await using peer = await startOidcPeer({ redirectUri: CALLBACK })
  await using evil = await startOidcPeer({ redirectUri: CALLBACK })
  await using auth = await createTestAuth({
    ...withProvider('keycloak', peer.url),
    ...withProvider('google', evil.url),
  })
  // The victim starts at the malicious provider, which forwards the browser to the honest one with its own state.
  const begun = await begin(auth, 'provider=google')
  const honest = await begin(auth, 'provider=keycloak')
  honest.searchParams.set('state', begun.searchParams.get('state') ?? '')
  const back = await peer.signIn(honest.href, 'victim')
  const end = await openCallback(auth, back)
  expect(end.searchParams.get('error_description')).toBe('Unable to exchange external code')
})

test('returns a JSON server error when the provider is unreachable (auth 7.8)', async () => {
  await using auth = await createTestAuth(withProvider('keycloak', 'http://127.0.0.1:9'))
  const response = await auth.request('/authorize?provider=keycloak', { redirect: 'manual' })
  expect([response.status, await response.json()]).toMatchObject([500, { error_code: 'unexpected_failure' }])
})

test('signs in through a custom provider and never shows its secret (auth 8)', async () => {
  await using peer = await startOidcPeer({ redirectUri: CALLBACK })
  await using auth = await createTestAuth({ GOTRUE_CUSTOM_OAUTH_ALLOW_LOOPBACK: 'true' })
  const operator = auth.client({ key: KEYS.secretKey })
  const { data: created, error } = await operator.auth.admin.customProviders.createProvider({
    provider_type: 'oidc',
    identifier: 'custom:acme',
    name: 'Acme',
    client_id: 'our-client',
    client_secret: 'peer-secret',
    issuer: peer.url,
    custom_claims_allowlist: ['team'],
    attribute_mapping: { full_name: 'name', preferred_username: 'name' },
  })
  expect(error).toBeNull()
  expect(created).toMatchObject({ identifier: 'custom:acme', pkce_enabled: true, enabled: true })
  expect(JSON.stringify(created)).not.toContain('peer-secret')
  peer.claims.ada = { team: 'red' }
  const end = await openCallback(auth, await peer.signIn((await begin(auth, 'provider=custom:acme')).href, 'ada'))
  const { data } = await auth.client().auth.getUser(readFragment(end).get('access_token') ?? '')
  expect(data.user).toMatchObject({
    email: 'ada@example.org',
    app_metadata: { provider: 'custom:acme' },
    user_metadata: { preferred_username: 'ada', custom_claims: { team: 'red' } },
  })
  const settings = (await (await auth.request('/settings')).json()) as Record<string, unknown>
  expect(settings.custom_providers).toEqual([{ identifier: 'custom:acme', name: 'Acme' }])
  await operator.auth.admin.customProviders.updateProvider('custom:acme', { enabled: false })
  await expect(begin(auth, 'provider=custom:acme')).rejects.toThrow('provider is not enabled')
})

test('links, lists and unlinks an identity (auth 7.9)', async () => {
  await using peer = await startOidcPeer({ redirectUri: CALLBACK })
  const more = { GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true', GOTRUE_MAILER_AUTOCONFIRM: 'true' }
  await using auth = await createTestAuth(withProvider('keycloak', peer.url, more))
  const client = auth.client()
  const { data: signedUp } = await client.auth.signUp({ email: 'bob@example.org', password: PASSWORD })
  const link = async (login: string) => {
    const { data } = await client.auth.linkIdentity({ provider: 'keycloak', options: { skipBrowserRedirect: true } })
    return openCallback(auth, await peer.signIn(data?.url ?? '', login))
  }
  const tokens = readFragment(await link('ada'))
  const { data } = await client.auth.getUser(tokens.get('access_token') ?? '')
  expect(data.user).toMatchObject({
    id: signedUp.user?.id,
    email: 'bob@example.org',
    app_metadata: { providers: ['email', 'keycloak'] },
  })
  expect((await link('ada')).searchParams.get('error_description')).toBe('Identity is already linked')
  const { data: listed } = await client.auth.getUserIdentities()
  const [identity] = listed?.identities.filter(({ provider }) => provider === 'keycloak') ?? []
  if (!identity) throw new Error('The identity is missing.')
  expect((await client.auth.unlinkIdentity(identity)).error).toBeNull()
  const { data: after } = await client.auth.getUser()
  expect(after.user?.app_metadata.providers).toEqual(['email'])
})

test("rejects another user's identity and does not adopt a taken email (auth 7.9)", async () => {
  await using peer = await startOidcPeer({ redirectUri: CALLBACK })
  const more = {
    GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
    GOTRUE_MAILER_AUTOCONFIRM: 'true',
    GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
  }
  await using auth = await createTestAuth(withProvider('keycloak', peer.url, more))
  await openCallback(auth, await peer.signIn((await begin(auth, 'provider=keycloak')).href, 'ada'))
  const guest = auth.client()
  await guest.auth.signInAnonymously()
  const link = async (login: string) => {
    const { data } = await guest.auth.linkIdentity({ provider: 'keycloak', options: { skipBrowserRedirect: true } })
    return openCallback(auth, await peer.signIn(data?.url ?? '', login))
  }
  expect((await link('ada')).searchParams.get('error_description')).toBe('Identity is already linked to another user')
  peer.claims.eve = { email: 'ada@example.org' }
  expect((await link('eve')).searchParams.get('error_code')).toBe('email_exists')
  const tokens = readFragment(await link('grace'))
  const { data } = await guest.auth.getUser(tokens.get('access_token') ?? '')
  expect(data.user).toMatchObject({
    email: 'grace@example.org',
    is_anonymous: false,
    email_confirmed_at: expect.any(String),
  })
})

test('emails a confirmation for the unverified email of a linked identity (auth 7.9)', async () => {
  await using peer = await startOidcPeer({ redirectUri: CALLBACK })
  const more = { GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true', GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' }
  await using auth = await createTestAuth(withProvider('keycloak', peer.url, more))
  peer.claims.ada = { email_verified: false }
  const guest = auth.client()
  await guest.auth.signInAnonymously()
  const { data } = await guest.auth.linkIdentity({ provider: 'keycloak', options: { skipBrowserRedirect: true } })
  const end = await openCallback(auth, await peer.signIn(data?.url ?? '', 'ada'))
  expect(end.searchParams.get('error_code')).toBe('email_not_confirmed')
  expect(await auth.mails('ada@example.org')).toHaveLength(1)
})

test('checks whether linking is enabled before anything else (auth 7.9)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_AUTOCONFIRM: 'true' })
  const client = auth.client()
  await client.auth.signUp({ email: 'bob@example.org', password: PASSWORD })
  const { error } = await client.auth.linkIdentity({ provider: 'github' })
  expect(error).toMatchObject({ status: 404, code: 'manual_linking_disabled', message: 'Manual linking is disabled' })
  expect((await auth.request('/user/identities/authorize?provider=github')).status).toBe(401)
})
