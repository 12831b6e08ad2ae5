import * as v from 'valibot'
import { Count, DurationMs, Flag, HttpUrl, setting, Text, TimeoutMs } from './setting.ts'

const CaptchaProvider = v.picklist(['altcha', 'hcaptcha', 'turnstile'], 'must be altcha, hcaptcha or turnstile')

/** Protection against bots (captcha) and weak passwords. */
export const PROTECTION_SETTINGS = {
  passwordMinLength: setting('GOTRUE_PASSWORD_MIN_LENGTH', Count, '6', 'Minimum length of a password, at least 6.'),
  passwordCharacters: setting(
    'GOTRUE_PASSWORD_REQUIRED_CHARACTERS',
    Text,
    '',
    'Character sets, separated by colons. A password needs a character of each.',
  ),
  requireReauthentication: setting(
    'GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION',
    Flag,
    'false',
    'Changing the password in a session older than a day needs an emailed code.',
  ),
  requireCurrentPassword: setting(
    'GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD',
    Flag,
    'false',
    'Changing the password needs the current one.',
  ),
  revealsAccounts: setting(
    'GOTRUE_SECURITY_REVEAL_ACCOUNTS',
    Flag,
    'false',
    'Responds to sign-ups and code requests as hosted projects do, which reveals the addresses that have an account.',
  ),
  captchaEnabled: setting(
    'GOTRUE_SECURITY_CAPTCHA_ENABLED',
    Flag,
    'false',
    'Requires a captcha at sign-up and sign-in.',
  ),
  captchaProvider: setting(
    'GOTRUE_SECURITY_CAPTCHA_PROVIDER',
    CaptchaProvider,
    'altcha',
    'Captcha provider: altcha (a proof of work without a third party), hcaptcha or turnstile.',
  ),
  captchaSecret: setting('GOTRUE_SECURITY_CAPTCHA_SECRET', Text, '', 'hcaptcha, turnstile: secret key.'),
  captchaSiteKey: setting(
    'GOTRUE_SECURITY_CAPTCHA_SITE_KEY',
    Text,
    '',
    'hcaptcha, turnstile: site key for the web app.',
  ),
  captchaTimeoutMs: setting('GOTRUE_SECURITY_CAPTCHA_TIMEOUT', TimeoutMs, '10s', 'Timeout of the captcha provider.'),
  captchaEndpoint: setting(
    'GOTRUE_SECURITY_CAPTCHA_ENDPOINT',
    HttpUrl,
    undefined,
    'hcaptcha, turnstile: siteverify URL instead of the public one.',
  ),
  altchaCost: setting(
    'GOTRUE_SECURITY_CAPTCHA_ALTCHA_COST',
    Count,
    '5000',
    'altcha: PBKDF2 rounds per attempt. A solution takes 256 attempts on average, so the work is proportional.',
  ),
  altchaExpiryMs: setting(
    'GOTRUE_SECURITY_CAPTCHA_ALTCHA_EXPIRY',
    DurationMs,
    '10m',
    'altcha: lifetime of a task, at most an hour.',
  ),
  pwnedEnabled: setting(
    'GOTRUE_PASSWORD_HIBP_ENABLED',
    Flag,
    'false',
    'Rejects new passwords that Have I Been Pwned lists. Only five characters of the hash are sent.',
  ),
  pwnedFailClosed: setting(
    'GOTRUE_PASSWORD_HIBP_FAIL_CLOSED',
    Flag,
    'false',
    'Rejects new passwords while Have I Been Pwned does not respond.',
  ),
  pwnedUserAgent: setting('GOTRUE_PASSWORD_HIBP_USER_AGENT', Text, 'Hereabouts', 'User agent for Have I Been Pwned.'),
  pwnedUrl: setting(
    'GOTRUE_PASSWORD_HIBP_URL',
    HttpUrl,
    'https://api.pwnedpasswords.com',
    'Base URL of Have I Been Pwned, or of your own mirror.',
  ),
  pwnedTimeoutMs: setting('GOTRUE_PASSWORD_HIBP_TIMEOUT', TimeoutMs, '5s', 'Timeout of Have I Been Pwned.'),
} as const
