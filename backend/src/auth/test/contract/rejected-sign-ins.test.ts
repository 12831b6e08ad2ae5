import { test } from 'vitest'
import { EMAIL, expectRejection, PHONE, type RejectedRequest } from './test-rejection.ts'

const GRANTS: RejectedRequest[] = [
  ['POST', '/token?grant_type=magic', {}, {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
  ['POST', '/token', {}, {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
  ['POST', '/token?grant_type=password', { email: EMAIL, phone: PHONE, password: 'x' }, {}, 400, 'validation_failed'],
  ['POST', '/token?grant_type=password', { password: 'x' }, {}, 400, 'validation_failed', 'missing email or phone'],
  [
    'POST',
    '/token?grant_type=password',
    { email: EMAIL, password: 'x' },
    { GOTRUE_EXTERNAL_EMAIL_ENABLED: 'false' },
    422,
    'email_provider_disabled',
    'Email logins are disabled',
  ],
  [
    'POST',
    '/token?grant_type=password',
    { phone: PHONE, password: 'x' },
    {},
    422,
    'phone_provider_disabled',
    'Phone logins are disabled',
  ],
  [
    'POST',
    '/token?grant_type=password',
    { email: EMAIL, password: 'x' },
    {},
    400,
    'invalid_credentials',
    'Invalid login credentials',
  ],
  ['POST', '/token?grant_type=password', { email: EMAIL }, {}, 400, 'invalid_credentials', 'Invalid login credentials'],
  [
    'POST',
    '/token?grant_type=password',
    { email: 'eve@a.test', password: 'x' },
    {},
    400,
    'invalid_credentials',
    'Invalid login credentials',
  ],
  ['POST', '/token?grant_type=pkce', { auth_code: 'x' }, {}, 400, 'validation_failed'],
  [
    'POST',
    '/token?grant_type=pkce',
    { auth_code: 'x', code_verifier: 'y' },
    {},
    404,
    'flow_state_not_found',
    'invalid flow state, no valid flow state found',
  ],
]

test.each(GRANTS)('rejects %s %s %j under the settings %j with %i %s (auth 7.2)', expectRejection)

const SIGN_IN_CODES: RejectedRequest[] = [
  [
    'POST',
    '/otp',
    { email: EMAIL, phone: PHONE },
    {},
    400,
    'validation_failed',
    'Only an email address or phone number should be provided',
  ],
  ['POST', '/otp', {}, {}, 400, 'validation_failed', 'One of email or phone must be set'],
  ['POST', '/otp', { email: EMAIL, channel: 'sms' }, {}, 400, 'validation_failed'],
  [
    'POST',
    '/otp',
    { email: 'eve@a.test', create_user: false },
    { GOTRUE_SECURITY_REVEAL_ACCOUNTS: 'true' },
    422,
    'otp_disabled',
    'Signups not allowed for otp',
  ],
  [
    'POST',
    '/otp',
    { email: EMAIL },
    { GOTRUE_EXTERNAL_EMAIL_MAGIC_LINK_ENABLED: 'false' },
    422,
    'email_provider_disabled',
  ],
  ['POST', '/otp', { email: EMAIL }, { GOTRUE_EXTERNAL_EMAIL_ENABLED: 'false' }, 422, 'email_provider_disabled'],
  [
    'POST',
    '/otp',
    { email: 'eve@a.test' },
    { GOTRUE_DISABLE_SIGNUP: 'true', GOTRUE_SECURITY_REVEAL_ACCOUNTS: 'true' },
    422,
    'signup_disabled',
  ],
  ['POST', '/otp', { phone: PHONE }, {}, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
  ['POST', '/magiclink', {}, {}, 422, 'validation_failed'],
  [
    'POST',
    '/magiclink',
    { email: 'eve@a.test' },
    { GOTRUE_DISABLE_SIGNUP: 'true', GOTRUE_SECURITY_REVEAL_ACCOUNTS: 'true' },
    422,
    'signup_disabled',
  ],
]

test.each(SIGN_IN_CODES)('rejects %s %s %j under the settings %j with %i %s (auth 7.3)', expectRejection)
