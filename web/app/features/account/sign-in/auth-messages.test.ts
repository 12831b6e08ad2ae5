import {
  AuthApiError,
  AuthInvalidCredentialsError,
  AuthPKCECodeVerifierMissingError,
  AuthSessionMissingError,
} from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { describeAuthError, describeLinkFailure } from './auth-messages.ts'

test('says that a link was requested in another browser', () => {
  const sentence =
    'You requested this link in another browser, so it cannot sign you in here. Sign in below, or request a new link.'
  expect(describeAuthError(new AuthPKCECodeVerifierMissingError())).toBe(sentence)
  expect(describeAuthError(new AuthApiError('', 400, 'bad_code_verifier'))).toBe(sentence)
})

test('shows the messages of the service, but not those of the client library', () => {
  expect(describeAuthError(new AuthApiError('Invitations only.', 403, 'other'))).toBe('Invitations only.')
  expect(describeAuthError(new AuthInvalidCredentialsError('raw words'))).toBe('That did not work. Start again.')
})

test('says that a session has ended', () => {
  expect(describeAuthError(new AuthSessionMissingError())).toBe('Your session has ended. Sign in again.')
})

test('names the phone number if that was used', () => {
  const wrong = new AuthApiError('', 400, 'invalid_credentials')
  expect(describeAuthError(wrong, { phone: '+390111234567' })).toMatch(/^Wrong phone number or password/)
  expect(describeAuthError(wrong, { email: 'a@example.org' })).toMatch(/^Wrong email address or password/)
  expect(describeAuthError(new AuthApiError('', 429, 'over_request_rate_limit'), { phone: '+390111234567' })).toBe(
    describeAuthError(new AuthApiError('', 429, 'over_request_rate_limit')),
  )
})

test('distinguishes a challenge that was deleted from a factor that was removed', () => {
  const describe = (status: number) => describeAuthError(new AuthApiError('', status, 'mfa_factor_not_found'))
  expect(describe(422)).toBe('This code has expired. Request a new one.')
  expect(describe(404)).toBe('This two-factor method no longer exists. Choose another one.')
})

test('shows a fixed message for unknown error codes in the URL of a link', () => {
  expect(describeLinkFailure('otp_expired')).toBe('This link has expired or was already used. Request a new one below.')
  for (const code of ['Your account is locked, call 555', 'constructor', '__proto__', ''])
    expect(describeLinkFailure(code)).toBe('This link did not work. Request a new one below.')
})
