import { expect, test } from 'vitest'
import { hashSession } from './synced-session.ts'

test('changes the mark only when the session cookies change', () => {
  const mark = hashSession('theme=day; sb-a-auth-token.0=one; sb-a-auth-token.1=two')
  expect(mark).not.toBe('')
  expect(hashSession('sb-a-auth-token.1=two; other=x; sb-a-auth-token.0=one')).toBe(mark)
  expect(hashSession('sb-a-auth-token.0=one; sb-a-auth-token.1=three')).not.toBe(mark)
})

test('returns no mark without a session or during a code exchange', () => {
  expect(hashSession('theme=day; sb-a-auth-token=; sb-a-auth-token-code-verifier=x')).toBe('')
})
