import { expect, test } from 'vitest'
import { readPhone, readSignInName, writePhone } from './sign-in-name.ts'

test('reads addresses as email and numbers as phone numbers', async () => {
  expect(await readSignInName(' Ada@Example.org ')).toEqual({ name: { email: 'Ada@Example.org' } })
  expect(await readSignInName('+39 011 123-4567')).toEqual({ name: { phone: '+390111234567' } })
  expect(await readSignInName('0049 (30) 901820')).toEqual({ name: { phone: '+4930901820' } })
})

test('rejects other input and explains the expected format', async () => {
  expect((await readSignInName('ada@nowhere')).error).toMatch(/email address/)
  expect((await readSignInName('011 123 4567')).error).toMatch(/Start with \+/)
  expect((await readPhone('+39 0')).error).toMatch(/Start with|too short/)
})

test('formats a phone number the way its country writes it', async () => {
  expect(await writePhone('390111234567')).toBe('+39 011 123 4567')
})
