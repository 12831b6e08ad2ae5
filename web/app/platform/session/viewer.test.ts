import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toViewer } from './viewer.ts'

const sub = '5b0a4a54-7d0a-4b7c-9d5e-0d6f6f0f2a11'
const NOBODY_KNOWN = {
  id: sub,
  email: '',
  username: null,
  name: null,
  avatarUrl: null,
  isModerator: false,
  isAdministrator: false,
}

test('builds a viewer from token claims, with null for missing fields', () => {
  expect(toViewer({ sub })).toEqual(NOBODY_KNOWN)
  const user_metadata = { username: ' ada ', name: 'Ada', surname: 'L.', avatar_url: '/a.webp' }
  expect(toViewer({ sub, email: 'ada@example.org', user_metadata, app_metadata: { role: 'moderator' } })).toEqual({
    id: sub,
    email: 'ada@example.org',
    username: 'ada',
    name: 'Ada L.',
    avatarUrl: '/a.webp',
    isModerator: true,
    isAdministrator: false,
  })
})

test('builds a viewer from metadata of any shape and never makes them a moderator', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (user_metadata, email) => {
      expect(toViewer({ sub, email, user_metadata })).toMatchObject({ id: sub, isModerator: false })
    }),
  )
  expect(toViewer({ sub, user_metadata: { role: 'moderator' }, app_metadata: ['admin'] })).toEqual(NOBODY_KNOWN)
})

test('returns null for claims without an account', () => {
  for (const claims of [null, undefined, 'x', {}, { sub: 7 }, { sub: 'x' }, { sub: `${sub}x` }]) {
    expect(toViewer(claims)).toBeNull()
  }
})
