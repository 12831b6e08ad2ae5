import { expect, test } from 'vitest'
import { findSessionUser, hashSession } from './synced-session.ts'

test('changes the mark only when the session cookies change', () => {
  const mark = hashSession('theme=day; sb-a-auth-token.0=one; sb-a-auth-token.1=two')
  expect(mark).not.toBe('')
  expect(hashSession('sb-a-auth-token.1=two; other=x; sb-a-auth-token.0=one')).toBe(mark)
  expect(hashSession('sb-a-auth-token.0=one; sb-a-auth-token.1=three')).not.toBe(mark)
})

test('returns no mark without a session or during a code exchange', () => {
  expect(hashSession('theme=day; sb-a-auth-token=; sb-a-auth-token-code-verifier=x')).toBe('')
})

/** Returns the cookies of a session, in two chunks. */
function toCookies(session: object): string {
  const value = `base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`
  return `sb-a-auth-token.1=${value.slice(40)}; theme=day; sb-a-auth-token.0=${value.slice(0, 40)}`
}

test('returns the member of a session, also one whose name is not ASCII (runtime 10.3)', () => {
  const user = { id: 'b6d1', user_metadata: { name: 'Zoë ÿ?>~ 😀' } }
  expect(findSessionUser(toCookies({ access_token: 'a.b.c', user }))).toBe('b6d1')
})

test('joins the chunks of a session in their order, wherever they stand', () => {
  const chunks = toCookies({ user: { id: 'b6d1' } }).split('; ')
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [2, 0],
    [0, 2],
  ]) {
    expect(findSessionUser(order.map((index) => chunks[index]).join('; '))).toBe('b6d1')
  }
})

test.each([
  '',
  'theme=day; sb-a-auth-token-code-verifier=x',
  'sb-a-auth-token=base64-%%%',
  'sb-a-auth-token=base64-bnVsbA',
  toCookies({ user: null }),
])('returns no member for the cookies %j', (cookies) => {
  expect(findSessionUser(cookies)).toBeUndefined()
})
