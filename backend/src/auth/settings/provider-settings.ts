import * as v from 'valibot'
import { List } from '../../http/parse-settings.ts'
import { isAppleSecret } from './apple-key.ts'
import { PROVIDER_NAMES } from './provider-names.ts'
import { Flag, HttpUrl } from './setting.ts'

/** The prefix of all variables. Upstream also accepts them without it. */
const PREFIX = 'GOTRUE_'

/** The settings of each provider, by the end of the variable's name: `GOTRUE_EXTERNAL_GITHUB_CLIENT_ID`. */
const PROVIDER_SETTINGS = {
  ENABLED: { schema: v.optional(Flag, 'false'), about: 'Enables sign-in with the provider.' },
  CLIENT_ID: {
    schema: v.optional(List, ''),
    about: 'Client id from the provider. Client ids of native apps may follow, separated by commas.',
  },
  SECRET: {
    schema: v.optional(v.string(), ''),
    about: 'Client secret of the first client id. For apple, a JWT or JSON with team_id, key_id and private_key.',
  },
  REDIRECT_URI: {
    schema: v.optional(HttpUrl),
    about: 'Callback URL. Defaults to /callback of this service.',
  },
  URL: {
    schema: v.optional(HttpUrl),
    about: 'Base URL of a self-hosted server, such as GitLab or a Keycloak realm.',
  },
  SKIP_NONCE_CHECK: {
    schema: v.optional(Flag, 'false'),
    about: 'Accepts ID tokens of apps that do not know their nonce.',
  },
  EMAIL_OPTIONAL: {
    schema: v.optional(Flag, 'false'),
    about: 'Creates accounts for users for whom the provider reports no email.',
  },
} as const

const SETTING_NAMES = Object.keys(PROVIDER_SETTINGS) as (keyof typeof PROVIDER_SETTINGS)[]

/** The settings of one provider. */
export interface ProviderSettings {
  isEnabled: boolean
  clientIds: string[]
  secret: string
  redirectUri: string | undefined
  url: string | undefined
  skipsNonceCheck: boolean
  isEmailOptional: boolean
}

/** Returns the variable of a provider's setting. */
export function toVariable(provider: string, setting: keyof typeof PROVIDER_SETTINGS): string {
  return `${PREFIX}EXTERNAL_${provider.toUpperCase()}_${setting}`
}

/** Returns every variable of every provider with its default and its description. */
export function listProviderVariables(): {
  name: string
  provider: string
  fallback: string | undefined
  about: string
}[] {
  return PROVIDER_NAMES.flatMap((provider) =>
    SETTING_NAMES.map((setting) => {
      const { schema, about } = PROVIDER_SETTINGS[setting]
      return { name: toVariable(provider, setting), provider, fallback: v.getDefault(schema), about }
    }),
  )
}

/** Reads the settings of all providers and adds a line to `wrong` for each invalid one. */
export function parseProviderSettings(
  environment: Record<string, string | undefined>,
  wrong: string[],
): Record<string, ProviderSettings> {
  return Object.fromEntries(PROVIDER_NAMES.map((name) => [name, parseProvider(name, environment, wrong)]))
}

function parseProvider(
  provider: string,
  environment: Record<string, string | undefined>,
  wrong: string[],
): ProviderSettings {
  const read = <Name extends keyof typeof PROVIDER_SETTINGS>(setting: Name) => {
    const variable = toVariable(provider, setting)
    const schema: (typeof PROVIDER_SETTINGS)[Name]['schema'] = PROVIDER_SETTINGS[setting].schema
    const parsed = v.safeParse(schema, environment[variable] || environment[variable.slice(PREFIX.length)] || undefined)
    if (parsed.success) return parsed.output
    wrong.push(`  ${variable}: ${parsed.issues[0].message}`)
    return v.parse(schema, undefined)
  }
  const settings: ProviderSettings = {
    isEnabled: read('ENABLED'),
    clientIds: read('CLIENT_ID'),
    secret: read('SECRET'),
    redirectUri: read('REDIRECT_URI'),
    url: read('URL'),
    skipsNonceCheck: read('SKIP_NONCE_CHECK'),
    isEmailOptional: read('EMAIL_OPTIONAL'),
  }
  if (settings.isEnabled && settings.clientIds.length === 0) {
    wrong.push(`  ${toVariable(provider, 'CLIENT_ID')}: is required, because the provider is enabled`)
  }
  // Validated here, and reported without the value: an error at use would log the secret.
  if (provider === 'apple' && !isAppleSecret(settings.secret)) {
    wrong.push(`  ${toVariable(provider, 'SECRET')}: must be a JWT, or JSON of team_id, key_id and private_key`)
  }
  if (settings.isEnabled && provider === 'keycloak' && settings.url === undefined) {
    wrong.push(`  ${toVariable(provider, 'URL')}: is required: the address of your realm`)
  }
  return settings
}
