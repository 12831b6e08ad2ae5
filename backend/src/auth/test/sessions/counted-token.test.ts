import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCountedToken, isSignedWith, parseCountedToken } from '../../domain/sessions/counted-token.ts'

const key = randomBytes(32)
const tokens = fc.record({ sessionId: fc.uuid(), counter: fc.nat({ max: Number.MAX_SAFE_INTEGER }) })

test('encodes session, counter and signature in a version 2 token (auth 3.3)', () => {
  fc.assert(
    fc.property(tokens, (token) => {
      const parsed = parseCountedToken(formatCountedToken(token, key))
      expect(parsed).toMatchObject(token)
      expect(parsed && isSignedWith(parsed, key)).toBe(true)
      expect(parsed && isSignedWith(parsed, randomBytes(32))).toBe(false)
    }),
  )
})

test('lays out the bytes of a version 2 token as contracted (auth 3.3)', () => {
  const bytes = Buffer.from(
    formatCountedToken({ sessionId: '00112233-4455-6677-8899-aabbccddeeff', counter: 300 }, key),
    'base64url',
  )
  expect(bytes.subarray(0, 19).toString('hex')).toBe('0000112233445566778899aabbccddeeffac02')
  expect(bytes).toHaveLength(19 + 16 + 4)
})

test('rejects every modified version 2 token (auth 3.3)', () => {
  const change = fc.record({ token: tokens, place: fc.nat(200), character: fc.constantFrom(...'ABCabc019-_=+/. ') })
  fc.assert(
    fc.property(change, ({ token, place, character }) => {
      const text = formatCountedToken(token, key)
      const at = place % (text.length + 1)
      const changed = `${text.slice(0, at)}${character}${text.slice(at + 1)}`
      expect(changed === text || parseCountedToken(changed) === undefined).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

test('reads or rejects any text as a version 2 token (auth 3.3)', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => parseCountedToken(text) === undefined))
})
