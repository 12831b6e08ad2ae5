import { expect, test } from 'vitest'
import { readCodeLengths } from '../../settings/code-lengths.ts'
import { AUTH_SETTINGS, parseAuthSettings } from '../../settings.ts'

const urls = { siteUrl: 'https://spots.example.org', apiUrl: 'https://api.example.org' }

test('uses the contracted defaults and confirms accounts at once with nothing configured (auth 5)', () => {
  expect(parseAuthSettings({}, urls)).toMatchObject({
    externalUrl: 'https://api.example.org/auth/v1',
    jwtIssuer: 'https://api.example.org/auth/v1',
    jwtExpirySeconds: 3_600,
    mailerAutoconfirm: true,
    mailerOtpExpiryMs: 86_400_000,
    refreshReuseIntervalMs: 10_000,
    passwordMinLength: 6,
    rateLimitEmailSent: { count: 30, perMs: undefined },
    smtpHost: undefined,
  })
})

test('requires confirmation with a mail server unless configured otherwise (auth 5)', () => {
  expect(parseAuthSettings({ SMTP_HOST: 'mail' }, urls).mailerAutoconfirm).toBe(false)
  expect(parseAuthSettings({ SMTP_HOST: 'mail', GOTRUE_MAILER_AUTOCONFIRM: 'true' }, urls).mailerAutoconfirm).toBe(true)
})

test('raises values below their minimum (auth 5)', () => {
  const settings = parseAuthSettings(
    { GOTRUE_PASSWORD_MIN_LENGTH: '3', GOTRUE_MAILER_OTP_LENGTH: '4', GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION: '10s' },
    urls,
  )
  expect(settings).toMatchObject({ passwordMinLength: 6, mailerOtpLength: 6, mfaChallengeExpiryMs: 300_000 })
})

test('names the lengths of codes for forms, unless all have six digits (auth 5)', () => {
  expect(readCodeLengths({ GOTRUE_SMS_OTP_LENGTH: '6', GOTRUE_MFA_PHONE_OTP_LENGTH: '11' })).toBeUndefined()
  expect(readCodeLengths({ GOTRUE_MAILER_OTP_LENGTH: '8' })).toEqual({ email: 8, phone: 6, factor: 6 })
})

test('reports every invalid variable in one error (auth 5)', () => {
  const wrong = { GOTRUE_JWT_EXP: 'soon', GOTRUE_DISABLE_SIGNUP: 'yes', GOTRUE_RATE_LIMIT_EMAIL_SENT: '30/soon' }
  expect(() => parseAuthSettings(wrong, urls)).toThrow(
    /GOTRUE_JWT_EXP: must be a whole number\n.*GOTRUE_DISABLE_SIGNUP: must be true or false\n.*GOTRUE_RATE_LIMIT_EMAIL_SENT/,
  )
})

test('has a valid default and a description for every setting (auth 5)', () => {
  for (const [name, { about, names }] of Object.entries(AUTH_SETTINGS)) {
    expect([name, about.endsWith('.'), names.length > 0]).toEqual([name, true, true])
  }
})

test('reads settings without the prefix, prefers those with it, and reads flags in any case (auth 5)', () => {
  const environment = {
    DISABLE_SIGNUP: 'True',
    JWT_EXP: '60',
    GOTRUE_JWT_EXP: '120',
    EXTERNAL_GITHUB_ENABLED: 'TRUE',
    EXTERNAL_GITHUB_CLIENT_ID: 'a, b',
    MAX_PASSKEYS_PER_USER: '3',
    API_EXTERNAL_URL: 'https://elsewhere.example.org',
  }
  const settings = parseAuthSettings(environment, urls)
  expect(settings).toMatchObject({
    disableSignup: true,
    jwtExpirySeconds: 120,
    maxPasskeys: 3,
    externalUrl: 'https://api.example.org/auth/v1',
  })
  expect(settings.providers.github).toMatchObject({ isEnabled: true, clientIds: ['a', 'b'] })
})

test.each([
  ['SMTP_PORT', '70000', 'must be a port number'],
  ['SMTP_ADMIN_EMAIL', 'example.org', 'must be an email address such as map@example.org'],
  ['GOTRUE_API_MAX_REQUEST_DURATION', '1000h', 'must be at most 596h'],
  ['GOTRUE_API_MAX_REQUEST_DURATION', '0', 'must be at least 1ms'],
  ['GOTRUE_RATE_LIMIT_HEADER', 'X Forwarded For', 'must be the name of a header'],
  ['GOTRUE_CORS_ALLOWED_HEADERS', 'X-Ours,X:Theirs', 'must be names of headers, between commas'],
])('rejects %s=%s, with which no request or email succeeds (auth 5)', (name, value, reason) => {
  expect(() => parseAuthSettings({ [name]: value }, urls)).toThrow(`Invalid settings:\n  ${name}: ${reason}`)
})
