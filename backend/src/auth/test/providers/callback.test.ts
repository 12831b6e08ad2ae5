import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD, SITE_URL, type TestAuth } from '../test-auth.ts'
import {
  followSignIn,
  followToCallback,
  type OAuthPeer,
  openCallback,
  readFragment,
  startOAuthPeer,
} from './test-peer.ts'
import { enableProvider } from './test-settings.ts'

const ADA = { email: 'ada@example.org', primary: true, verified: true }

async function startGithub(emails: unknown[] = [ADA]): Promise<OAuthPeer> {
  return startOAuthPeer({
    authorizePath: '/login/oauth/authorize',
    tokenPath: '/login/oauth/access_token',
    answers: {
      '/api/v3/user': { id: 4711, login: 'ada', name: 'Ada L', avatar_url: 'https://pictures.test/ada.png' },
      '/api/v3/user/emails': emails,
    },
  })
}

const withGithub = (github: OAuthPeer, more: Record<string, string> = {}) =>
  enableProvider('github', github, { GOTRUE_MAILER_AUTOCONFIRM: 'false', ...more })

async function signInUrl(client: ReturnType<TestAuth['client']>, options: object = {}): Promise<string> {
  const { data, error } = await client.auth.signInWithOAuth({
    provider: 'github',
    options: { skipBrowserRedirect: true, ...options },
  })
  if (error || !data.url) throw error ?? new Error('There is no address.')
  return data.url
}

test('ends a PKCE sign-in with a code, exchanged for a session that has the tokens of the provider (auth 7.8)', async () => {
  await using github = await startGithub()
  await using auth = await createTestAuth(withGithub(github))
  const client = auth.client({ flowType: 'pkce' })
  const end = await followSignIn(
    auth,
    await signInUrl(client, { redirectTo: `${SITE_URL}/welcome?x=1`, scopes: 'repo gist' }),
  )
  expect(end.origin + end.pathname).toBe(`${SITE_URL}/welcome`)
  const { data, error } = await client.auth.exchangeCodeForSession(end.searchParams.get('code') ?? '')
  expect(error).toBeNull()
  expect(data.session).toMatchObject({
    provider_token: expect.stringMatching(/^access-/),
    provider_refresh_token: expect.stringMatching(/^refresh-/),
  })
  expect(data.user).toMatchObject({
    email: 'ada@example.org',
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: 'github', providers: ['github'] },
    user_metadata: {
      full_name: 'Ada L',
      user_name: 'ada',
      avatar_url: 'https://pictures.test/ada.png',
      email_verified: true,
      provider_id: '4711',
      sub: '4711',
    },
    identities: [{ provider: 'github', id: '4711', email: 'ada@example.org' }],
  })
  const requested = github.requests.find(({ url }) => url.pathname === '/login/oauth/authorize')?.url.searchParams
  expect(requested?.get('scope')).toBe('user:email repo gist')
  expect(requested?.get('redirect_uri')).toBe('http://api.test:3000/auth/v1/callback')
  expect(requested?.get('code_challenge_method')).toBe('S256')
})

test('ends an implicit sign-in with tokens in the fragment (auth 7.8)', async () => {
  await using github = await startGithub()
  await using auth = await createTestAuth(withGithub(github))
  const client = auth.client()
  const end = await followSignIn(auth, await signInUrl(client))
  const fragment = readFragment(end)
  expect([...fragment.keys()].sort()).toEqual([
    'access_token',
    'expires_at',
    'expires_in',
    'provider_refresh_token',
    'provider_token',
    'refresh_token',
    'sb',
    'token_type',
  ])
  const { data } = await client.auth.getUser(fragment.get('access_token') ?? '')
  expect(data.user?.email).toBe('ada@example.org')
  const [, payload = ''] = (fragment.get('access_token') ?? '').split('.')
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString()).amr).toMatchObject([{ method: 'oauth' }])
})

test('finds the same account at a second sign-in and updates its profile (auth 6.6)', async () => {
  await using github = await startGithub()
  await using auth = await createTestAuth(withGithub(github))
  const first = readFragment(await followSignIn(auth, await signInUrl(auth.client())))
  github.answers['/api/v3/user'] = { id: 4711, login: 'ada2', name: 'Ada B', avatar_url: null }
  const second = readFragment(await followSignIn(auth, await signInUrl(auth.client())))
  const users = await Promise.all(
    [first, second].map((fragment) => auth.client().auth.getUser(fragment.get('access_token') ?? '')),
  )
  expect(users[1]?.data.user?.id).toBe(users[0]?.data.user?.id)
  expect(users[1]?.data.user?.user_metadata).toMatchObject({ full_name: 'Ada B', user_name: 'ada2' })
})

