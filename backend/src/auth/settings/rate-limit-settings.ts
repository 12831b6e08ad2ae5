import { Count, SendRateText, setting, Text } from './setting.ts'

/** How often a client may ask, and how much the whole service sends. Contract §6.7. */
export const RATE_LIMIT_SETTINGS = {
  rateLimitSmsSent: setting(
    'GOTRUE_RATE_LIMIT_SMS_SENT',
    SendRateText,
    '30',
    'SMS that the whole service sends in an hour; 0 sends none.',
  ),
  rateLimitHeader: setting(
    'GOTRUE_RATE_LIMIT_HEADER',
    Text,
    'X-Forwarded-For',
    'Header that tells clients apart; a request without it is not limited.',
  ),
  rateLimitOtp: setting('GOTRUE_RATE_LIMIT_OTP', Count, '30', 'Sign-ups, codes and changes in 5 minutes.'),
  rateLimitAnonymous: setting('GOTRUE_RATE_LIMIT_ANONYMOUS_USERS', Count, '30', 'Anonymous accounts in an hour.'),
  rateLimitToken: setting('GOTRUE_RATE_LIMIT_TOKEN_REFRESH', Count, '150', 'Sign-ins and refreshes in 5 minutes.'),
  rateLimitVerify: setting('GOTRUE_RATE_LIMIT_VERIFY', Count, '30', 'Codes and links tried in 5 minutes.'),
  rateLimitFactor: setting(
    'GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY',
    Count,
    '15',
    'Second factors tried in a minute.',
  ),
  rateLimitEmailSent: setting(
    'GOTRUE_RATE_LIMIT_EMAIL_SENT',
    SendRateText,
    '30',
    'Mails that the whole service sends in an hour; 0 sends none.',
  ),
} as const
