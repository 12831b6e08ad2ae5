import { AppError, type ErrorStatus } from '../http/app-error.ts'

/** An error in the form of OAuth (RFC 6749 §5.2), always answered with 400. */
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

/** A password that the policy refuses; the client shows the reasons. */
export class WeakPasswordError extends AppError {
  readonly reasons: WeakPasswordReason[]

  constructor(message: string, reasons: WeakPasswordReason[]) {
    super(422, 'weak_password', message)
    this.name = 'WeakPasswordError'
    this.reasons = reasons
  }
}

const error =
  (status: ErrorStatus, code: string, message: string) =>
  (cause?: unknown): AppError =>
    new AppError(status, code, message, cause === undefined ? undefined : { cause })

/** Every error of this service: its status, its code and the sentence that the client reads. Contract §2–§10. */
export const errors = {
  // The request
  badJson: (why: string) => new AppError(400, 'bad_json', `Could not parse request body as JSON: ${why}`),
  bodyTooLarge: error(413, 'request_entity_too_large', 'Request body is larger than 1 MiB'),
  timeout: error(504, 'request_timeout', 'Processing this request took too long, please retry after a moment'),
  notFound: error(404, 'validation_failed', 'There is no such endpoint'),
  validation: (message: string) => new AppError(400, 'validation_failed', message),
  unprocessable: (message: string) => new AppError(422, 'validation_failed', message),
  badId: (message: string) => new AppError(404, 'validation_failed', message),

  // Who asks
  noAuthorization: error(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  anonymousNotAllowed: error(403, 'no_authorization', 'Anonymous user not allowed to perform these actions'),
  badJwt: error(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature, or the token has expired'),
  missingSub: error(403, 'bad_jwt', 'invalid claim: missing sub claim'),
  badSub: error(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID'),
  badSessionId: error(403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID'),
  userOfTokenNotFound: error(403, 'user_not_found', 'User from sub claim in JWT does not exist'),
  sessionNotFound: error(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
  banned: error(403, 'user_banned', 'User is banned'),
  notAdmin: error(403, 'not_admin', 'User not allowed'),

  // Limits
  overRequestRate: error(429, 'over_request_rate_limit', 'Request rate limit reached'),
  overEmailRate: error(429, 'over_email_send_rate_limit', 'email rate limit exceeded'),
  tooSoonForMail: (seconds: number) =>
    new AppError(
      429,
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${seconds} seconds.`,
    ),

  overSmsRate: error(429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded'),
  tooSoonForSms: (seconds: number) =>
    new AppError(
      429,
      'over_sms_send_rate_limit',
      `For security purposes, you can only request this after ${seconds} seconds.`,
    ),

  // Sign-up and sign-in
  signupDisabled: error(422, 'signup_disabled', 'Signups not allowed for this instance'),
  anonymousDisabled: error(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
  emailSignupsDisabled: error(400, 'email_provider_disabled', 'Email signups are disabled'),
  phoneSignupsDisabled: error(400, 'phone_provider_disabled', 'Phone signups are disabled'),
  emailDisabled: error(400, 'email_provider_disabled', 'Email logins are disabled'),
  emailLoginsDisabled: error(422, 'email_provider_disabled', 'Email logins are disabled'),
  phoneLoginsDisabled: error(422, 'phone_provider_disabled', 'Phone logins are disabled'),
  emailNotAuthorized: error(
    400,
    'email_address_not_authorized',
    'Email address is not authorized to get mails from here',
  ),
  userExists: error(422, 'user_already_exists', 'User already registered'),
  unsupportedGrant: error(400, 'invalid_credentials', 'unsupported_grant_type'),
  invalidCredentials: error(400, 'invalid_credentials', 'Invalid login credentials'),
  bannedAtSignIn: error(400, 'user_banned', 'User is banned'),
  emailNotConfirmed: error(400, 'email_not_confirmed', 'Email not confirmed'),
  phoneNotConfirmed: error(400, 'phone_not_confirmed', 'Phone not confirmed'),
  otpDisabled: error(422, 'otp_disabled', 'Signups not allowed for otp'),
  emailOtpDisabled: error(422, 'email_provider_disabled', 'Email logins are disabled'),
  phoneOtpDisabled: error(400, 'phone_provider_disabled', 'Unsupported phone provider'),

  // Refresh
  badRefreshToken: error(400, 'validation_failed', 'Refresh token is not valid'),
  refreshTokenNotFound: error(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  refreshTokenUsed: error(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  refreshUserBanned: error(400, 'user_banned', 'Invalid Refresh Token: User Banned'),
  refreshSessionNotFound: error(400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found'),
  refreshSessionExpired: (why: string) =>
    new AppError(400, 'session_expired', `Invalid Refresh Token: Session Expired${why}`),
  refreshConflict: error(409, 'conflict', 'Too many concurrent token refresh requests on the same session'),

  // PKCE
  flowStateNotFound: error(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'),
  flowStateExpired: error(422, 'flow_state_expired', 'invalid flow state, flow state has expired'),
  badCodeVerifier: error(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier'),

  // Codes and links
  codeExpired: error(403, 'otp_expired', 'Token has expired or is invalid'),
  linkExpired: error(403, 'otp_expired', 'Email link is invalid or has expired'),
  phoneNotConfirmedForCode: error(422, 'phone_not_confirmed', 'Please verify your phone first'),
  reauthenticationNeeded: error(400, 'reauthentication_needed', 'Password update requires reauthentication'),
  reauthenticationNotValid: error(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'),
  emailNotConfirmedForCode: error(422, 'email_not_confirmed', 'Please verify your email first'),

  // The account
  userNotFound: error(404, 'user_not_found', 'User not found'),
  emailExists: error(422, 'email_exists', 'A user with this email address has already been registered'),
  phoneExists: error(422, 'phone_exists', 'A user with this phone number has already been registered'),
  idExists: error(422, 'conflict', 'A user with this id has already been registered'),
  samePassword: error(422, 'same_password', 'New password should be different from the old password.'),
  currentPasswordRequired: error(
    400,
    'current_password_required',
    'Current password required when setting new password',
  ),
  currentPasswordInvalid: error(400, 'current_password_invalid', 'Current password is not correct'),
  insufficientAalForUpdate: error(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  ),
  ssoManaged: error(422, 'user_sso_managed', 'Updating email, phone, password of a SSO account only possible via SSO'),
  databaseRefused: (message: string) => new AppError(400, 'validation_failed', message),

  // Factors
  mfaTotpEnrollDisabled: error(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP'),
  mfaPhoneEnrollDisabled: error(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'),
  mfaWebauthnEnrollDisabled: error(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn'),
  mfaTotpVerifyDisabled: error(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP'),
  factorNotFound: error(404, 'mfa_factor_not_found', 'Factor not found'),
  factorOfChallengeNotFound: error(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'),
  factorNameConflict: (name: string) =>
    new AppError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    ),
  tooManyFactors: error(
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  ),
  aal2ToEnroll: error(403, 'insufficient_aal', 'AAL2 required to enroll a new factor'),
  aal2ToUnenroll: error(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'),
  challengeUsedElsewhere: error(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch'),
  challengeExpired: error(
    422,
    'mfa_challenge_expired',
    'MFA challenge has expired, verify against another challenge or create a new challenge.',
  ),
  wrongTotpCode: error(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),

  // Identities
  manualLinkingDisabled: error(404, 'manual_linking_disabled', 'Manual linking is disabled'),

  unexpectedAudience: error(403, 'unexpected_audience', "Token audience doesn't match request audience"),
  singleIdentity: error(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking'),
  identityNotFound: error(422, 'identity_not_found', "Identity doesn't exist"),
  emailConflict: error(422, 'email_conflict_identity_not_deletable', 'Unable to unlink identity due to email conflict'),

  // Not offered
  samlDisabled: error(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  passkeyDisabled: error(404, 'passkey_disabled', 'Passkeys are disabled'),
  oauthServerDisabled: error(404, 'feature_disabled', 'OAuth server is disabled'),
  web3Disabled: error(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
} as const