test('links a verified email to the account that has it (auth 6.6)', async () => {
  await using github = await startGithub()
  await using auth = await createTestAuth(withGithub(github, { GOTRUE_MAILER_AUTOCONFIRM: 'true' }))
  const { data: known } = await auth.client().auth.signUp({ email: 'ada@example.org', password: PASSWORD })
  const fragment = readFragment(await followSignIn(auth, await signInUrl(auth.client())))
  const { data } = await auth.client().auth.getUser(fragment.get('access_token') ?? '')
  expect(data.user?.id).toBe(known.user?.id)
  expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'github'] })
  const [linked] =
    await auth.sql`select payload from auth.audit_log_entries where payload ->> 'action' = 'identity_linked'`
  expect(linked?.payload).toMatchObject({ log_type: 'user', traits: { provider: 'github' } })
})

test.each(['true', 'false'])(
  'does not link an unverified email to an account (autoconfirm %s) (auth 6.6)',
  async (autoconfirm) => {
    await using github = await startGithub([{ ...ADA, verified: false }])
    await using auth = await createTestAuth(withGithub(github, { GOTRUE_MAILER_AUTOCONFIRM: autoconfirm }))
    await auth.sql`
    insert into auth.users (instance_id, id, aud, role, email, email_confirmed_at, created_at, updated_at)
    values ('00000000-0000-0000-0000-000000000000', '7a0e0000-0000-4000-8000-000000000001', 'authenticated', 'authenticated',
      'ada@example.org', now(), now(), now())`
    const end = await followSignIn(auth, await signInUrl(auth.client()))
    const token = readFragment(end).get('access_token')
    if (autoconfirm === 'false') {
      expect(end.searchParams.get('error_code')).toBe('provider_email_needs_verification')
      expect(token).toBeNull()
    } else {
      const { data } = await auth.client().auth.getUser(token ?? '')
      expect(data.user).toMatchObject({ email: '' })
      expect(data.user?.id).not.toBe('7a0e0000-0000-4000-8000-000000000001')
    }
  },
)

test('emails a confirmation for an unverified email and keeps the account waiting (auth 6.6)', async () => {
  await using github = await startGithub([{ ...ADA, verified: false }])
  await using auth = await createTestAuth(withGithub(github))
  const end = await followSignIn(auth, await signInUrl(auth.client()))
  const failure = {
    error: 'access_denied',
    error_code: 'provider_email_needs_verification',
    error_description: 'Unverified email with github. A confirmation email has been sent to your github email',
  }
  expect(Object.fromEntries(end.searchParams)).toEqual(failure)
  expect(Object.fromEntries(readFragment(end))).toEqual({ ...failure, sb: '' })
  expect(await auth.mails('ada@example.org')).toHaveLength(1)
  const { hash } = await auth.lastMail('ada@example.org')
  const { data } = await auth.client().auth.verifyOtp({ token_hash: hash, type: 'signup' })
  expect(data.user?.identities).toMatchObject([{ provider: 'github' }])
})

test('removes the password and identities of a stranger who registered the email first (auth 6.6)', async () => {
  await using github = await startGithub()
  await using auth = await createTestAuth(withGithub(github))
  await auth
    .client()
    .auth.signUp({ email: 'ada@example.org', password: PASSWORD, options: { data: { nickname: 'mallory' } } })
  const fragment = readFragment(await followSignIn(auth, await signInUrl(auth.client())))
  const { data } = await auth.client().auth.getUser(fragment.get('access_token') ?? '')
  expect(data.user?.identities).toMatchObject([{ provider: 'github' }])
  expect(data.user?.user_metadata).not.toHaveProperty('nickname')
  expect(
    (await auth.client().auth.signInWithPassword({ email: 'ada@example.org', password: PASSWORD })).error?.code,
  ).toBe('invalid_credentials')
  const { hash } = await auth.lastMail('ada@example.org')
  expect((await auth.client().auth.verifyOtp({ token_hash: hash, type: 'signup' })).error?.code).toBe('otp_expired')
})

test('returns access_denied when sign-ups are off or the account is banned (auth 6.6)', async () => {
  await using github = await startGithub()
  await using auth = await createTestAuth(withGithub(github, { GOTRUE_DISABLE_SIGNUP: 'true' }))
  const rejected = await followSignIn(auth, await signInUrl(auth.client()))
  expect(Object.fromEntries(rejected.searchParams)).toEqual({
    error: 'access_denied',
    error_code: 'signup_disabled',
    error_description: 'Signups not allowed for this instance',
  })
  await auth.sql`
    insert into auth.users (instance_id, id, aud, role, email, email_confirmed_at, banned_until, created_at, updated_at)
    values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', 'ada@example.org', now(),
      now() + interval '1 day', now(), now())`
  const banned = await followSignIn(auth, await signInUrl(auth.client()))
  expect(banned.searchParams.get('error_code')).toBe('user_banned')
  expect(banned.searchParams.get('error')).toBe('access_denied')
})

