import { Count, HeaderName, SendRateText, setting } from './setting.ts'

/** Rate limits of clients and of the whole service (auth 6.7). */
export const RATE_LIMIT_SETTINGS = {
  rateLimitSmsSent: setting(
    'GOTRUE_RATE_LIMIT_SMS_SENT',
    SendRateText,
    '30',
    'SMS per hour of the whole service. 0 sends none.',
  ),
  rateLimitHeader: setting(
    'GOTRUE_RATE_LIMIT_HEADER',
    HeaderName,
    'X-Forwarded-For',
    'Header that identifies a client. Requests without it are not limited.',
  ),
  rateLimitOtp: setting(
    'GOTRUE_RATE_LIMIT_OTP',
    Count,
    '30',
    'Sign-ups, code requests and account updates per 5 minutes and client.',
  ),
  rateLimitAnonymous: setting(
    'GOTRUE_RATE_LIMIT_ANONYMOUS_USERS',
    Count,
    '30',
    'Anonymous sign-ups per hour and client.',
  ),
  rateLimitToken: setting(
    'GOTRUE_RATE_LIMIT_TOKEN_REFRESH',
    Count,
    '150',
    'Sign-ins and refreshes per 5 minutes and client.',
  ),
  rateLimitVerify: setting(
    'GOTRUE_RATE_LIMIT_VERIFY',
    Count,
    '30',
    'Attempts at codes and links per 5 minutes and client.',
  ),
  rateLimitFactor: setting(
    'GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY',
    Count,
    '15',
    'MFA challenges and verifications per minute and client.',
  ),
  rateLimitEmailSent: setting(
    'GOTRUE_RATE_LIMIT_EMAIL_SENT',
    SendRateText,
    '30',
    'Emails per hour of the whole service. 0 sends none.',
  ),
} as const
