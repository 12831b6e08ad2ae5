import { expect, test } from 'vitest'
import { AUTH_URL } from '../test-api-url.ts'
import { createTestAuth, KEYS, PASSWORD } from '../test-auth.ts'
import { startGitlab, startProviderSignIn, withGitlab } from './test-gitlab.ts'
import { followSignIn, followToCallback, openCallback, readFragment } from './test-peer.ts'

test('accepts an invitation by a sign-in with a provider that verified the invited email (auth 7.8)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(
    withGitlab(gitlab, { GOTRUE_MAILER_AUTOCONFIRM: 'false', GOTRUE_DISABLE_SIGNUP: 'true' }),
  )
  const operator = auth.client({ key: KEYS.secretKey })
  await operator.auth.admin.inviteUserByEmail('ada@example.org')
  const { hash } = await auth.lastMail('ada@example.org')
  expect(await (await startProviderSignIn(auth, 'provider=gitlab&invite_token=nonsense')).json()).toMatchObject({
    code: 404,
    error_code: 'user_not_found',
  })
  const end = await followSignIn(auth, `${AUTH_URL}/authorize?provider=gitlab&invite_token=${hash}`)
  const { data } = await auth.client().auth.getUser(readFragment(end).get('access_token') ?? '')
  expect(data.user).toMatchObject({
    email: 'ada@example.org',
    email_confirmed_at: expect.any(String),
    identities: [{ provider: 'gitlab' }],
  })
  const again = await startProviderSignIn(auth, `provider=gitlab&invite_token=${hash}`)
  expect(again.status).toBe(404)
})

test('rejects an invitation of another person and a stale one (auth 7.8)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab, { GOTRUE_MAILER_AUTOCONFIRM: 'false' }))
  const operator = auth.client({ key: KEYS.secretKey })
  await operator.auth.admin.inviteUserByEmail('bob@example.org')
  const { hash } = await auth.lastMail('bob@example.org')
  const other = await followSignIn(auth, `${AUTH_URL}/authorize?provider=gitlab&invite_token=${hash}`)
  expect(other.searchParams.get('error_description')).toBe('Invited email does not match emails from external provider')
  const back = await followToCallback(auth, `${AUTH_URL}/authorize?provider=gitlab&invite_token=${hash}`)
  await auth.client().auth.verifyOtp({ token_hash: hash, type: 'invite' })
  expect((await openCallback(auth, back)).searchParams.get('error_code')).toBe('invite_not_found')
})

test('rejects an invitation that has expired (auth 7.8)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(
    withGitlab(gitlab, { GOTRUE_MAILER_AUTOCONFIRM: 'false', GOTRUE_MAILER_OTP_EXP: '60' }),
  )
  await auth.client({ key: KEYS.secretKey }).auth.admin.inviteUserByEmail('ada@example.org')
  const { hash } = await auth.lastMail('ada@example.org')
  const back = await followToCallback(auth, `${AUTH_URL}/authorize?provider=gitlab&invite_token=${hash}`)
  auth.wait(61_000)
  expect((await openCallback(auth, back)).searchParams.get('error_code')).toBe('invite_not_found')
  const late = await startProviderSignIn(auth, `provider=gitlab&invite_token=${hash}`)
  expect(await late.json()).toMatchObject({ code: 404, error_code: 'user_not_found' })
})

test('links an identity with PKCE, unless the user was banned in the meantime (auth 7.9)', async () => {
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

test('returns a URL or a redirect for a request to link (auth 7.9)', async () => {
  await using gitlab = await startGitlab()
  const more = { GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true', GOTRUE_MAILER_AUTOCONFIRM: 'true' }
  await using auth = await createTestAuth(withGitlab(gitlab, more))
  const { data } = await auth.client().auth.signUp({ email: 'bob@example.org', password: PASSWORD })
  const headers = { authorization: `Bearer ${data.session?.access_token}` }
  const path = '/user/identities/authorize?provider=gitlab'
  const response = await auth.request(`${path}&skip_http_redirect=true`, { headers })
  expect([response.status, await response.json()]).toEqual([200, { url: expect.stringContaining(gitlab.url) }])
  const led = await auth.request(path, { headers, redirect: 'manual' })
  expect([led.status, led.headers.get('location')]).toEqual([302, expect.stringContaining(gitlab.url)])
})
