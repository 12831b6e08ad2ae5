import { test } from 'vitest'
import { SITE_URL } from '../test-auth.ts'
import { EMAIL, expectRejection, PHONE, type RejectedRequest } from './test-rejection.ts'

const VERIFICATIONS: RejectedRequest[] = [
  ['POST', '/verify', { token: '1', email: EMAIL }, {}, 400, 'validation_failed'],
  ['POST', '/verify', { type: 'email' }, {}, 400, 'validation_failed'],
  ['POST', '/verify', { type: 'email', token: '1', token_hash: '2', email: EMAIL }, {}, 400, 'validation_failed'],
  ['POST', '/verify', { type: 'email', token: '1' }, {}, 400, 'validation_failed'],
  ['POST', '/verify', { type: 'email', token: '1', email: EMAIL, phone: PHONE }, {}, 400, 'validation_failed'],
  ['POST', '/verify', { type: 'email', token_hash: '1', email: EMAIL }, {}, 400, 'validation_failed'],
  ['POST', '/verify', { type: 'email', token_hash: '1', redirect_to: SITE_URL }, {}, 400, 'validation_failed'],
  ['POST', '/verify', { type: 'smoke', token: '1', email: EMAIL }, {}, 400, 'validation_failed'],
  [
    'POST',
    '/verify',
    { type: 'sms', token: '1', phone: 'x' },
    {},
    400,
    'validation_failed',
    'Invalid phone number format (E.164 required)',
  ],
  ['POST', '/verify', { type: 'email', token: '1', email: 'x' }, {}, 422, 'validation_failed', 'Invalid email format'],
  [
    'POST',
    '/verify',
    { type: 'email', token: '123456', email: EMAIL },
    {},
    403,
    'otp_expired',
    'Token has expired or is invalid',
  ],
  [
    'POST',
    '/verify',
    { type: 'email', token: '123456', email: 'eve@a.test' },
    {},
    403,
    'otp_expired',
    'Token has expired or is invalid',
  ],
  [
    'POST',
    '/verify',
    { type: 'email', token_hash: 'x' },
    {},
    403,
    'otp_expired',
    'Email link is invalid or has expired',
  ],
  ['GET', '/verify?token=x', undefined, {}, 400, 'validation_failed'],
  ['GET', '/verify?type=signup', undefined, {}, 400, 'validation_failed'],
]

test.each(VERIFICATIONS)('rejects %s %s %j under the settings %j with %i %s (auth 7.4)', expectRejection)

const MAIL_REQUESTS: RejectedRequest[] = [
  ['POST', '/recover', { email: EMAIL }, { GOTRUE_EXTERNAL_EMAIL_ENABLED: 'false' }, 400, 'email_provider_disabled'],
  ['POST', '/recover', {}, {}, 400, 'validation_failed', 'Password recovery requires an email'],
  ['POST', '/resend', { type: 'recovery', email: EMAIL }, {}, 400, 'validation_failed'],
  ['POST', '/resend', { type: 'signup' }, {}, 400, 'validation_failed'],
  ['POST', '/resend', { type: 'signup', email: EMAIL, phone: PHONE }, {}, 400, 'validation_failed'],
  [
    'POST',
    '/resend',
    { type: 'signup', phone: PHONE },
    { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' },
    400,
    'validation_failed',
  ],
  [
    'POST',
    '/resend',
    { type: 'signup', email: EMAIL },
    { GOTRUE_EXTERNAL_EMAIL_ENABLED: 'false' },
    400,
    'email_provider_disabled',
  ],
  ['POST', '/resend', { type: 'sms', phone: PHONE }, {}, 400, 'phone_provider_disabled'],
]

test.each(MAIL_REQUESTS)('rejects %s %s %j under the settings %j with %i %s (auth 7.5)', expectRejection)
