import fastCheck from 'fast-check'
import { expect, test } from 'vitest'
import { createLog } from '../../../http/log.ts'
import { createCode } from '../../domain/codes/one-time-code.ts'
import { findWeakness } from '../../domain/passwords/password-policy.ts'
import { parseEmail } from '../../kernel/values/email.ts'
import { parsePhone } from '../../kernel/values/phone.ts'
import { isVerifierOf, parsePkce } from '../../kernel/values/pkce.ts'
import { parseDurationMs } from '../../settings/duration.ts'
import { type AuthSettings, parseAuthSettings } from '../../settings.ts'

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
])('parses the duration "%s" as %j milliseconds (auth 5)', (text, milliseconds) => {
  expect(parseDurationMs(text)).toBe(milliseconds)
})

test.each(['Ada@Example.ORG', 'root@localhost', "o'neil+map@sub.example.co.uk", 'a@b'])(
  'accepts the email %s (auth 6.1)',
  (text) => {
    expect(parseEmail(text, settings)).toBe(text.toLowerCase())
  },
)

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
])('rejects the email %j (auth 6.1)', (text) => {
  expect(() => parseEmail(text, settings)).toThrow()
})

test('accepts only emails with one line, one @ and no spaces (auth 6.1)', () => {
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

test.each([
  'mi\u212ae@example.org',
  'ada@e\u017fample.org',
  'ada@example.org\n',
  'a\u0131da@example.org',
  'ada@\uff45xample.org',
])('does not turn the email %j into another one (auth 6.1)', (text) => {
  expect(() => parseEmail(text, settings)).toThrow('invalid format')
})

test('emails only to authorized addresses, ignoring labels (auth 6.1)', () => {
  const closed = { ...settings, emailAuthorizedAddresses: ['ada@example.org'] }
  expect(parseEmail('ada+test@example.org', closed)).toBe('ada+test@example.org')
  expect(() => parseEmail('bob@example.org', closed)).toThrow('not authorized')
})

test('stores every accepted phone number as digits (auth 6.1)', () => {
  fastCheck.assert(
    fastCheck.property(fastCheck.string({ unit: fastCheck.constantFrom(...'+ 0123456789a-') }), (text) => {
      const phone = attempt(() => parsePhone(text))
      if (phone !== undefined) expect(phone).toMatch(/^[1-9]\d{1,14}$/)
    }),
  )
  expect(parsePhone('+49 151 2345')).toBe('491512345')
})

test('accepts every E.164 number, with or without plus and spaces, in one form (auth 6.1)', () => {
  const digits = fastCheck.stringMatching(/^[1-9][0-9]{1,14}$/)
  const blanks = fastCheck.array(fastCheck.constantFrom('', ' ', '  '), { minLength: 15, maxLength: 15 })
  fastCheck.assert(
    fastCheck.property(digits, blanks, fastCheck.constantFrom('', '+'), (number, gaps, plus) => {
      const written = plus + [...number].map((digit, index) => digit + (gaps[index] ?? '')).join('')
      expect(parsePhone(written)).toBe(number)
      expect(parsePhone(parsePhone(written))).toBe(number)
    }),
  )
})

test('rejects every other phone number (auth 6.1)', () => {
  const strange = fastCheck.oneof(
    fastCheck.string(),
    fastCheck.string({ unit: 'grapheme' }),
    fastCheck.string({ unit: fastCheck.constantFrom(...'+ 0123456789\n\t٣３-()'), maxLength: 20 }),
  )
  fastCheck.assert(
    fastCheck.property(strange, (text) => {
      const plain = text.replace(/^\+/, '').replaceAll(' ', '')
      const isNumber = plain.length >= 2 && plain.length <= 15 && /^[0-9]+$/.test(plain) && !plain.startsWith('0')
      expect(attempt(() => parsePhone(text))).toBe(isNumber ? plain : undefined)
    }),
    { numRuns: 3_000 },
  )
  for (const text of ['', '+', '++49151', '0049151', '+1', `+${'1'.repeat(16)}`, '+49151\n', ' +49151']) {
    expect(attempt(() => parsePhone(text))).toBeUndefined()
  }
})

test('matches a PKCE verifier with its own challenge only (auth 6.1)', () => {
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

test('pads a code with zeros to its length (auth 6.3)', () => {
  const codes = Array.from({ length: 500 }, () => createCode(6))
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
  expect(new Set(codes).size).toBeGreaterThan(490)
})

test('lists the reasons of a weak password in order (auth 6.2)', async () => {
  const reasonsOf = async (password: string, policy: AuthSettings) =>
    (await findWeakness({ settings: policy, log: createLog('error') }, password))?.reasons
  const strict = { ...settings, passwordMinLength: 8, passwordCharacters: 'abc:012\\:' }
  expect(await reasonsOf('xyz', strict)).toEqual(['length', 'characters'])
  expect(await reasonsOf('abcdefgh', strict)).toEqual(['characters'])
  expect(await reasonsOf('abcdefg:', strict)).toBeUndefined()
  // Counts characters, not UTF-16 units.
  expect(await reasonsOf('🗺🗺🗺', settings)).toEqual(['length'])
})

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
