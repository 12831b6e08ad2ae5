import { expect, test } from 'vitest'
import { AUTH_URL } from '../test-api-url.ts'
import { createTestAuth } from '../test-auth.ts'
import { startTestIssuer } from './test-issuer.ts'
import { followToCallback, getUser, openCallback, readFragment, startOAuthPeer } from './test-peer.ts'
import { getProviderRow } from './test-profiles.ts'
import { enableProvider } from './test-settings.ts'

test('rejects an ID token of another client, nonce or key, and does not log it (auth 7.8)', async () => {
  await using issuer = await startTestIssuer()
  await using evil = await startTestIssuer()
  await using auth = await createTestAuth(enableProvider('google', { url: issuer.url, secret: 's' }))
  const tokens = [
    () => issuer.sign({ aud: 'evil-client' }),
    () => issuer.sign({ nonce: 'another' }),
    () => evil.sign({ iss: issuer.url }),
    () => issuer.sign({ exp: 1_000 }),
    async () => 'nonsense',
  ]
  for (const sign of tokens) {
    const begun = await auth.request('/authorize?provider=google', { redirect: 'manual' })
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state')
    issuer.answerToken = async () => ({ access_token: 'very-private', token_type: 'Bearer', id_token: await sign() })
    const end = await openCallback(auth, new URL(`${AUTH_URL}/callback?code=c&state=${state}`))
    expect(end.searchParams.get('error_description')).toBe('Error getting user profile from external provider')
  }
  expect(auth.logged.join('')).not.toMatch(/very-private|eyJ|ada@example/)
})

test('does not mix up two concurrent sign-ins in any order (auth 7.8)', async () => {
  await using gitlab = await startOAuthPeer(getProviderRow('gitlab'))
  await using discord = await startOAuthPeer({
    ...getProviderRow('discord'),
    answers: { '/api/users/@me': { id: '81', username: 'bob', email: 'bob@example.org', verified: true } },
  })
  await using auth = await createTestAuth({
    ...enableProvider('gitlab', gitlab),
    ...enableProvider('discord', discord),
  })
  const starts = ['gitlab', 'discord', 'gitlab', 'discord'].map((name) =>
    followToCallback(auth, `${AUTH_URL}/authorize?provider=${name}`),
  )
  const backs = (await Promise.all(starts)).reverse()
  const users = await Promise.all(backs.map(async (back) => getUser(auth, await openCallback(auth, back))))
  expect(users.map(({ email }) => email)).toEqual([
    'bob@example.org',
    'ada@example.org',
    'bob@example.org',
    'ada@example.org',
  ])
  // A code of one provider with the state of the other goes to the wrong token endpoint, which rejects it.
  const ours = await followToCallback(auth, `${AUTH_URL}/authorize?provider=gitlab`)
  const theirs = await followToCallback(auth, `${AUTH_URL}/authorize?provider=discord`)
  theirs.searchParams.set('state', ours.searchParams.get('state') ?? '')
  expect((await openCallback(auth, theirs)).searchParams.get('error_code')).toBe('unexpected_failure')
})

test('accepts a state once under concurrent callbacks to two processes (auth 7.8)', async () => {
  await using peer = await startOAuthPeer(getProviderRow('gitlab'))
  await using auth = await createTestAuth(enableProvider('gitlab', peer))
  const second = auth.secondProcess()
  const back = await followToCallback(auth, `${AUTH_URL}/authorize?provider=gitlab`)
  const path = `/callback${back.search}`
  const responses = await Promise.all(
    [auth.request, second, auth.request, second].map((request) => request(path, { redirect: 'manual' })),
  )
  const ends = responses.map((response) => new URL(response.headers.get('location') ?? ''))
  expect(ends.filter((end) => readFragment(end).has('access_token'))).toHaveLength(1)
  expect(ends.filter((end) => end.searchParams.get('error_code') === 'flow_state_already_used')).toHaveLength(3)
})

test('creates one account under two concurrent first sign-ins (auth 7.8)', async () => {
  await using peer = await startOAuthPeer(getProviderRow('gitlab'))
  await using auth = await createTestAuth(enableProvider('gitlab', peer))
  const backs = await Promise.all(
    [1, 2, 3, 4].map(() => followToCallback(auth, `${AUTH_URL}/authorize?provider=gitlab`)),
  )
  const users = await Promise.all(backs.map(async (back) => getUser(auth, await openCallback(auth, back))))
  expect(new Set(users.map(({ id }) => id)).size).toBe(1)
})
