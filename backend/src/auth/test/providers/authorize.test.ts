import { expect, test } from 'vitest'
import { deleteExpiredStates } from '../../tables/cleanup.ts'
import { AUTH_URL } from '../test-api-url.ts'
import { createTestAuth } from '../test-auth.ts'
import { CHALLENGE, startGitlab, startProviderSignIn, VERIFIER, withGitlab } from './test-gitlab.ts'
import { followSignIn, followToCallback, openCallback } from './test-peer.ts'

test.each([
  ['no provider', '', /could not be found/],
  ['an unknown provider', 'provider=myspace', /could not be found/],
  ['an unknown custom provider', 'provider=custom:nobody', /could not be found/],
  ['a property name of objects', 'provider=__proto__', /could not be found/],
  ['a disabled provider', 'provider=google', /^Unsupported provider: provider is not enabled$/],
  [
    'incomplete PKCE parameters',
    `provider=gitlab&code_challenge=${CHALLENGE}`,
    /^PKCE flow requires code_challenge_method and code_challenge$/,
  ],
  ['an invalid challenge', 'provider=gitlab&code_challenge=x&code_challenge_method=s256', /code challenge/],
])('responds to %s with a JSON error (auth 7.8)', async (_name, query, message) => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab))
  const response = await startProviderSignIn(auth, query)
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error_code: 'validation_failed', msg: expect.stringMatching(message) },
  ])
})

test('accepts only ID tokens for a provider without a secret (auth 7.8)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab, { GOTRUE_EXTERNAL_GITLAB_SECRET: '' }))
  expect(await (await startProviderSignIn(auth, 'provider=gitlab')).json()).toMatchObject({
    msg: 'Unsupported provider: missing OAuth secret',
  })
})

test('does not start with an enabled provider that lacks a client or has an invalid address (auth 5)', async () => {
  await expect(createTestAuth({ GOTRUE_EXTERNAL_GITHUB_ENABLED: 'true' })).rejects.toThrow(
    'GOTRUE_EXTERNAL_GITHUB_CLIENT_ID: is required, because the provider is enabled',
  )
  await expect(createTestAuth({ GOTRUE_EXTERNAL_GITLAB_URL: 'gitlab' })).rejects.toThrow(
    'GOTRUE_EXTERNAL_GITLAB_URL: must be a URL',
  )
  const apple = { GOTRUE_EXTERNAL_APPLE_SECRET: '{"team_id":"T","private_key":"very private"}' }
  const rejected = await createTestAuth(apple).catch((error: unknown) => String(error))
  expect(rejected).toContain('GOTRUE_EXTERNAL_APPLE_SECRET: must be a JWT, or JSON')
  expect(rejected).not.toContain('very private')
  const keycloak = { GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'true', GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: 'c' }
  await expect(createTestAuth(keycloak)).rejects.toThrow(
    'GOTRUE_EXTERNAL_KEYCLOAK_URL: is required: the address of your realm',
  )
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

test('exchanges the code of a provider sign-in once, with its verifier and in time (auth 7.2)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab))
  const query = `provider=gitlab&code_challenge=${CHALLENGE}&code_challenge_method=s256`
  const getCode = async () => (await followSignIn(auth, `${AUTH_URL}/authorize?${query}`)).searchParams.get('code')
  const exchange = async (auth_code: string | null, code_verifier: string) => {
    const response = await auth.request('/token?grant_type=pkce', { json: { auth_code, code_verifier } })
    const body = (await response.json()) as Record<string, unknown>
    return [response.status, body.error_code ?? body.provider_token]
  }
  const code = await getCode()
  expect(await exchange(code, VERIFIER.replace('d', 'e'))).toEqual([400, 'bad_code_verifier'])
  const both = await Promise.all([exchange(code, VERIFIER), exchange(code, VERIFIER)])
  expect(both.map(([status]) => status).sort()).toEqual([200, 404])
  const late = await getCode()
  auth.wait(301_000)
  expect(await exchange(late, VERIFIER)).toEqual([422, 'flow_state_expired'])
})

test('keeps the PKCE verifier of a provider for five minutes and a single use (auth 10)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab, { GOTRUE_EXTERNAL_FLOW_STATE_EXPIRY_DURATION: '1h' }))
  const late = await followToCallback(auth, `${AUTH_URL}/authorize?provider=gitlab`)
  auth.wait(301_000)
  expect((await openCallback(auth, late)).searchParams.get('error_code')).toBe('oauth_client_state_expired')
  const gone = await followToCallback(auth, `${AUTH_URL}/authorize?provider=gitlab`)
  await auth.sql`delete from auth.oauth_client_states`
  expect((await openCallback(auth, gone)).searchParams.get('error_code')).toBe('oauth_client_state_not_found')
})

test('deletes unfinished sign-ins after a day (auth 11)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab))
  await startProviderSignIn(auth, 'provider=gitlab')
  const count = async () => {
    const [row] = await auth.sql`
      select (select count(*)::int from auth.flow_state) as flows, (select count(*)::int from auth.oauth_client_states) as states`
    return row
  }
  await deleteExpiredStates(auth.sql, { mailerOtpExpiryMs: 0 }, new Date())
  expect(await count()).toEqual({ flows: 1, states: 1 })
  await deleteExpiredStates(auth.sql, { mailerOtpExpiryMs: 86_400_000 }, new Date(Date.now() + 86_500_000))
  expect(await count()).toEqual({ flows: 0, states: 0 })
})
