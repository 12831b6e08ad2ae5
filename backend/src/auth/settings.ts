import { List } from '../http/parse-settings.ts'
import { toDigits } from './settings/code-lengths.ts'
import { EXTERNAL_SETTINGS } from './settings/external-settings.ts'
import { FACTOR_SETTINGS } from './settings/factor-settings.ts'
import { HOOK_SETTINGS, listInvalidHooks } from './settings/hook-settings.ts'
import { MAIL_SETTINGS } from './settings/mail-settings.ts'
import { OAUTH_SERVER_SETTINGS } from './settings/oauth-server-settings.ts'
import { PROTECTION_SETTINGS } from './settings/protection-settings.ts'
import { type ProviderSettings, parseProviderSettings } from './settings/provider-settings.ts'
import { RATE_LIMIT_SETTINGS } from './settings/rate-limit-settings.ts'
import { SESSION_SETTINGS } from './settings/session-settings.ts'
import {
  Count,
  DurationMs,
  Flag,
  HttpUrl,
  type ParsedSettings,
  parseSettings,
  setting,
  Text,
} from './settings/setting.ts'
import { SMS_PROVIDER_NEEDS, SMS_SETTINGS } from './settings/sms-settings.ts'
import { SSO_SETTINGS } from './settings/sso-settings.ts'
import { TRANSPORT_SETTINGS } from './settings/transport-settings.ts'

/** Every setting of the accounts service, the source of docs/accounts.md (auth 5). */
export const AUTH_SETTINGS = {
  externalUrl: setting(
    'GOTRUE_API_EXTERNAL_URL',
    HttpUrl,
    undefined,
    'Public base URL of this service, used in links.',
  ),
  jwtExpirySeconds: setting('GOTRUE_JWT_EXP', Count, '3600', 'Lifetime of an access token in seconds.'),
  jwtAudience: setting('GOTRUE_JWT_AUD', Text, 'authenticated', 'Audience of new accounts and tokens.'),
  jwtRole: setting('GOTRUE_JWT_DEFAULT_GROUP_NAME', Text, 'authenticated', 'Database role of new accounts.'),
  jwtIssuer: setting('GOTRUE_JWT_ISSUER', Text, undefined, 'Issuer of access tokens. Defaults to the public base URL.'),
  jwtAdminRoles: setting('GOTRUE_JWT_ADMIN_ROLES', List, 'service_role,supabase_admin', 'Roles that may call /admin.'),
  uriAllowList: setting(
    'GOTRUE_URI_ALLOW_LIST',
    List,
    '',
    'Redirect targets allowed besides SITE_URL, with the wildcards `*` and `**`.',
  ),
  disableSignup: setting('GOTRUE_DISABLE_SIGNUP', Flag, 'false', 'Rejects new accounts.'),
  emailEnabled: setting('GOTRUE_EXTERNAL_EMAIL_ENABLED', Flag, 'true', 'Sign-up and sign-in by email.'),
  magicLinkEnabled: setting(
    'GOTRUE_EXTERNAL_EMAIL_MAGIC_LINK_ENABLED',
    Flag,
    'true',
    'Sign-in by magic link or emailed code.',
  ),
  phoneEnabled: setting('GOTRUE_EXTERNAL_PHONE_ENABLED', Flag, 'false', 'Sign-up and sign-in by phone.'),
  anonymousEnabled: setting(
    'GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED',
    Flag,
    'false',
    'Anonymous accounts, without email and phone.',
  ),
  emailAuthorizedAddresses: setting(
    'GOTRUE_EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES',
    List,
    '',
    'When set, emails are sent to these addresses only.',
  ),
  manualLinking: setting(
    'GOTRUE_SECURITY_MANUAL_LINKING_ENABLED',
    Flag,
    'false',
    'Users may link and unlink identities.',
  ),
  flowStateExpiryMs: setting(
    'GOTRUE_EXTERNAL_FLOW_STATE_EXPIRY_DURATION',
    DurationMs,
    '300',
    'Lifetime of an unfinished sign-in with a provider, at least 300 s.',
  ),
  cleanup: setting(
    'GOTRUE_DB_CLEANUP_ENABLED',
    Flag,
    'false',
    'Deletes expired sessions, revoked tokens, unverified factors and old anonymous accounts every hour.',
  ),
  ...MAIL_SETTINGS,
  ...RATE_LIMIT_SETTINGS,
  ...TRANSPORT_SETTINGS,
  ...SESSION_SETTINGS,
  ...HOOK_SETTINGS,
  ...EXTERNAL_SETTINGS,
  ...FACTOR_SETTINGS,
  ...SMS_SETTINGS,
  ...PROTECTION_SETTINGS,
  ...SSO_SETTINGS,
  ...OAUTH_SERVER_SETTINGS,
} as const

