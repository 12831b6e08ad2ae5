import { List } from '../../http/parse-settings.ts'
import { Count, DurationMs, Flag, setting, Text } from './setting.ts'

/** MFA factors and passkeys (auth 7.10, auth 9.1). */
export const FACTOR_SETTINGS = {
  mfaMaxFactors: setting(
    'GOTRUE_MFA_MAX_ENROLLED_FACTORS',
    Count,
    '10',
    'Maximum number of MFA factors of an account.',
  ),
  mfaMaxVerifiedFactors: setting(
    'GOTRUE_MFA_MAX_VERIFIED_FACTORS',
    Count,
    '10',
    'Maximum number of verified MFA factors of an account.',
  ),
  mfaChallengeExpiryMs: setting(
    'GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION',
    DurationMs,
    '300',
    'Lifetime of an MFA challenge, at least 300 s.',
  ),
  mfaFactorExpiryMs: setting(
    'GOTRUE_MFA_FACTOR_EXPIRY_DURATION',
    DurationMs,
    '300',
    'Lifetime of an unverified MFA factor, at least 300 s.',
  ),
  mfaTotpEnroll: setting('GOTRUE_MFA_TOTP_ENROLL_ENABLED', Flag, 'true', 'Users may add authenticator apps.'),
  mfaTotpVerify: setting('GOTRUE_MFA_TOTP_VERIFY_ENABLED', Flag, 'true', 'Users may verify by authenticator app.'),
  mfaPhoneEnroll: setting('GOTRUE_MFA_PHONE_ENROLL_ENABLED', Flag, 'false', 'Users may add phones as MFA factors.'),
  mfaPhoneVerify: setting('GOTRUE_MFA_PHONE_VERIFY_ENABLED', Flag, 'false', 'Users may verify by phone.'),
  mfaPhoneOtpLength: setting(
    'GOTRUE_MFA_PHONE_OTP_LENGTH',
    Count,
    '6',
    'Number of digits of MFA codes sent to phones, 6 to 10.',
  ),
  mfaPhoneMaxFrequencyMs: setting(
    'GOTRUE_MFA_PHONE_MAX_FREQUENCY',
    DurationMs,
    '60s',
    'Minimum time between two codes to a phone factor.',
  ),
  mfaPhoneTemplate: setting(
    'GOTRUE_MFA_PHONE_TEMPLATE',
    Text,
    'Your code is {{ .Code }}',
    'Text of an MFA code sent to a phone. By default it also contains the name of the site.',
  ),
  mfaWebauthnEnroll: setting(
    'GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED',
    Flag,
    'false',
    'Users may add security keys as MFA factors.',
  ),
  mfaWebauthnVerify: setting('GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED', Flag, 'false', 'Users may verify by security key.'),
  passkeysEnabled: setting('GOTRUE_PASSKEY_ENABLED', Flag, 'false', 'Enables sign-in by passkey.'),
  maxPasskeys: setting(
    ['GOTRUE_PASSKEY_MAX_PASSKEYS_PER_USER', 'GOTRUE_MAX_PASSKEYS_PER_USER'],
    Count,
    '10',
    'Maximum number of passkeys of an account.',
  ),
  rateLimitPasskey: setting('GOTRUE_RATE_LIMIT_PASSKEY', Count, '30', 'Sign-ins by passkey per 5 minutes and client.'),
  webauthnRpId: setting(
    'GOTRUE_WEBAUTHN_RP_ID',
    Text,
    undefined,
    'Domain of passkeys and security keys (relying party id). Defaults to the host of SITE_URL. A change invalidates all of them.',
  ),
  webauthnRpName: setting('GOTRUE_WEBAUTHN_RP_DISPLAY_NAME', Text, 'Hereabouts', 'Site name that devices show.'),
  webauthnRpOrigins: setting(
    'GOTRUE_WEBAUTHN_RP_ORIGINS',
    List,
    undefined,
    'Origins on which passkeys and security keys work. Defaults to that of SITE_URL.',
  ),
  webauthnChallengeExpiryMs: setting(
    'GOTRUE_WEBAUTHN_CHALLENGE_EXPIRY_DURATION',
    DurationMs,
    '5m',
    'Timeout of a passkey challenge.',
  ),
} as const
