import * as v from 'valibot'
import { expect, test } from 'vitest'
import { SendCodeForm, SignInForm, SignUpForm } from './sign-in-schema.ts'

const explain = (schema: v.GenericSchema, input: object) =>
  v.safeParse(schema, input).issues?.find(({ path }) => path?.[0]?.key === 'account')?.message

test('asks for an email address or phone number in the words of the specification (runtime 11.10)', () => {
  const beside = 'You must provide either an email or phone number and a password'
  expect(explain(SignInForm, { account: '', password: '' })).toBe(beside)
  expect(explain(SignUpForm, { account: '', password: 'long enough 42', username: 'mara' })).toBe(beside)
  expect(explain(SendCodeForm, { account: '' })).toBe('You must provide either an email or phone number.')
})

test('explains what is wrong with an address', () => {
  expect(explain(SignInForm, { account: 'ada@', password: 'x' })).toMatch(/email address/)
  expect(explain(SignInForm, { account: '+39 011 123', password: 'x' })).toBeUndefined()
})
