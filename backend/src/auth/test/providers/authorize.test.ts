import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deleteDeadOAuthFlows } from '../../tables/cleanup.ts'
import { createTestAuth, KEYS, PASSWORD, SITE_URL, type TestAuth } from '../test-auth.ts'
import {
  followSignIn,
  followToCallback,
  type OAuthPeer,
  openCallback,
  readFragment,
  startOAuthPeer,
} from './test-peer.ts'

const API = 'http://api.test:3000/auth/v1'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

async function startGitlab(): Promise<OAuthPeer> {
  return startOAuthPeer({
    authorizePath: '/oauth/authorize',
    tokenPath: '/oauth/token',
    answers: {
      '/api/v4/user': { id: 12, username: 'ada', name: 'Ada', email: 'ada@example.org', confirmed_at: '2026-01-01' },
    },
  })
}

function withGitlab(gitlab: OAuthPeer, more: Record<string, string> = {}): Record<string, string> {
  return {
    GOTRUE_EXTERNAL_GITLAB_ENABLED: 'true',
    GOTRUE_EXTERNAL_GITLAB_CLIENT_ID: 'our-client',
    GOTRUE_EXTERNAL_GITLAB_SECRET: gitlab.secret,
    GOTRUE_EXTERNAL_GITLAB_URL: gitlab.url,
    ...more,
  }
}

async function begin(auth: TestAuth, query: string, headers: Record<string, string> = {}): Promise<Response> {
  return auth.request(`/authorize?${query}`, { redirect: 'manual', headers })
}

test.each([
  ['no provider', '', /could not be found/],
  ['an unknown provider', 'provider=myspace', /could not be found/],
  ['an unknown provider of an operator', 'provider=custom:nobody', /could not be found/],
  ['a property of objects', 'provider=__proto__', /could not be found/],
  ['a provider that is off', 'provider=google', /^Unsupported provider: provider is not enabled$/],
  [
    'half a PKCE',
    `provider=gitlab&code_challenge=${CHALLENGE}`,
    /^PKCE flow requires code_challenge_method and code_challenge$/,
  ],
  ['a bad challenge', 'provider=gitlab&code_challenge=x&code_challenge_method=s256', /code challenge/],
])('answers %s with a JSON error (auth 7.8)', async (_name, query, message) => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab))
  const answer = await begin(auth, query)
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { error_code: 'validation_failed', msg: expect.stringMatching(message) },
  ])
})

test('accepts only ID tokens for a provider without a secret (auth 7.8)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab, { GOTRUE_EXTERNAL_GITLAB_SECRET: '' }))
  expect(await (await begin(auth, 'provider=gitlab')).json()).toMatchObject({
    msg: 'Unsupported provider: missing OAuth secret',
  })
})

test('refuses to start with an enabled provider that lacks a client or has an invalid address (auth 5)', async () => {
  await expect(createTestAuth({ GOTRUE_EXTERNAL_GITHUB_ENABLED: 'true' })).rejects.toThrow(
    'GOTRUE_EXTERNAL_GITHUB_CLIENT_ID: must be set',
  )
  await expect(createTestAuth({ GOTRUE_EXTERNAL_GITLAB_URL: 'gitlab' })).rejects.toThrow(
    'GOTRUE_EXTERNAL_GITLAB_URL: must be a URL',
  )
  const apple = { GOTRUE_EXTERNAL_APPLE_SECRET: '{"team_id":"T","private_key":"very private"}' }
  const refused = await createTestAuth(apple).catch((error: unknown) => String(error))
  expect(refused).toContain('GOTRUE_EXTERNAL_APPLE_SECRET: must be a JWT, or JSON')
  expect(refused).not.toContain('very private')
  const keycloak = { GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'true', GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: 'c' }
  await expect(createTestAuth(keycloak)).rejects.toThrow('GOTRUE_EXTERNAL_KEYCLOAK_URL: must be set')
})

