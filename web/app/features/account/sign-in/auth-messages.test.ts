import { expect, test } from 'vitest'
import { describeLinkFailure } from './auth-messages.ts'

test('shows a fixed message for unknown error codes in the URL of a link', () => {
  expect(describeLinkFailure('otp_expired')).toBe('This link has expired or was already used. Ask for a new one below.')
  for (const code of ['Your account is locked, call 555', 'constructor', '__proto__', ''])
    expect(describeLinkFailure(code)).toBe('This link did not work. Ask for a new one below.')
})
