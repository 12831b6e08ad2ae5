import { test } from 'vitest'
import { PASSWORD } from '../test-auth.ts'
import { CHALLENGE, EMAIL, expectRejection, PHONE, type RejectedRequest } from './test-rejection.ts'

const EMAILS: RejectedRequest[] = [
  ['POST', '/otp', { email: `${'a'.repeat(250)}@b.test` }, {}, 400, 'validation_failed'],
  [
    'POST',
    '/otp',
    { email: 'no address' },
    {},
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ],
  [
    'POST',
    '/otp',
    { email: 'eve+x@a.test' },
    { GOTRUE_EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES: 'bob@a.test' },
    400,
    'email_address_not_authorized',
  ],
]

test.each(EMAILS)('rejects %s %s %j under the settings %j with %i %s (auth 6.1)', expectRejection)

const CHALLENGES: RejectedRequest[] = [
  [
    'POST',
    '/otp',
    { email: EMAIL, code_challenge: 'c'.repeat(43) },
    {},
    400,
    'validation_failed',
    'PKCE flow requires code_challenge_method and code_challenge',
  ],
  [
    'POST',
    '/otp',
    { email: EMAIL, code_challenge_method: 's256' },
    {},
    400,
    'validation_failed',
    'PKCE flow requires code_challenge_method and code_challenge',
  ],
  ['POST', '/otp', { email: EMAIL, ...CHALLENGE, code_challenge: 'c'.repeat(42) }, {}, 400, 'validation_failed'],
  ['POST', '/otp', { email: EMAIL, ...CHALLENGE, code_challenge: 'c'.repeat(129) }, {}, 400, 'validation_failed'],
  ['POST', '/otp', { email: EMAIL, ...CHALLENGE, code_challenge: `${'c'.repeat(43)}!` }, {}, 400, 'validation_failed'],
  ['POST', '/otp', { email: EMAIL, ...CHALLENGE, code_challenge_method: 'md5' }, {}, 400, 'validation_failed'],
]

test.each(CHALLENGES)('rejects %s %s %j under the settings %j with %i %s (auth 6.1)', expectRejection)

const SIGN_UPS: RejectedRequest[] = [
  ['POST', '/signup', {}, {}, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
  [
    'POST',
    '/signup',
    {},
    { GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true', GOTRUE_DISABLE_SIGNUP: 'true' },
    422,
    'signup_disabled',
  ],
  [
    'POST',
    '/signup',
    { email: 'x', password: '' },
    { GOTRUE_DISABLE_SIGNUP: 'true' },
    422,
    'signup_disabled',
    'Signups not allowed for this instance',
  ],
  ['POST', '/signup', { email: 'x' }, {}, 400, 'validation_failed', 'Signup requires a valid password'],
  ['POST', '/signup', { email: EMAIL, phone: PHONE, password: 'x' }, {}, 422, 'weak_password'],
  ['POST', '/signup', { email: EMAIL, phone: PHONE, password: PASSWORD }, {}, 400, 'validation_failed'],
  ['POST', '/signup', { phone: PHONE, password: PASSWORD, channel: 'pigeon' }, {}, 400, 'validation_failed'],
  [
    'POST',
    '/signup',
    { phone: PHONE, password: PASSWORD, ...CHALLENGE },
    {},
    400,
    'validation_failed',
    'PKCE not supported for phone signups',
  ],
  ['POST', '/signup', { email: 'new@a.test', password: PASSWORD, code_challenge: 'x' }, {}, 400, 'validation_failed'],
  [
    'POST',
    '/signup',
    { email: 'new@a.test', password: PASSWORD },
    { GOTRUE_EXTERNAL_EMAIL_ENABLED: 'false' },
    400,
    'email_provider_disabled',
    'Email signups are disabled',
  ],
  [
    'POST',
    '/signup',
    { phone: PHONE, password: PASSWORD },
    {},
    400,
    'phone_provider_disabled',
    'Phone signups are disabled',
  ],
  [
    'POST',
    '/signup',
    { email: 'new@a.test', password: 'x'.repeat(73) },
    {},
    400,
    'validation_failed',
    'Password cannot be longer than 72 characters',
  ],
]

test.each(SIGN_UPS)('rejects %s %s %j under the settings %j with %i %s (auth 7.1)', expectRejection)

const REPEATED_SIGN_UPS: RejectedRequest[] = [
  ['POST', '/signup', { email: EMAIL, password: PASSWORD }, {}, 422, 'user_already_exists', 'User already registered'],
]

test.each(REPEATED_SIGN_UPS)('rejects %s %s %j under the settings %j with %i %s (auth 6.5)', expectRejection)