test('lists the enabled providers in /settings (auth 7.12)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab))
  const { external } = (await (await auth.request('/settings')).json()) as { external: Record<string, boolean> }
  expect(external).toMatchObject({
    gitlab: true,
    github: false,
    google: false,
    email: true,
    linkedin_oidc: false,
    zoom: false,
  })
})

test('does not send tokens to a foreign site (auth 6.4)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab, { GOTRUE_URI_ALLOW_LIST: 'https://app.test/**' }))
  for (const target of [
    'https://evil.test/',
    '//evil.test',
    'https://app.test@evil.test/',
    'javascript:alert(1)',
    'https://app.test.evil.test/',
  ]) {
    const end = await followSignIn(auth, `${API}/authorize?provider=gitlab&redirect_to=${encodeURIComponent(target)}`)
    expect(end.origin).toBe(SITE_URL)
  }
  const end = await followSignIn(
    auth,
    `${API}/authorize?provider=gitlab&redirect_to=${encodeURIComponent('https://app.test/a?b=c#d')}`,
  )
  expect(end.href).toMatch(/^https:\/\/app\.test\/a\?b=c#access_token=/)
})

test('adds parameters to a redirect target with non-ASCII characters (auth 6.4)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab))
  const start = `${API}/authorize?provider=gitlab&redirect_to=${encodeURIComponent(`${SITE_URL}/日本?q=ü`)}`
  const end = await followSignIn(auth, start)
  expect([decodeURI(end.pathname), end.searchParams.get('q'), readFragment(end).has('access_token')]).toEqual([
    '/日本',
    'ü',
    true,
  ])
  gitlab.refusal = { error: 'access_denied', error_description: 'Nein, "danke" – 100 %' }
  expect((await followSignIn(auth, start)).searchParams.get('error_description')).toBe('Nein, "danke" – 100 %')
})

test('does not redirect to a target that was removed from the allow list meanwhile (auth 6.4)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab))
  const back = await followToCallback(auth, `${API}/authorize?provider=gitlab`)
  await auth.sql`update auth.flow_state set referrer = 'https://evil.test/'`
  expect((await openCallback(auth, back)).origin).toBe(SITE_URL)
})

test('exchanges the code of a provider sign-in once, by its verifier and in time (auth 7.2)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab))
  const query = `provider=gitlab&code_challenge=${CHALLENGE}&code_challenge_method=s256`
  const getCode = async () => (await followSignIn(auth, `${API}/authorize?${query}`)).searchParams.get('code')
  const exchange = async (auth_code: string | null, code_verifier: string) => {
    const answer = await auth.request('/token?grant_type=pkce', { json: { auth_code, code_verifier } })
    const body = (await answer.json()) as Record<string, unknown>
    return [answer.status, body.error_code ?? body.provider_token]
  }
  const code = await getCode()
  expect(await exchange(code, VERIFIER.replace('d', 'e'))).toEqual([400, 'bad_code_verifier'])
  const both = await Promise.all([exchange(code, VERIFIER), exchange(code, VERIFIER)])
  expect(both.map(([status]) => status).sort()).toEqual([200, 404])
  const late = await getCode()
  auth.wait(301_000)
  expect(await exchange(late, VERIFIER)).toEqual([422, 'flow_state_expired'])
})

test('rejects a state as code and a code as state (auth 7.8)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab))
  const query = `provider=gitlab&code_challenge=${CHALLENGE}&code_challenge_method=s256`
  const back = await followToCallback(auth, `${API}/authorize?${query}`)
  const end = await openCallback(auth, back)
  const state = back.searchParams.get('state')
  const answer = await auth.request('/token?grant_type=pkce', { json: { auth_code: state, code_verifier: VERIFIER } })
  expect(answer.status).toBe(404)
  const reused = await auth.request(`/callback?code=x&state=${end.searchParams.get('code')}`, { redirect: 'manual' })
  expect(new URL(reused.headers.get('location') ?? '').searchParams.get('error_code')).toBe('bad_oauth_state')
})

