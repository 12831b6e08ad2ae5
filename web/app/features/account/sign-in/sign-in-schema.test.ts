import * as v from 'valibot'
import { expect, test } from 'vitest'
import { CodeText, SendCodeForm, SignInForm, SignUpForm } from './sign-in-schema.ts'

const BESIDE_PASSWORD = 'You must provide either an email or phone number and a password'

const explain = (schema: v.GenericSchema, input: object, field = 'account') =>
  v.safeParse(schema, input).issues?.find(({ path }) => path?.[0]?.key === field)?.message

test('asks for an email address or phone number in the words of the specification (runtime 11.10)', () => {
  expect(explain(SignInForm, { account: '', password: '' })).toBe(BESIDE_PASSWORD)
  expect(explain(SignUpForm, { account: '', password: 'long enough 42', username: 'mara' })).toBe(BESIDE_PASSWORD)
  expect(explain(SendCodeForm, { account: '' })).toBe('You must provide either an email or phone number.')
})

test('asks for a password in the same words, also when the form lacks both fields (runtime 11.10)', () => {
  for (const schema of [SignInForm, SignUpForm]) {
    expect(explain(schema, { account: 'ada@example.org', password: '' }, 'password')).toBe(BESIDE_PASSWORD)
    expect([explain(schema, {}), explain(schema, {}, 'password')]).toEqual([BESIDE_PASSWORD, BESIDE_PASSWORD])
  }
  expect(explain(SignUpForm, { password: 'short' }, 'password')).toMatch(/at least 8/)
})

test('measures a new password in bytes, and says that some characters count more', () => {
  expect(explain(SignUpForm, { password: 'a'.repeat(72) }, 'password')).toBeUndefined()
  expect(explain(SignUpForm, { password: '🏔️'.repeat(20) }, 'password')).toMatch(/too long.*fewer with accents or emoji/)
})

test('explains what is wrong with an address', () => {
  expect(explain(SignInForm, { account: 'ada@', password: 'x' })).toMatch(/email address/)
  expect(explain(SignInForm, { account: '+39 011 123', password: 'x' })).toBeUndefined()
})

test('accepts a code with gaps or in the digits of another keyboard', () => {
  expect(v.parse(CodeText, ' 123-456 ')).toBe('123456')
  expect(v.parse(CodeText, '١٢٣ ٤٥٦')).toBe('123456')
})
