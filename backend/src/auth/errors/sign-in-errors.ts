import { AppError } from '../../http/app-error.ts'
import { defineError } from './define-error.ts'

/** Errors of sign-up, sign-in, refresh, codes and links (auth 7.1–7.5). */
export const SIGN_IN_ERRORS = {
  // Sign-up and sign-in
  signupDisabled: defineError(422, 'signup_disabled', 'Signups not allowed for this instance'),
  anonymousDisabled: defineError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
  emailSignupsDisabled: defineError(400, 'email_provider_disabled', 'Email signups are disabled'),
  phoneSignupsDisabled: defineError(400, 'phone_provider_disabled', 'Phone signups are disabled'),
  emailDisabled: defineError(400, 'email_provider_disabled', 'Email logins are disabled'),
  emailLoginsDisabled: defineError(422, 'email_provider_disabled', 'Email logins are disabled'),
  phoneLoginsDisabled: defineError(422, 'phone_provider_disabled', 'Phone logins are disabled'),
  emailNotAuthorized: defineError(
    400,
    'email_address_not_authorized',
    'Email address is not authorized to receive emails from this service',
  ),
  emailInvalid: (email: string) =>
    new AppError(400, 'email_address_invalid', `Email address "${email}" is invalid: its domain does not accept email`),
  userExists: defineError(422, 'user_already_exists', 'User already registered'),
  unsupportedGrant: defineError(400, 'invalid_credentials', 'unsupported_grant_type'),
  invalidCredentials: defineError(400, 'invalid_credentials', 'Invalid login credentials'),
  bannedAtSignIn: defineError(400, 'user_banned', 'User is banned'),
  emailNotConfirmed: defineError(400, 'email_not_confirmed', 'Email not confirmed'),
  phoneNotConfirmed: defineError(400, 'phone_not_confirmed', 'Phone not confirmed'),
  otpDisabled: defineError(422, 'otp_disabled', 'Signups not allowed for otp'),
  emailOtpDisabled: defineError(422, 'email_provider_disabled', 'Email logins are disabled'),
  phoneOtpDisabled: defineError(400, 'phone_provider_disabled', 'Unsupported phone provider'),

  // Refresh
  badRefreshToken: defineError(400, 'validation_failed', 'Refresh token is not valid'),
  refreshTokenNotFound: defineError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  refreshTokenUsed: defineError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  refreshUserBanned: defineError(400, 'user_banned', 'Invalid Refresh Token: User Banned'),
  refreshSessionNotFound: defineError(400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found'),
  refreshSessionExpired: (why: string) =>
    new AppError(400, 'session_expired', `Invalid Refresh Token: Session Expired${why}`),
  refreshConflict: defineError(409, 'conflict', 'Too many concurrent token refresh requests on the same session'),

  // PKCE
  flowStateNotFound: defineError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'),
  flowStateExpired: defineError(422, 'flow_state_expired', 'invalid flow state, flow state has expired'),
  badCodeVerifier: defineError(
    400,
    'bad_code_verifier',
    'code challenge does not match previously saved code verifier',
  ),

  // Codes and links
  codeExpired: defineError(403, 'otp_expired', 'Token has expired or is invalid'),
  linkExpired: defineError(403, 'otp_expired', 'Email link is invalid or has expired'),
  phoneNotConfirmedForCode: defineError(422, 'phone_not_confirmed', 'Please verify your phone first'),
  reauthenticationNeeded: defineError(400, 'reauthentication_needed', 'Password update requires reauthentication'),
  reauthenticationNotValid: defineError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'),
  emailNotConfirmedForCode: defineError(422, 'email_not_confirmed', 'Please verify your email first'),
} as const
