import { AuthApiError, AuthPKCECodeVerifierMissingError, AuthSessionMissingError } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { describeAuthError, describeLinkFailure } from './auth-messages.ts'

test('says that a link was requested in another browser', () => {
  const sentence = 'This link was requested in another browser. Open it there, or request a new one below.'
  expect(describeAuthError(new AuthPKCECodeVerifierMissingError())).toBe(sentence)
  expect(describeAuthError(new AuthApiError('', 400, 'bad_code_verifier'))).toBe(sentence)
})

test('shows the messages of the service, but not those of the client library', () => {
  expect(describeAuthError(new AuthApiError('Invitations only.', 403, 'other'))).toBe('Invitations only.')
  expect(describeAuthError(new AuthSessionMissingError())).toBe('That did not work. Start again.')
})

test('shows a fixed message for unknown error codes in the URL of a link', () => {
  expect(describeLinkFailure('otp_expired')).toBe('This link has expired or was already used. Request a new one below.')
  for (const code of ['Your account is locked, call 555', 'constructor', '__proto__', ''])
    expect(describeLinkFailure(code)).toBe('This link did not work. Request a new one below.')
})