test('keeps the PKCE verifier towards the provider for five minutes and one use (auth 10)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab, { GOTRUE_EXTERNAL_FLOW_STATE_EXPIRY_DURATION: '1h' }))
  const late = await followToCallback(auth, `${API}/authorize?provider=gitlab`)
  auth.wait(301_000)
  expect((await openCallback(auth, late)).searchParams.get('error_code')).toBe('oauth_client_state_expired')
  const gone = await followToCallback(auth, `${API}/authorize?provider=gitlab`)
  await auth.sql`delete from auth.oauth_client_states`
  expect((await openCallback(auth, gone)).searchParams.get('error_code')).toBe('oauth_client_state_not_found')
})

test("does not complete another person's sign-in in this browser, which would be login CSRF (auth 7.8)", async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab))
  const browser = { 'sec-fetch-mode': 'navigate' }
  const open = async (back: URL, cookie = '') => {
    const answer = await auth.request(`/callback${back.search}`, {
      redirect: 'manual',
      headers: { ...browser, cookie },
    })
    return new URL(answer.headers.get('location') ?? '')
  }
  const walk = async (headers: Record<string, string>) => {
    const begun = await begin(auth, 'provider=gitlab', headers)
    const atPeer = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' })
    const [cookie = ''] = (begun.headers.get('set-cookie') ?? '').split(';')
    return { back: new URL(atPeer.headers.get('location') ?? ''), cookie }
  }
  // The attacker began the sign-in with a program or in another browser.
  for (const headers of [{}, browser]) {
    const { back } = await walk(headers)
    const end = await open(back)
    expect([end.searchParams.get('error_code'), readFragment(end).has('access_token')]).toEqual([
      'bad_oauth_state',
      false,
    ])
  }
  const mine = await walk(browser)
  expect(mine.cookie).toMatch(/^hereabouts-oauth-/)
  expect(readFragment(await open(mine.back, mine.cookie)).has('access_token')).toBe(true)
})

test('accepts an invitation by signing in at a provider that verified the invited e-mail (auth 7.8)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(
    withGitlab(gitlab, { GOTRUE_MAILER_AUTOCONFIRM: 'false', GOTRUE_DISABLE_SIGNUP: 'true' }),
  )
  const operator = auth.client({ key: KEYS.secretKey })
  await operator.auth.admin.inviteUserByEmail('ada@example.org')
  const { hash } = await auth.lastMail('ada@example.org')
  expect(await (await begin(auth, 'provider=gitlab&invite_token=nonsense')).json()).toMatchObject({
    code: 404,
    error_code: 'user_not_found',
  })
  const end = await followSignIn(auth, `${API}/authorize?provider=gitlab&invite_token=${hash}`)
  const { data } = await auth.client().auth.getUser(readFragment(end).get('access_token') ?? '')
  expect(data.user).toMatchObject({
    email: 'ada@example.org',
    email_confirmed_at: expect.any(String),
    identities: [{ provider: 'gitlab' }],
  })
  const again = await begin(auth, `provider=gitlab&invite_token=${hash}`)
  expect(again.status).toBe(404)
})

test('rejects an invitation of another person or a stale one (auth 7.8)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab, { GOTRUE_MAILER_AUTOCONFIRM: 'false' }))
  const operator = auth.client({ key: KEYS.secretKey })
  await operator.auth.admin.inviteUserByEmail('bob@example.org')
  const { hash } = await auth.lastMail('bob@example.org')
  const other = await followSignIn(auth, `${API}/authorize?provider=gitlab&invite_token=${hash}`)
  expect(other.searchParams.get('error_description')).toBe('Invited email does not match emails from external provider')
  const back = await followToCallback(auth, `${API}/authorize?provider=gitlab&invite_token=${hash}`)
  await auth.client().auth.verifyOtp({ token_hash: hash, type: 'invite' })
  expect((await openCallback(auth, back)).searchParams.get('error_code')).toBe('invite_not_found')
})

