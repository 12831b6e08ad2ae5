import { expect, test } from 'vitest'
import { describeScopes } from './scope-words.ts'

test('scopes are told in words, in one order, and unknown ones as they are', () => {
  expect(describeScopes('email openid')).toEqual(['know that it is you', 'see your e-mail address'])
  expect(describeScopes(' offline_access  toString')).toEqual(['stay signed in when you are away', 'toString'])
  expect(describeScopes('')).toEqual([])
})
