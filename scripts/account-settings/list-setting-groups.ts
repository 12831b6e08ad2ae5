import type { Setting } from '../../backend/src/auth/settings/setting.ts'
import { AUTH_SETTINGS } from '../../backend/src/auth/settings.ts'

/** Settings of the accounts service on one topic. */
export interface SettingGroup {
  title: string
  /** An introduction in Markdown. */
  about?: string
  settings: Setting[]
}

/** A setting belongs to the first group whose pattern matches its variable. */
const GROUPS: [title: string, pattern: RegExp, about?: string][] = [
  [
    'Mail',
    /MAILER|SMTP|RATE_LIMIT_EMAIL/,
    'The templates are in `supabase/templates` and use the syntax of hosted projects: `{{ .ConfirmationURL }}`, `{{ .Token }}`, `{{ .Email }}`, `{{ .Data.name }}` and others.',
  ],
  ['Phone and SMS', /_SMS_|_PHONE_ENABLED/, 'Without a provider, codes stay in the outbox.'],
  ['Multi-factor authentication (MFA) and passkeys', /_MFA_|PASSKEY|WEBAUTHN/],
  ['Captcha and passwords', /CAPTCHA|ALTCHA|PASSWORD|HIBP/],
  [
    'Sessions and tokens',
    /SESSIONS|REFRESH_TOKEN|JWT|FLOW_STATE/,
    'Tokens are signed with `JWT_KEYS`, which the first start creates; see [operations.md](operations.md). With `JWT_SECRET` alone, tokens are signed with HS256; `JWT_KEY_ID` names that key.',
  ],
  ['Single sign-on (SSO)', /SAML|_SSO/],
  ['Custom providers', /CUSTOM_OAUTH|ID_TOKEN_ISSUERS/],
  ['OAuth server', /OAUTH/],
  ['Wallets', /WEB3/],
  [
    'Hooks',
    /HOOK/,
    'A hook is your own HTTP endpoint, called with signatures of [standard webhooks](https://www.standardwebhooks.com), or a database function that takes and returns `jsonb`. An endpoint has five seconds to respond, a function two. To reject, return `{"error": {"http_code": 403, "message": "…"}}`.',
  ],
  ['Requests and rate limits', /RATE_LIMIT|CORS|FORWARDED|MAX_REQUEST/],
  ['General', /./],
]

/** Returns all settings of the accounts service by topic, for docs/accounts.md and .env.example. */
export function listSettingGroups(): SettingGroup[] {
  const all: Setting[] = Object.values(AUTH_SETTINGS)
  const groupOf = (setting: Setting) => GROUPS.find(([, pattern]) => pattern.test(setting.names[0] ?? ''))
  const groups = GROUPS.map((group) => {
    const [title, , about] = group
    return { title, ...(about ? { about } : {}), settings: all.filter((setting) => groupOf(setting) === group) }
  })
  // The last group has the settings that no other group matches. Operators look for these first.
  return [...groups.slice(-1), ...groups.slice(0, -1)]
}