test('links an identity by PKCE, unless the user was banned meanwhile (auth 7.9)', async () => {
  await using gitlab = await startGitlab()
  const more = { GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true', GOTRUE_MAILER_AUTOCONFIRM: 'true' }
  await using auth = await createTestAuth(withGitlab(gitlab, more))
  const client = auth.client({ flowType: 'pkce' })
  await client.auth.signUp({ email: 'bob@example.org', password: PASSWORD })
  const link = async () => {
    const { data } = await client.auth.linkIdentity({ provider: 'gitlab', options: { skipBrowserRedirect: true } })
    const atPeer = await fetch(data?.url ?? '', { redirect: 'manual' })
    return new URL(atPeer.headers.get('location') ?? '')
  }
  const end = await openCallback(auth, await link())
  const { data } = await client.auth.exchangeCodeForSession(end.searchParams.get('code') ?? '')
  expect(data.user).toMatchObject({ email: 'bob@example.org', app_metadata: { providers: ['email', 'gitlab'] } })
  const late = await link()
  await auth.sql`update auth.users set banned_until = now() + interval '1 day'`
  expect((await openCallback(auth, late)).searchParams.get('error_code')).toBe('user_banned')
})

test('answers malformed requests without a 5xx or a foreign redirect (auth 7.8)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab))
  const name = fc.constantFrom(
    'redirect_to',
    'scopes',
    'code_challenge',
    'code_challenge_method',
    'invite_token',
    'state',
    'code',
    'error',
    'error_description',
    'iss',
    'user',
    'prompt',
    '__proto__',
  )
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.constantFrom('\0', '//evil.test', 's256', '\r\nx: y'),
  )
  const query = fc.array(fc.tuple(name, value)).map((pairs) => {
    const storable = pairs.map(([key, text]): [string, string] => [key, text.toWellFormed()])
    return new URLSearchParams([['provider', 'gitlab'], ...storable]).toString()
  })
  const allowed = [SITE_URL, gitlab.url]
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom('/authorize', '/callback'), async (text, path) => {
      const answer = await auth.request(`${path}?${text}`, { redirect: 'manual' })
      expect(answer.status).toBeLessThan(500)
      const location = answer.headers.get('location')
      if (location) expect(allowed).toContain(new URL(location).origin)
    }),
    { numRuns: 200 },
  )
})

test('deletes unfinished sign-ins after a day (auth 11)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab))
  await begin(auth, 'provider=gitlab')
  const count = async () => {
    const [row] = await auth.sql`
      select (select count(*)::int from auth.flow_state) as flows, (select count(*)::int from auth.oauth_client_states) as states`
    return row
  }
  await deleteDeadOAuthFlows(auth.sql, new Date())
  expect(await count()).toEqual({ flows: 1, states: 1 })
  await deleteDeadOAuthFlows(auth.sql, new Date(Date.now() + 86_500_000))
  expect(await count()).toEqual({ flows: 0, states: 0 })
})

test('answers a request to link with an address or a redirect (auth 7.9)', async () => {
  await using gitlab = await startGitlab()
  const more = { GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true', GOTRUE_MAILER_AUTOCONFIRM: 'true' }
  await using auth = await createTestAuth(withGitlab(gitlab, more))
  const { data } = await auth.client().auth.signUp({ email: 'bob@example.org', password: PASSWORD })
  const headers = { authorization: `Bearer ${data.session?.access_token}` }
  const path = '/user/identities/authorize?provider=gitlab'
  const told = await auth.request(`${path}&skip_http_redirect=true`, { headers })
  expect([told.status, await told.json()]).toEqual([200, { url: expect.stringContaining(gitlab.url) }])
  const led = await auth.request(path, { headers, redirect: 'manual' })
  expect([led.status, led.headers.get('location')]).toEqual([302, expect.stringContaining(gitlab.url)])
})