test('redirects a missing, malformed, unknown, expired or used state to the site with an error (auth 7.8)', async () => {
  await using github = await startGithub()
  await using auth = await createTestAuth(withGithub(github))
  const open = async (query: string) => {
    const response = await auth.request(`/callback?${query}`, { redirect: 'manual' })
    const location = new URL(response.headers.get('location') ?? '')
    return [
      response.status,
      location.origin,
      location.searchParams.get('error_code'),
      location.searchParams.get('error'),
    ]
  }
  expect(await open('code=x')).toEqual([303, SITE_URL, 'bad_oauth_callback', 'invalid_request'])
  expect(await open('code=x&state=nonsense')).toEqual([303, SITE_URL, 'bad_oauth_state', 'invalid_request'])
  expect(await open('code=x&state=7a0e0000-0000-4000-8000-000000000001')).toEqual([
    303,
    SITE_URL,
    'bad_oauth_state',
    'invalid_request',
  ])
  const back = await followToCallback(auth, await signInUrl(auth.client()))
  await openCallback(auth, back)
  expect(await open(back.search.slice(1))).toEqual([303, SITE_URL, 'flow_state_already_used', 'invalid_request'])
  const late = await followToCallback(auth, await signInUrl(auth.client()))
  auth.wait(301_000)
  expect(await open(late.search.slice(1))).toEqual([303, SITE_URL, 'bad_oauth_state', 'invalid_request'])
})

test('passes on errors of the provider and reports a missing code (auth 7.8)', async () => {
  await using github = await startGithub()
  await using auth = await createTestAuth(withGithub(github))
  github.rejection = { error: 'access_denied', error_description: 'The user has denied your application access' }
  const denied = await followSignIn(auth, await signInUrl(auth.client(), { redirectTo: `${SITE_URL}/in` }))
  expect(denied.pathname).toBe('/in')
  expect(Object.fromEntries(denied.searchParams)).toMatchObject({
    error: 'access_denied',
    error_description: 'The user has denied your application access',
  })
  expect(readFragment(denied).get('sb')).toBe('')
  github.rejection = {}
  const codeless = await followSignIn(auth, await signInUrl(auth.client()))
  expect(codeless.searchParams.get('error_code')).toBe('bad_oauth_callback')
})

test('returns server_error when the provider rejects the code or withholds the profile (auth 7.8)', async () => {
  await using github = await startGithub()
  await using auth = await createTestAuth(withGithub(github))
  const back = await followToCallback(auth, await signInUrl(auth.client()))
  back.searchParams.set('code', 'stolen')
  const failed = await openCallback(auth, back)
  expect(Object.fromEntries(failed.searchParams)).toEqual({
    error: 'server_error',
    error_code: 'unexpected_failure',
    error_description: 'Unable to exchange external code',
  })
  expect(auth.logged.join('')).toContain('The provider responded with 400: invalid_grant')
  delete github.answers['/api/v3/user/emails']
  const unknown = await followSignIn(auth, await signInUrl(auth.client()))
  expect(unknown.searchParams.get('error_description')).toBe('Error getting user profile from external provider')
  github.answers['/api/v3/user'] = { login: 'ada-without-id' }
  await followSignIn(auth, await signInUrl(auth.client()))
  expect(auth.logged.join('')).not.toMatch(/access-|refresh-|peer secret|ada-without-id/)
  expect(auth.logged.join('')).toContain('The profile has an unexpected format: id')
})

test('creates an account on an invitation-only site when the redirect URL contains an invitation (auth 6.6)', async () => {
  await using github = await startGithub()
  const asked: unknown[] = []
  await using auth = await createTestAuth(withGithub(github), {
    signUpGate: async ({ invitation }) => {
      asked.push(invitation)
      return invitation === 'let-me-in'
    },
  })
  const client = auth.client({ flowType: 'pkce' })
  const enter = async (query: string) =>
    followSignIn(auth, await signInUrl(client, { redirectTo: `${SITE_URL}/auth/login${query}` }))
  expect((await enter('')).href).toContain('signup_disabled')
  const end = await enter('?invitation=let-me-in')
  const { data, error } = await client.auth.exchangeCodeForSession(end.searchParams.get('code') ?? '')
  expect(error).toBeNull()
  expect(data.user?.identities?.[0]?.identity_data).not.toHaveProperty('invitation')
  expect(asked).toEqual([undefined, 'let-me-in'])
})
