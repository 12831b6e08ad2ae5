import { expect, test } from 'vitest'
import { markSession } from './session-mark.ts'

test('the mark of a session changes with its cookies and only with them', () => {
  const mark = markSession('theme=day; sb-a-auth-token.0=one; sb-a-auth-token.1=two')
  expect(mark).not.toBe('')
  expect(markSession('sb-a-auth-token.1=two; other=x; sb-a-auth-token.0=one')).toBe(mark)
  expect(markSession('sb-a-auth-token.0=one; sb-a-auth-token.1=three')).not.toBe(mark)
})

test('without a session there is no mark, nor for one that is being exchanged', () => {
  expect(markSession('theme=day; sb-a-auth-token=; sb-a-auth-token-code-verifier=x')).toBe('')
})
