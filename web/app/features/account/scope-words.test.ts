import { expect, test } from 'vitest'
import { describeReach, describeScopes } from './scope-words.ts'

test('describes scopes in a fixed order and shows unknown ones as they are', () => {
  expect(describeScopes('email openid')).toEqual(['know that it is you', 'see your email address'])
  expect(describeScopes(' offline_access  toString')).toEqual(['stay signed in when you are away', 'toString'])
  expect(describeScopes('')).toEqual([])
})

test('describes a data scope together with the scopes it includes', () => {
  expect(describeScopes('write email')).toHaveLength(4)
  expect(describeScopes('own')).toEqual(describeScopes('read own'))
  expect(describeReach('openid own')).toBe('It cannot add, change or delete anything.')
  expect(describeReach('openid')).toBe('It can see only what visitors see.')
})
