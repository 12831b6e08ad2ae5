import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toReasonPhrase } from './reason-phrase.ts'

test('keeps only the characters that HTTP allows in a reason phrase (runtime 2.3)', () => {
  expect(toReasonPhrase('Page Not Found: /café\r\nset-cookie: a=b\t!')).toBe('Page Not Found: /cafset-cookie: a=b\t!')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(() => new Response(null, { status: 404, statusText: toReasonPhrase(text) })).not.toThrow()
    }),
  )
})
