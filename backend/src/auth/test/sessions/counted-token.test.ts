import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCountedToken, isSignedWith, parseCountedToken } from '../../domain/sessions/counted-token.ts'

const key = randomBytes(32)
const tokens = fc.record({ sessionId: fc.uuid(), counter: fc.nat({ max: Number.MAX_SAFE_INTEGER }) })

test('3.3 version 2: a token tells its session and counter, and who signed it', () => {
  fc.assert(
    fc.property(tokens, (token) => {
      const parsed = parseCountedToken(formatCountedToken(token, key))
      expect(parsed).toMatchObject(token)
      expect(parsed && isSignedWith(parsed, key)).toBe(true)
      expect(parsed && isSignedWith(parsed, randomBytes(32))).toBe(false)
    }),
  )
})

test('3.3 version 2: the bytes stand as the contract says', () => {
  const bytes = Buffer.from(
    formatCountedToken({ sessionId: '00112233-4455-6677-8899-aabbccddeeff', counter: 300 }, key),
    'base64url',
  )
  expect(bytes.subarray(0, 19).toString('hex')).toBe('0000112233445566778899aabbccddeeffac02')
  expect(bytes).toHaveLength(19 + 16 + 4)
})

test('3.3 version 2: no change of a token is read as a token', () => {
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

test('3.3 version 2: any text is read or refused', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => parseCountedToken(text) === undefined))
})
