import { expect, test } from 'vitest'
import { describeLinkFailure } from './auth-messages.ts'

test('a link that failed is told in a sentence of ours, whatever its address says', () => {
  expect(describeLinkFailure('otp_expired')).toBe('This link has been used or is too old. Ask for a new one below.')
  for (const code of ['Your account is locked, call 555', 'constructor', '__proto__', ''])
    expect(describeLinkFailure(code)).toBe('This link could not be used. Ask for a new one below.')
})