type Parsed = ParsedSettings<typeof AUTH_SETTINGS>

/** All settings of the accounts service. */
export type AuthSettings = Omit<Parsed, Derived> & {
  siteUrl: string
  /** Public base URL of this service, without a trailing slash. */
  externalUrl: string
  jwtIssuer: string
  mailerAutoconfirm: boolean
  smtpFrom: string
  webauthnRpId: string
  webauthnRpOrigins: string[]
  /** Settings of each provider, by its name. */
  providers: Record<string, ProviderSettings>
}
/** Settings whose defaults depend on others. */
type Derived = 'externalUrl' | 'jwtIssuer' | 'mailerAutoconfirm' | 'smtpFrom' | 'webauthnRpId' | 'webauthnRpOrigins'

const FLOOR_MS = 300_000
const PASSWORD_FLOOR = 6
const HOUR_MS = 3_600_000

/** Reads the settings. Throws an error with a line for each invalid variable. */
export function parseAuthSettings(
  environment: Record<string, string | undefined>,
  { siteUrl, apiUrl }: { siteUrl: string; apiUrl: string },
): AuthSettings {
  const wrong: string[] = []
  const parsed = parseSettings(AUTH_SETTINGS, environment, wrong)
  const providers = parseProviderSettings(environment, wrong)
  if (wrong.length === 0) wrong.push(...listMissing(parsed), ...listInvalidHooks(parsed))
  if (wrong.length > 0) throw new Error(`Invalid settings:\n${wrong.join('\n')}`)
  const externalUrl = parsed.externalUrl ?? `${apiUrl}/auth/v1`
  return {
    ...parsed,
    providers,
    siteUrl,
    externalUrl,
    jwtIssuer: parsed.jwtIssuer ?? externalUrl,
    mailerAutoconfirm: parsed.mailerAutoconfirm ?? (parsed.smtpHost === undefined && !parsed.hookSendEmail),
    smtpFrom: parsed.smtpFrom ?? `no-reply@${new URL(siteUrl).hostname}`,
    mailerOtpLength: toDigits(parsed.mailerOtpLength),
    smsOtpLength: toDigits(parsed.smsOtpLength),
    mfaPhoneOtpLength: toDigits(parsed.mfaPhoneOtpLength),
    webauthnRpId: parsed.webauthnRpId ?? new URL(siteUrl).hostname,
    webauthnRpOrigins: parsed.webauthnRpOrigins ?? [new URL(siteUrl).origin],
    altchaExpiryMs: Math.min(parsed.altchaExpiryMs, HOUR_MS),
    passwordMinLength: Math.max(parsed.passwordMinLength, PASSWORD_FLOOR),
    mfaChallengeExpiryMs: Math.max(parsed.mfaChallengeExpiryMs, FLOOR_MS),
    mfaFactorExpiryMs: Math.max(parsed.mfaFactorExpiryMs, FLOOR_MS),
    flowStateExpiryMs: Math.max(parsed.flowStateExpiryMs, FLOOR_MS),
  }
}

/** Returns a line for each missing variable that the chosen providers require. */
function listMissing(parsed: Parsed): string[] {
  const needed = [...SMS_PROVIDER_NEEDS[parsed.smsProvider]]
  const checksElsewhere = parsed.captchaEnabled && parsed.captchaProvider !== 'altcha'
  const missing = [...needed, ...(checksElsewhere ? (['captchaSecret'] as const) : [])].filter((name) => !parsed[name])
  return missing.map((name) => `  ${AUTH_SETTINGS[name].names[0]}: is required by the chosen provider`)
}
