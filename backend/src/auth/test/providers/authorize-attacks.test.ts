import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AUTH_URL } from '../test-api-url.ts'
import { createTestAuth, SITE_URL } from '../test-auth.ts'
import { CHALLENGE, startGitlab, startProviderSignIn, VERIFIER, withGitlab } from './test-gitlab.ts'
import { followSignIn, followToCallback, openCallback, readFragment } from './test-peer.ts'

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
    const end = await followSignIn(
      auth,
      `${AUTH_URL}/authorize?provider=gitlab&redirect_to=${encodeURIComponent(target)}`,
    )
    expect(end.origin).toBe(SITE_URL)
  }
  const end = await followSignIn(
    auth,
    `${AUTH_URL}/authorize?provider=gitlab&redirect_to=${encodeURIComponent('https://app.test/a?b=c#d')}`,
  )
  expect(end.href).toMatch(/^https:\/\/app\.test\/a\?b=c#access_token=/)
})

test('adds parameters to a redirect target with non-ASCII characters (auth 6.4)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab))
  const start = `${AUTH_URL}/authorize?provider=gitlab&redirect_to=${encodeURIComponent(`${SITE_URL}/日本?q=ü`)}`
  const end = await followSignIn(auth, start)
  expect([decodeURI(end.pathname), end.searchParams.get('q'), readFragment(end).has('access_token')]).toEqual([
    '/日本',
    'ü',
    true,
  ])
  gitlab.rejection = { error: 'access_denied', error_description: 'Nein, "danke" – 100 %' }
  expect((await followSignIn(auth, start)).searchParams.get('error_description')).toBe('Nein, "danke" – 100 %')
})

test('does not redirect to a target that was removed from the allow list in the meantime (auth 6.4)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab))
  const back = await followToCallback(auth, `${AUTH_URL}/authorize?provider=gitlab`)
  await auth.sql`update auth.flow_state set referrer = 'https://evil.test/'`
  expect((await openCallback(auth, back)).origin).toBe(SITE_URL)
})

test('rejects a state used as a code, and a code used as a state (auth 7.8)', async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab))
  const query = `provider=gitlab&code_challenge=${CHALLENGE}&code_challenge_method=s256`
  const back = await followToCallback(auth, `${AUTH_URL}/authorize?${query}`)
  const end = await openCallback(auth, back)
  const state = back.searchParams.get('state')
  const response = await auth.request('/token?grant_type=pkce', { json: { auth_code: state, code_verifier: VERIFIER } })
  expect(response.status).toBe(404)
  const reused = await auth.request(`/callback?code=x&state=${end.searchParams.get('code')}`, { redirect: 'manual' })
  expect(new URL(reused.headers.get('location') ?? '').searchParams.get('error_code')).toBe('bad_oauth_state')
})

test("does not complete another person's sign-in in this browser, which would be login CSRF (auth 7.8)", async () => {
  await using gitlab = await startGitlab()
  await using auth = await createTestAuth(withGitlab(gitlab))
  const browser = { 'sec-fetch-mode': 'navigate' }
  const open = async (back: URL, cookie = '') => {
    const response = await auth.request(`/callback${back.search}`, {
      redirect: 'manual',
      headers: { ...browser, cookie },
    })
    return new URL(response.headers.get('location') ?? '')
  }
  const walk = async (headers: Record<string, string>) => {
    const begun = await startProviderSignIn(auth, 'provider=gitlab', headers)
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

test('never returns a 5xx or a foreign redirect for malformed requests (auth 7.8)', async () => {
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
      const response = await auth.request(`${path}?${text}`, { redirect: 'manual' })
      expect(response.status).toBeLessThan(500)
      const location = response.headers.get('location')
      if (location) expect(allowed).toContain(new URL(location).origin)
    }),
    { numRuns: 200 },
  )
})
