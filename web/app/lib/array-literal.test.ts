import { expect, test } from 'vitest'
import { toArrayLiteral } from './array-literal.ts'

test('quotes every text, and escapes quotes and backslashes', () => {
  expect(toArrayLiteral([])).toBe('{}')
  expect(toArrayLiteral(['view', 'a,b', '{},"', 'back\\slash'])).toBe('{"view","a,b","{},\\"","back\\\\slash"}')
})
