import * as v from 'valibot'
import { parseDurationMs } from './rules/duration.ts'

const Flag = v.pipe(
  v.picklist(['true', 'false', '1', '0'], 'must be true or false'),
  v.transform((text) => text === 'true' || text === '1'),
)
const Count = v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'must be a whole number'), v.transform(Number))
const Text = v.string()
const List = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
)
const DurationMs = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const milliseconds = parseDurationMs(dataset.value)
    if (milliseconds !== undefined) return milliseconds
    addIssue({ message: 'must be a duration such as 60s or 1h30m' })
    return NEVER
  }),
)
const HttpUrl = v.pipe(
  v.string(),
  v.url('must be a URL such as https://example.org'),
  v.regex(/^https?:/, 'must begin with http:// or https://'),
  v.transform((text) => text.replace(/\/$/, '')),
)
/** `N` counts in fixed hours, `N/duration` refills evenly. */
const SendRateText = v.pipe(
  v.string(),
  v.regex(/^\d+(\/.+)?$/, 'must be a number an hour, or number/duration such as 30/10m'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const [count = '', duration] = dataset.value.split('/')
    const perMs = duration === undefined ? undefined : parseDurationMs(duration)
    if (duration === undefined || perMs) return { count: Number(count), perMs }
    addIssue({ message: 'has a duration that cannot be read; write 30/10m' })
    return NEVER
  }),
)

/** How many may be sent: in a fixed hour, or evenly over a time. */
export type SendRate = v.InferOutput<typeof SendRateText>

interface Setting<Schema extends v.GenericSchema<string, unknown>> {
  /** The environment variables that set it; the first that is set counts. */
  names: string[]
  schema: Schema
  /** What holds when nothing is set, in the form of the variable. Undefined: the setting is then undefined. */
  fallback: string | undefined
  about: string
}

function setting<Schema extends v.GenericSchema<string, unknown>>(
  names: string | string[],
  schema: Schema,
  fallback: string | undefined,
  about: string,
): Setting<Schema> {
  return { names: [names].flat(), schema, fallback, about }
}

