import { AppError } from '../../http/app-error.ts'
import { defineError } from './define-error.ts'

/** Errors of MFA factors and passkeys (auth 7.10, auth 9.1). */
export const FACTOR_ERRORS = {
  // Factors
  mfaTotpEnrollDisabled: defineError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP'),
  mfaPhoneEnrollDisabled: defineError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'),
  mfaWebauthnEnrollDisabled: defineError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn'),
  mfaTotpVerifyDisabled: defineError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP'),
  mfaPhoneVerifyDisabled: defineError(422, 'mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone'),
  mfaWebauthnVerifyDisabled: defineError(
    422,
    'mfa_webauthn_verify_not_enabled',
    'MFA verification is disabled for WebAuthn',
  ),
  verifiedFactorExists: defineError(
    422,
    'mfa_verified_factor_exists',
    'A verified phone factor already exists, unenroll the existing factor to continue',
  ),
  wrongPhoneCode: defineError(422, 'mfa_verification_failed', 'Invalid MFA Phone code entered'),
  wrongSignature: defineError(422, 'mfa_verification_failed', 'Invalid WebAuthn credential entered'),
  factorNotFound: defineError(404, 'mfa_factor_not_found', 'Factor not found'),
  factorOfChallengeNotFound: defineError(
    422,
    'mfa_factor_not_found',
    'MFA factor with the provided challenge ID not found',
  ),
  factorNameConflict: (name: string) =>
    new AppError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    ),
  tooManyFactors: defineError(
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  ),
  aal2ToEnroll: defineError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor'),
  aal2ToUnenroll: defineError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'),
  challengeUsedElsewhere: defineError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch'),
  challengeExpired: defineError(
    422,
    'mfa_challenge_expired',
    'MFA challenge has expired, verify against another challenge or create a new challenge.',
  ),
  wrongTotpCode: defineError(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),

  // Passkeys
  passkeyDisabled: defineError(404, 'passkey_disabled', 'Passkeys are disabled'),
  aal2ForPasskey: defineError(403, 'insufficient_aal', 'AAL2 required to register a passkey'),
  ssoPasskey: defineError(422, 'user_sso_managed', 'SSO accounts sign in by their provider and cannot have passkeys'),
  tooManyPasskeys: defineError(422, 'too_many_passkeys', 'Maximum number of passkeys reached, delete one to continue'),
  webauthnChallengeNotFound: defineError(400, 'webauthn_challenge_not_found', 'WebAuthn challenge not found'),
  webauthnChallengeExpired: defineError(400, 'webauthn_challenge_expired', 'WebAuthn challenge has expired'),
  webauthnFailed: defineError(400, 'webauthn_verification_failed', 'WebAuthn verification failed'),
  webauthnCredentialExists: defineError(422, 'webauthn_credential_exists', 'This passkey is already registered'),
  passkeyNotFound: defineError(404, 'validation_failed', 'Passkey not found'),
  emailNotConfirmedForPasskey: defineError(403, 'email_not_confirmed', 'Email not confirmed'),
  phoneNotConfirmedForPasskey: defineError(403, 'phone_not_confirmed', 'Phone not confirmed'),
} as const
