import { Count, DurationMs, Flag, List, setting, Text } from './setting.ts'

/** Second factors and passkeys. Contract §7.10 and §9.1. */
export const FACTOR_SETTINGS = {
  mfaMaxFactors: setting('GOTRUE_MFA_MAX_ENROLLED_FACTORS', Count, '10', 'Second factors an account may have.'),
  mfaMaxVerifiedFactors: setting(
    'GOTRUE_MFA_MAX_VERIFIED_FACTORS',
    Count,
    '10',
    'Verified second factors an account may have.',
  ),
  mfaChallengeExpiryMs: setting(
    'GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION',
    DurationMs,
    '300',
    'Life of a challenge; never below 300 s.',
  ),
  mfaFactorExpiryMs: setting(
    'GOTRUE_MFA_FACTOR_EXPIRY_DURATION',
    DurationMs,
    '300',
    'Life of a factor that is never verified; never below 300 s.',
  ),
  mfaTotpEnroll: setting('GOTRUE_MFA_TOTP_ENROLL_ENABLED', Flag, 'true', 'Authenticator apps may be added.'),
  mfaTotpVerify: setting('GOTRUE_MFA_TOTP_VERIFY_ENABLED', Flag, 'true', 'Authenticator apps may be used.'),
  mfaPhoneEnroll: setting('GOTRUE_MFA_PHONE_ENROLL_ENABLED', Flag, 'false', 'Phones may be added as second factors.'),
  mfaPhoneVerify: setting('GOTRUE_MFA_PHONE_VERIFY_ENABLED', Flag, 'false', 'Phones may be used as second factors.'),
  mfaPhoneOtpLength: setting('GOTRUE_MFA_PHONE_OTP_LENGTH', Count, '6', 'Digits of their codes, 6 to 10.'),
  mfaPhoneMaxFrequencyMs: setting(
    'GOTRUE_MFA_PHONE_MAX_FREQUENCY',
    DurationMs,
    '60s',
    'Time between two codes to one phone factor.',
  ),
  mfaPhoneTemplate: setting('GOTRUE_MFA_PHONE_TEMPLATE', Text, 'Your code is {{ .Code }}', 'Text of their SMS.'),
  mfaWebauthnEnroll: setting(
    'GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED',
    Flag,
    'false',
    'Security keys may be added as second factors.',
  ),
  mfaWebauthnVerify: setting(
    'GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED',
    Flag,
    'false',
    'Security keys may be used as second factors.',
  ),
  passkeysEnabled: setting('GOTRUE_PASSKEY_ENABLED', Flag, 'false', 'Sign-in by passkey.'),
  maxPasskeys: setting(
    ['GOTRUE_PASSKEY_MAX_PASSKEYS_PER_USER', 'GOTRUE_MAX_PASSKEYS_PER_USER'],
    Count,
    '10',
    'Passkeys an account may have.',
  ),
  rateLimitPasskey: setting('GOTRUE_RATE_LIMIT_PASSKEY', Count, '30', 'Sign-ins by passkey begun in 5 minutes.'),
  webauthnRpId: setting(
    'GOTRUE_WEBAUTHN_RP_ID',
    Text,
    undefined,
    'Domain that passkeys and security keys belong to; by default the host of SITE_URL. Changing it makes them all useless.',
  ),
  webauthnRpName: setting(
    'GOTRUE_WEBAUTHN_RP_DISPLAY_NAME',
    Text,
    'Hereabouts',
    'Name of the site that the device shows.',
  ),
  webauthnRpOrigins: setting(
    'GOTRUE_WEBAUTHN_RP_ORIGINS',
    List,
    undefined,
    'Origins on which they may be used; by default that of SITE_URL.',
  ),
  webauthnChallengeExpiryMs: setting(
    'GOTRUE_WEBAUTHN_CHALLENGE_EXPIRY_DURATION',
    DurationMs,
    '5m',
    'Time in which a passkey has to answer.',
  ),
} as const