/** Every setting of the accounts service. The table of docs/accounts.md is made from this one. Contract §5. */
export const AUTH_SETTINGS = {
  externalUrl: setting('GOTRUE_API_EXTERNAL_URL', HttpUrl, undefined, 'Public base of this service, used in links.'),
  jwtExpirySeconds: setting('GOTRUE_JWT_EXP', Count, '3600', 'Life of an access token in seconds.'),
  jwtAudience: setting('GOTRUE_JWT_AUD', Text, 'authenticated', 'Audience of new accounts and tokens.'),
  jwtRole: setting('GOTRUE_JWT_DEFAULT_GROUP_NAME', Text, 'authenticated', 'Database role of new accounts.'),
  jwtIssuer: setting('GOTRUE_JWT_ISSUER', Text, undefined, 'Issuer of access tokens; by default the public base.'),
  jwtAdminRoles: setting('GOTRUE_JWT_ADMIN_ROLES', List, 'service_role,supabase_admin', 'Roles that may use /admin.'),
  uriAllowList: setting(
    'GOTRUE_URI_ALLOW_LIST',
    List,
    '',
    'Addresses besides SITE_URL that links may lead to; * and ** are wild.',
  ),
  disableSignup: setting('GOTRUE_DISABLE_SIGNUP', Flag, 'false', 'No new accounts.'),
  emailEnabled: setting('GOTRUE_EXTERNAL_EMAIL_ENABLED', Flag, 'true', 'Accounts by e-mail.'),
  magicLinkEnabled: setting(
    'GOTRUE_EXTERNAL_EMAIL_MAGIC_LINK_ENABLED',
    Flag,
    'true',
    'Sign-in by mailed link or code.',
  ),
  phoneEnabled: setting('GOTRUE_EXTERNAL_PHONE_ENABLED', Flag, 'false', 'Accounts by phone.'),
  anonymousEnabled: setting(
    'GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED',
    Flag,
    'false',
    'Accounts without e-mail or phone.',
  ),
  emailAuthorizedAddresses: setting(
    'GOTRUE_EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES',
    List,
    '',
    'When set, mail goes to these addresses only.',
  ),
  mailerAutoconfirm: setting(
    'GOTRUE_MAILER_AUTOCONFIRM',
    Flag,
    undefined,
    'Accounts need not confirm their e-mail; by default so when no mail server is set.',
  ),
  smsAutoconfirm: setting('GOTRUE_SMS_AUTOCONFIRM', Flag, 'false', 'Accounts need not confirm their phone.'),
  allowUnverifiedEmail: setting(
    'GOTRUE_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS',
    Flag,
    'false',
    'Sign-in before the e-mail is confirmed.',
  ),
  mailerOtpExpiryMs: setting('GOTRUE_MAILER_OTP_EXP', DurationMs, '86400', 'Life of mailed codes and links.'),
  mailerOtpLength: setting('GOTRUE_MAILER_OTP_LENGTH', Count, '6', 'Digits of mailed codes, 6 to 10.'),
  smsOtpExpiryMs: setting('GOTRUE_SMS_OTP_EXP', DurationMs, '60', 'Life of codes sent by SMS.'),
  smsOtpLength: setting('GOTRUE_SMS_OTP_LENGTH', Count, '6', 'Digits of codes sent by SMS, 6 to 10.'),
  smsMaxFrequencyMs: setting(
    'GOTRUE_SMS_MAX_FREQUENCY',
    DurationMs,
    '60s',
    'Time between two SMS of one kind to one account.',
  ),
  smsTemplate: setting('GOTRUE_SMS_TEMPLATE', Text, 'Your code is {{ .Code }}', 'Text of SMS.'),
  rateLimitSmsSent: setting(
    'GOTRUE_RATE_LIMIT_SMS_SENT',
    SendRateText,
    '30',
    'SMS that the whole service sends in an hour; 0 sends none.',
  ),
  secureEmailChange: setting(
    'GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED',
    Flag,
    'true',
    'A new e-mail must be confirmed from the old one too.',
  ),
  urlPathInvite: setting(
    'GOTRUE_MAILER_URLPATHS_INVITE',
    Text,
    '/verify',
    'Path of links in invitations, or a whole URL.',
  ),
  urlPathConfirmation: setting(
    'GOTRUE_MAILER_URLPATHS_CONFIRMATION',
    Text,
    '/verify',
    'Path of links that confirm an account, or a whole URL.',
  ),
  urlPathRecovery: setting(
    'GOTRUE_MAILER_URLPATHS_RECOVERY',
    Text,
    '/verify',
    'Path of links for a new password and sign-in, or a whole URL.',
  ),
  urlPathEmailChange: setting(
    'GOTRUE_MAILER_URLPATHS_EMAIL_CHANGE',
    Text,
    '/verify',
    'Path of links that change the e-mail, or a whole URL.',
  ),
  smtpHost: setting(
    ['SMTP_HOST', 'GOTRUE_SMTP_HOST'],
    Text,
    undefined,
    'Mail server. Without it new accounts are confirmed at once and mails go to the outbox.',
  ),
  smtpPort: setting(['SMTP_PORT', 'GOTRUE_SMTP_PORT'], Count, '587', 'Its port; 465 speaks TLS from the start.'),
  smtpUser: setting(['SMTP_USER', 'GOTRUE_SMTP_USER'], Text, undefined, 'Its user name.'),
  smtpPassword: setting(['SMTP_PASS', 'SMTP_PASSWORD', 'GOTRUE_SMTP_PASS'], Text, undefined, 'Its password.'),
  smtpFrom: setting(['SMTP_ADMIN_EMAIL', 'GOTRUE_SMTP_ADMIN_EMAIL'], Text, undefined, 'Sender of all mails.'),
  smtpSenderName: setting(['SMTP_SENDER_NAME', 'GOTRUE_SMTP_SENDER_NAME'], Text, 'Hereabouts', 'Name of the sender.'),
  smtpMaxFrequencyMs: setting(
    'GOTRUE_SMTP_MAX_FREQUENCY',
    DurationMs,
    '60s',
    'Time between two mails of one kind to one account.',
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
  refreshReuseIntervalMs: setting(
    'GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL',
    DurationMs,
    '10',
    'Time in which a used refresh token is still taken.',
  ),
  refreshRotation: setting(
    'GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED',
    Flag,
    'true',
    'A refresh token used twice ends its session.',
  ),
  manualLinking: setting(
    'GOTRUE_SECURITY_MANUAL_LINKING_ENABLED',
    Flag,
    'false',
    'Members may link and unlink identities.',
  ),
  sessionTimeboxMs: setting('GOTRUE_SESSIONS_TIMEBOX', DurationMs, undefined, 'Longest life of a session.'),
  sessionInactivityMs: setting(
    'GOTRUE_SESSIONS_INACTIVITY_TIMEOUT',
    DurationMs,
    undefined,
    'A session ends when it is not used so long.',
  ),
  sessionLowAalMs: setting(
    'GOTRUE_SESSIONS_ALLOW_LOW_AAL',
    DurationMs,
    undefined,
    'How long an account with a second factor may do without it.',
  ),
  sessionSinglePerUser: setting(
    'GOTRUE_SESSIONS_SINGLE_PER_USER',
    Flag,
    'false',
    'Only the latest session of an account goes on.',
  ),
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
  flowStateExpiryMs: setting(
    'GOTRUE_EXTERNAL_FLOW_STATE_EXPIRY_DURATION',
    DurationMs,
    '300',
    'Life of a sign-in under way; never below 300 s.',
  ),
  cleanup: setting(
    'GOTRUE_DB_CLEANUP_ENABLED',
    Flag,
    'false',
    'Old sessions, tokens and anonymous accounts are deleted every hour.',
  ),
} as const

type SettingsTable = typeof AUTH_SETTINGS
type Optional = 'externalUrl' | 'jwtIssuer' | 'mailerAutoconfirm' | UnsetByDefault
type UnsetByDefault =
  | 'smtpHost'
  | 'smtpUser'
  | 'smtpPassword'
  | 'smtpFrom'
  | 'sessionTimeboxMs'
  | 'sessionInactivityMs'
  | 'sessionLowAalMs'
type Parsed = {
  [Name in keyof SettingsTable]:
    | v.InferOutput<SettingsTable[Name]['schema']>
    | (Name extends Optional ? undefined : never)
}

/** The settings of the accounts service, complete. */
export type AuthSettings = Omit<Parsed, 'externalUrl' | 'jwtIssuer' | 'mailerAutoconfirm' | 'smtpFrom'> & {
  siteUrl: string
  /** Public base of this service, without a slash at the end. */
  externalUrl: string
  jwtIssuer: string
  mailerAutoconfirm: boolean
  smtpFrom: string
}

const FLOOR_MS = 300_000
const PASSWORD_FLOOR = 6

/** Reads the settings. Throws one line a variable that is wrong. */
export function parseAuthSettings(
  environment: Record<string, string | undefined>,
  { siteUrl, apiUrl }: { siteUrl: string; apiUrl: string },
): AuthSettings {
  const wrong: string[] = []
  const entries = Object.entries(AUTH_SETTINGS).map(([key, entry]) => [key, readSetting(entry, environment, wrong)])
  if (wrong.length > 0) throw new Error(`Settings that are wrong:\n${wrong.join('\n')}`)
  const parsed = Object.fromEntries(entries) as Parsed
  const externalUrl = parsed.externalUrl ?? `${apiUrl}/auth/v1`
  const toDigits = (digits: number) => (digits >= 6 && digits <= 10 ? digits : 6)
  return {
    ...parsed,
    siteUrl,
    externalUrl,
    jwtIssuer: parsed.jwtIssuer ?? externalUrl,
    mailerAutoconfirm: parsed.mailerAutoconfirm ?? parsed.smtpHost === undefined,
    smtpFrom: parsed.smtpFrom ?? `no-reply@${new URL(siteUrl).hostname}`,
    mailerOtpLength: toDigits(parsed.mailerOtpLength),
    smsOtpLength: toDigits(parsed.smsOtpLength),
    passwordMinLength: Math.max(parsed.passwordMinLength, PASSWORD_FLOOR),
    mfaChallengeExpiryMs: Math.max(parsed.mfaChallengeExpiryMs, FLOOR_MS),
    mfaFactorExpiryMs: Math.max(parsed.mfaFactorExpiryMs, FLOOR_MS),
    flowStateExpiryMs: Math.max(parsed.flowStateExpiryMs, FLOOR_MS),
  }
}

function readSetting(
  { names, schema, fallback }: Setting<v.GenericSchema<string, unknown>>,
  environment: Record<string, string | undefined>,
  wrong: string[],
): unknown {
  const name = names.find((candidate) => (environment[candidate] ?? '') !== '') ?? names[0] ?? ''
  const text = environment[name] || fallback
  if (text === undefined) return undefined
  const parsed = v.safeParse(schema, text)
  if (parsed.success) return parsed.output
  wrong.push(`  ${name}: ${parsed.issues[0].message}`)
  return undefined
}
