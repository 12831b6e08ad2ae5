import { expect, test } from 'vitest'
import { describeScopes } from './scope-words.ts'

test('describes scopes in a fixed order and shows unknown ones as they are', () => {
  expect(describeScopes('email openid')).toEqual(['know that it is you', 'see your e-mail address'])
  expect(describeScopes(' offline_access  toString')).toEqual(['stay signed in when you are away', 'toString'])
  expect(describeScopes('')).toEqual([])
})
