import fastCheck from 'fast-check'
import { expect, test } from 'vitest'
import { parseAuthSettings } from '../settings.ts'
import { parseDurationMs } from './duration.ts'
import { parseEmail } from './email.ts'
import { createCode } from './one-time-code.ts'
import { findWeakness } from './password-policy.ts'
import { parsePhone } from './phone.ts'
import { isVerifierOf, parsePkce } from './pkce.ts'

const settings = parseAuthSettings({}, { siteUrl: 'https://spots.example.org', apiUrl: 'https://spots.example.org' })

test.each([
  ['60', 60_000],
  ['1h30m', 5_400_000],
  ['250ms', 250],
  ['1.5h', 5_400_000],
  ['0', 0],
  ['', undefined],
  ['soon', undefined],
  ['1h ', undefined],
  ['-1h', undefined],
  ['1d', undefined],
])('the duration "%s" is %j milliseconds', (text, milliseconds) => {
  expect(parseDurationMs(text)).toBe(milliseconds)
})

test.each(['Ada@Example.ORG', 'root@localhost', "o'neil+map@sub.example.co.uk", 'a@b'])('%s is an address', (text) => {
  expect(parseEmail(text, settings)).toBe(text.toLowerCase())
})

test.each([
  '',
  'ada',
  'ada@',
  '@example.org',
  'a b@example.org',
  'ada@exa_mple.org',
  'ada@-x.org',
  'ada@x..org',
  'ada@x.org\n',
  `${'a'.repeat(250)}@b.org`,
])('%j is no address', (text) => {
  expect(() => parseEmail(text, settings)).toThrow()
})

test('whatever is taken as an address has one line, one @ and no blank', () => {
  fastCheck.assert(
    fastCheck.property(
      fastCheck.oneof(fastCheck.string(), fastCheck.emailAddress(), fastCheck.string({ unit: 'grapheme' })),
      (text) => {
        const email = attempt(() => parseEmail(text, settings))
        if (email !== undefined) expect(email).toMatch(/^[\x21-\x7e]+@[a-z0-9.-]+$/)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('with a list of addresses mail goes to those alone, labels apart', () => {
  const closed = { ...settings, emailAuthorizedAddresses: ['ada@example.org'] }
  expect(parseEmail('ada+test@example.org', closed)).toBe('ada+test@example.org')
  expect(() => parseEmail('bob@example.org', closed)).toThrow('not authorized')
})

test('whatever is taken as a number is stored as digits', () => {
  fastCheck.assert(
    fastCheck.property(fastCheck.string({ unit: fastCheck.constantFrom(...'+ 0123456789a-') }), (text) => {
      const phone = attempt(() => parsePhone(text))
      if (phone !== undefined) expect(phone).toMatch(/^[1-9]\d{1,14}$/)
    }),
  )
  expect(parsePhone('+49 151 2345')).toBe('491512345')
})

test('a verifier fits its own challenge and no other', () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  // The example of RFC 7636, appendix B.
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  const pkce = parsePkce({ code_challenge: challenge, code_challenge_method: 'S256' })
  expect(pkce).toEqual({ challenge, method: 's256' })
  expect(isVerifierOf(verifier, { challenge, method: 's256' })).toBe(true)
  expect(isVerifierOf(challenge, { challenge, method: 's256' })).toBe(false)
  expect(isVerifierOf(challenge, { challenge, method: 'plain' })).toBe(true)
  expect(parsePkce({})).toBeUndefined()
  expect(() => parsePkce({ code_challenge: challenge, code_challenge_method: 'md5' })).toThrow('s256 or plain')
  expect(() => parsePkce({ code_challenge: `${challenge}!`, code_challenge_method: 's256' })).toThrow('43 to 128')
})

test('a code has its digits, zeros in front too', () => {
  const codes = Array.from({ length: 500 }, () => createCode(6))
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
  expect(new Set(codes).size).toBeGreaterThan(490)
})

test('the reasons of a weak password stand in order', () => {
  const strict = { ...settings, passwordMinLength: 8, passwordCharacters: 'abc:012\\:' }
  expect(findWeakness('xyz', strict)?.reasons).toEqual(['length', 'characters'])
  expect(findWeakness('abcdefgh', strict)?.reasons).toEqual(['characters'])
  expect(findWeakness('abcdefg:', strict)).toBeUndefined()
  // Characters are counted, not UTF-16 units.
  expect(findWeakness('🗺🗺🗺', settings)?.reasons).toEqual(['length'])
})

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
