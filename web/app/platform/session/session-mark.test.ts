import { expect, test } from 'vitest'
import { markSession } from './session-mark.ts'

test('changes the mark only when the session cookies change', () => {
  const mark = markSession('theme=day; sb-a-auth-token.0=one; sb-a-auth-token.1=two')
  expect(mark).not.toBe('')
  expect(markSession('sb-a-auth-token.1=two; other=x; sb-a-auth-token.0=one')).toBe(mark)
  expect(markSession('sb-a-auth-token.0=one; sb-a-auth-token.1=three')).not.toBe(mark)
})

test('returns no mark without a session or during a code exchange', () => {
  expect(markSession('theme=day; sb-a-auth-token=; sb-a-auth-token-code-verifier=x')).toBe('')
})
