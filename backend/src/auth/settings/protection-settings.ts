import * as v from 'valibot'
import { Count, DurationMs, Flag, HttpUrl, setting, Text } from './setting.ts'

const CaptchaProvider = v.picklist(['altcha', 'hcaptcha', 'turnstile'], 'must be altcha, hcaptcha or turnstile')

/** What keeps programs out (captcha) and weak passwords away. */
export const PROTECTION_SETTINGS = {
  passwordMinLength: setting('GOTRUE_PASSWORD_MIN_LENGTH', Count, '6', 'Shortest password; never below 6.'),
  passwordCharacters: setting(
    'GOTRUE_PASSWORD_REQUIRED_CHARACTERS',
    Text,
    '',
    'Sets of characters of which a password needs one each, between colons.',
  ),
  requireReauthentication: setting(
    'GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION',
    Flag,
    'false',
    'A new password needs a mailed code when the session is older than a day.',
  ),
  requireCurrentPassword: setting(
    'GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD',
    Flag,
    'false',
    'A new password needs the present one.',
  ),
  captchaEnabled: setting(
    'GOTRUE_SECURITY_CAPTCHA_ENABLED',
    Flag,
    'false',
    'Sign-up and sign-in ask for a proof that no program is at work.',
  ),
  captchaProvider: setting(
    'GOTRUE_SECURITY_CAPTCHA_PROVIDER',
    CaptchaProvider,
    'altcha',
    'Who checks it: altcha (a proof of work, no third party), hcaptcha or turnstile.',
  ),
  captchaSecret: setting('GOTRUE_SECURITY_CAPTCHA_SECRET', Text, '', 'hcaptcha, turnstile: secret key.'),
  captchaSiteKey: setting(
    'GOTRUE_SECURITY_CAPTCHA_SITE_KEY',
    Text,
    '',
    'hcaptcha, turnstile: site key, which the web app shows.',
  ),
  captchaTimeoutMs: setting('GOTRUE_SECURITY_CAPTCHA_TIMEOUT', DurationMs, '10s', 'Time the checker has to answer.'),
  captchaEndpoint: setting(
    'GOTRUE_SECURITY_CAPTCHA_ENDPOINT',
    HttpUrl,
    undefined,
    'hcaptcha, turnstile: address of siteverify instead of their own.',
  ),
  altchaCost: setting(
    'GOTRUE_SECURITY_CAPTCHA_ALTCHA_COST',
    Count,
    '5000',
    'altcha: rounds of PBKDF2 a try; 256 tries are needed on average. Doubling it doubles the work.',
  ),
  altchaExpiryMs: setting(
    'GOTRUE_SECURITY_CAPTCHA_ALTCHA_EXPIRY',
    DurationMs,
    '10m',
    'altcha: time in which a task has to be solved and used; at most an hour.',
  ),
  pwnedEnabled: setting(
    'GOTRUE_PASSWORD_HIBP_ENABLED',
    Flag,
    'false',
    'New passwords must not be in the lists of Have I Been Pwned. It learns five characters of their hash.',
  ),
  pwnedFailClosed: setting(
    'GOTRUE_PASSWORD_HIBP_FAIL_CLOSED',
    Flag,
    'false',
    'No new passwords while Have I Been Pwned does not answer.',
  ),
  pwnedUserAgent: setting('GOTRUE_PASSWORD_HIBP_USER_AGENT', Text, 'Hereabouts', 'Name under which it is asked.'),
  pwnedUrl: setting(
    'GOTRUE_PASSWORD_HIBP_URL',
    HttpUrl,
    'https://api.pwnedpasswords.com',
    'Base address of the service, or of your own copy.',
  ),
  pwnedTimeoutMs: setting('GOTRUE_PASSWORD_HIBP_TIMEOUT', DurationMs, '5s', 'Time it has to answer.'),
} as const
