import { expect, test } from 'vitest'
import { openCallback, readFragment, startOAuthPeer } from '../providers/test-peer.ts'
import { createTestAuth, PASSWORD, SITE_URL } from '../test-auth.ts'
import { signUp } from '../test-member.ts'

const EMAIL = 'ada@example.org'
const PHONE = '4915112345678'
const DAY_MS = 86_400_000
const NO_SESSION = { user: null, session: null }

test('updateUser merges data, keeps a new address pending, and changes nothing after an error (auth 7.6)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' })
  const { auth: client } = await signUp(auth)
  const named = await client.updateUser({ data: { name: 'Ada', theme: 'night' } })
  expect([named.error, named.data.user?.user_metadata]).toEqual([
    null,
    { email_verified: true, name: 'Ada', theme: 'night' },
  ])
  const options = { emailRedirectTo: `${SITE_URL}/settings` }
  const moved = await client.updateUser({ email: 'new@example.org', data: { theme: null } }, options)
  expect(moved.data.user).toMatchObject({ email: EMAIL, new_email: 'new@example.org', user_metadata: { name: 'Ada' } })
  const mail = await auth.lastMail('new@example.org')
  expect(mail.link?.searchParams.get('redirect_to')).toBe(`${SITE_URL}/settings`)
  const verified = await client.verifyOtp({ email: 'new@example.org', token: mail.code, type: 'email_change' })
  expect(verified.data.user?.email).toBe('new@example.org')
  const phone = await client.updateUser({ phone: `+${PHONE}` })
  expect(phone.data.user?.new_phone).toBe(PHONE)
  const token = /\d{6}/.exec((await auth.lastMail(PHONE)).text)?.[0] ?? ''
  const { data } = await client.verifyOtp({ phone: PHONE, token, type: 'phone_change' })
  expect(data.user).toMatchObject({ phone: PHONE, app_metadata: { providers: ['email', 'phone'] } })
  const wrong = await client.updateUser({ email: 'nonsense' })
  expect(wrong).toMatchObject({ data: { user: null }, error: { status: 400, code: 'validation_failed' } })
  const same = await client.updateUser({ password: PASSWORD })
  expect(same.error).toMatchObject({ status: 422, code: 'same_password' })
  expect((await auth.client().auth.updateUser({ data: {} })).error?.name).toBe('AuthSessionMissingError')
})

test('reauthenticate sends a nonce that lets an old session set a new password (auth 7.5)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: 'true',
    GOTRUE_JWT_EXP: '900000',
  })
  const { auth: client } = await signUp(auth)
  auth.wait(DAY_MS + 1_000)
  const needed = await client.updateUser({ password: 'a better one 9' })
  expect(needed).toMatchObject({ data: { user: null }, error: { status: 400, code: 'reauthentication_needed' } })
  expect(await client.reauthenticate()).toEqual({ data: NO_SESSION, error: null })
  const { code: nonce } = await auth.lastMail(EMAIL)
  expect((await client.updateUser({ password: 'a better one 9', nonce })).error).toBeNull()
  expect((await auth.client().auth.reauthenticate()).error?.name).toBe('AuthSessionMissingError')
})

test('getUserIdentities, linkIdentity and unlinkIdentity work together (auth 7.9)', async () => {
  await using gitlab = await startOAuthPeer({
    authorizePath: '/oauth/authorize',
    tokenPath: '/oauth/token',
    answers: {
      '/api/v4/user': { id: 12, username: 'ada', name: 'Ada', email: 'ada@work.example', confirmed_at: '2026-01-01' },
    },
  })
  await using auth = await createTestAuth({
    GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
    GOTRUE_EXTERNAL_GITLAB_ENABLED: 'true',
    GOTRUE_EXTERNAL_GITLAB_CLIENT_ID: 'our-client',
    GOTRUE_EXTERNAL_GITLAB_SECRET: gitlab.secret,
    GOTRUE_EXTERNAL_GITLAB_URL: gitlab.url,
  })
  const { auth: client } = await signUp(auth)
  const options = { skipBrowserRedirect: true, redirectTo: `${SITE_URL}/settings`, scopes: 'api' }
  const linking = await client.linkIdentity({ provider: 'gitlab', options })
  expect(linking).toMatchObject({ data: { provider: 'gitlab', url: expect.stringContaining(gitlab.url) }, error: null })
  const url = new URL(linking.data.url ?? '')
  expect(url.searchParams.get('scope')).toBe('read_user api')
  const atPeer = await fetch(url, { redirect: 'manual' })
  const back = await openCallback(auth, new URL(atPeer.headers.get('location') ?? ''))
  expect(`${back.origin}${back.pathname}`).toBe(`${SITE_URL}/settings`)
  expect(readFragment(back).get('provider_token')).toMatch(/^access-/)
  const { data, error } = await client.getUserIdentities()
  expect([error, data?.identities]).toMatchObject([
    null,
    [
      { provider: 'email', identity_id: expect.any(String), identity_data: { email: EMAIL } },
      { provider: 'gitlab', id: '12', identity_data: { email: 'ada@work.example', user_name: 'ada' } },
    ],
  ])
  const [, linked] = data?.identities ?? []
  if (!linked) throw new Error('The identity is missing.')
  expect(await client.unlinkIdentity(linked)).toEqual({ data: {}, error: null })
  const again = await client.unlinkIdentity(linked)
  expect(again).toMatchObject({ data: null, error: { status: 422, code: 'single_identity_not_deletable' } })
  expect((await client.getUserIdentities()).data?.identities).toHaveLength(1)
  const unknown = await client.linkIdentity({ provider: 'github', options: { skipBrowserRedirect: true } })
  expect(unknown.error).toMatchObject({ status: 400, message: 'Unsupported provider: provider is not enabled' })
  const stranger = await auth.client().auth.getUserIdentities()
  expect([stranger.data, stranger.error?.name]).toEqual([null, 'AuthSessionMissingError'])
})

test('signInWithOAuth builds the URL with the options of the app, with and without PKCE (auth 7.8)', async () => {
  await using auth = await createTestAuth()
  const options = {
    skipBrowserRedirect: true,
    redirectTo: `${SITE_URL}/in`,
    scopes: 'repo',
    queryParams: { prompt: 'consent' },
  }
  for (const flowType of ['implicit', 'pkce'] as const) {
    const { data, error } = await auth.client({ flowType }).auth.signInWithOAuth({ provider: 'github', options })
    const requested = Object.fromEntries(new URL(data.url ?? '').searchParams)
    expect([error, data.provider]).toEqual([null, 'github'])
    expect(requested).toMatchObject({
      provider: 'github',
      redirect_to: `${SITE_URL}/in`,
      scopes: 'repo',
      prompt: 'consent',
    })
    expect(requested.code_challenge_method).toBe(flowType === 'pkce' ? 's256' : undefined)
    const response = await auth.request(`/authorize?${new URLSearchParams(requested)}`)
    expect([response.status, await response.json()]).toMatchObject([400, { error_code: 'validation_failed' }])
  }
})
