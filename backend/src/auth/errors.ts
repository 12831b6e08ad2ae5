import { AppError } from '../http/app-error.ts'
import { defineError } from './errors/define-error.ts'
import { FACTOR_ERRORS } from './errors/factor-errors.ts'
import { HOOK_ERRORS } from './errors/hook-errors.ts'
import { PROVIDER_ERRORS } from './errors/provider-errors.ts'
import { SIGN_IN_ERRORS } from './errors/sign-in-errors.ts'
import { SSO_ERRORS } from './errors/sso-errors.ts'

/** An error in OAuth format (RFC 6749 §5.2). The status is always 400. */
export class OAuthStyleError extends Error {
  readonly error: string
  readonly description: string

  constructor(error: string, description: string, options?: ErrorOptions) {
    super(description, options)
    this.name = 'OAuthStyleError'
    this.error = error
    this.description = description
  }
}

export type WeakPasswordReason = 'length' | 'characters' | 'pwned'

/** A password that the policy rejects, with the reasons for the client. */
export class WeakPasswordError extends AppError {
  readonly reasons: WeakPasswordReason[]

  constructor(message: string, reasons: WeakPasswordReason[]) {
    super(422, 'weak_password', message)
    this.name = 'WeakPasswordError'
    this.reasons = reasons
  }
}

/** A limit was reached. `seconds` is the time until a retry can succeed, and infinite if none can. */
function busy(code: string, message: string, seconds: number): AppError {
  const retryAfterSeconds = Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : undefined
  return new AppError(429, code, message, { retryAfterSeconds })
}

function tooSoon(seconds: number): string {
  return `For security purposes, you can only request this after ${seconds} seconds.`
}

/** Every error of this service with its status, code and message (auth 2–10). */
export const errors = {
  // The request
  badJson: (why: string) => new AppError(400, 'bad_json', `Could not parse request body as JSON: ${why}`),
  bodyTooLarge: defineError(413, 'request_entity_too_large', 'Request body is larger than 1 MiB'),
  timeout: defineError(504, 'request_timeout', 'Processing this request took too long, please retry after a moment'),
  overloaded: defineError(503, 'unexpected_failure', 'Too many requests at a time, please retry after a moment'),
  notFound: defineError(404, 'validation_failed', 'There is no such endpoint'),
  headNotAllowed: defineError(405, 'validation_failed', 'This endpoint does not support HEAD'),
  validation: (message: string) => new AppError(400, 'validation_failed', message),
  unprocessable: (message: string) => new AppError(422, 'validation_failed', message),
  badId: (message: string) => new AppError(404, 'validation_failed', message),

  // Authentication
  noAuthorization: defineError(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  anonymousNotAllowed: defineError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions'),
  badJwt: defineError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature, or the token has expired'),
  missingSub: defineError(403, 'bad_jwt', 'invalid claim: missing sub claim'),
  badSub: defineError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID'),
  badSessionId: defineError(403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID'),
  userOfTokenNotFound: defineError(403, 'user_not_found', 'User from sub claim in JWT does not exist'),
  sessionNotFound: defineError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
  banned: defineError(403, 'user_banned', 'User is banned'),
  sessionExpired: defineError(403, 'session_expired', 'Session expired'),
  notAdmin: defineError(403, 'not_admin', 'User not allowed'),

  // Limits
  overRequestRate: (seconds: number) => busy('over_request_rate_limit', 'Request rate limit reached', seconds),
  overEmailRate: (seconds: number) => busy('over_email_send_rate_limit', 'email rate limit exceeded', seconds),
  tooSoonForMail: (seconds: number) => busy('over_email_send_rate_limit', tooSoon(seconds), seconds),
  overSmsRate: (seconds: number) => busy('over_sms_send_rate_limit', 'SMS rate limit exceeded', seconds),
  tooSoonForSms: (seconds: number) => busy('over_sms_send_rate_limit', tooSoon(seconds), seconds),
  smsSendFailed: defineError(422, 'sms_send_failed', 'The SMS provider rejected this number'),
  smsUnreachable: defineError(500, 'unexpected_failure', 'The SMS provider cannot be reached'),

  // Passwords
  pwnedUnavailable: defineError(
    500,
    'unexpected_failure',
    'Unable to perform password strength check with HaveIBeenPwned.org.',
  ),

  // Captcha
  captchaFailed: (reason: string) =>
    new AppError(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`),
  captchaUnreachable: defineError(500, 'unexpected_failure', 'captcha verification process failed'),

  // The account
  userNotFound: defineError(404, 'user_not_found', 'User not found'),
  emailExists: defineError(422, 'email_exists', 'A user with this email address has already been registered'),
  phoneExists: defineError(422, 'phone_exists', 'A user with this phone number has already been registered'),
  idExists: defineError(422, 'conflict', 'A user with this id has already been registered'),
  samePassword: defineError(422, 'same_password', 'New password should be different from the old password.'),
  currentPasswordRequired: defineError(
    400,
    'current_password_required',
    'Current password required when setting new password',
  ),
  currentPasswordInvalid: defineError(400, 'current_password_invalid', 'Current password is not correct'),
  insufficientAalForUpdate: defineError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  ),
  ssoManaged: defineError(
    422,
    'user_sso_managed',
    'Updating email, phone, password of a SSO account only possible via SSO',
  ),
  rejectedByDatabase: (message: string) => new AppError(400, 'validation_failed', message),

  // Disabled features
  samlDisabled: defineError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  web3Disabled: defineError(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
  web3ChainDisabled: (chain: 'Ethereum' | 'Solana') =>
    new AppError(422, 'web3_provider_disabled', `${chain} Web3 provider is disabled`),
  web3ChainUnknown: defineError(400, 'web3_unsupported_chain', 'Unsupported chain'),

  // The OAuth server (auth 9.2)
  oauthServerDisabled: defineError(404, 'feature_disabled', 'OAuth server is disabled'),
  oauthRegistrationDisabled: defineError(
    403,
    'oauth_dynamic_client_registration_disabled',
    'Dynamic client registration is disabled',
  ),
  aal2ToConsent: defineError(403, 'insufficient_aal', 'AAL2 session is required to authorize an app'),
  oauthClientUnknown: defineError(400, 'oauth_client_not_found', 'client_id is not the id of an OAuth client'),
  tokenOfOauthClient: defineError(403, 'no_authorization', 'The token of an OAuth client does not allow this'),
  oauthClientNotFound: defineError(404, 'oauth_client_not_found', 'OAuth client not found'),
  oauthAuthorizationNotFound: defineError(404, 'oauth_authorization_not_found', 'OAuth authorization not found'),
  oauthConsentNotFound: defineError(404, 'oauth_consent_not_found', 'There is no grant to this OAuth client'),

  // By topic
  ...FACTOR_ERRORS,
  ...HOOK_ERRORS,
  ...PROVIDER_ERRORS,
  ...SIGN_IN_ERRORS,
  ...SSO_ERRORS,
} as const
