import { type FetchPolicy, TRUSTED } from '../../../http/guarded-fetch.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import type { ProviderSettings } from '../../settings/provider-settings.ts'
import { type CustomProviderRow, findCustomProvider } from '../../tables/custom-providers.ts'
import { toAppleSecret } from './apple-secret.ts'
import { decryptClientSecret } from './client-secret.ts'
import { toCustomProvider } from './custom-provider.ts'
import type { OAuth2Provider } from './oauth2-provider.ts'
import type { OidcProvider } from './oidc-providers.ts'
import { PROVIDERS } from './providers.ts'

const APPLE_AUDIENCE = 'https://appleid.apple.com'

/** A provider ready for use: its row of the catalog with the operator's settings. */
export interface OpenProvider {
  /** `github`, or `custom:acme`. */
  name: string
  row: OAuth2Provider | OidcProvider
  /** The first one is ours; the others belong to native apps. */
  clientIds: [string, ...string[]]
  getSecret(): Promise<string>
  redirectUri: string
  /** The URL of the operator's own server instead of the provider's. */
  url: string | undefined
  discoveryUrl: string | undefined
  policy: FetchPolicy
  skipsNonceCheck: boolean
  isEmailOptional: boolean
  /** True to send a PKCE code challenge. Undefined lets the provider's discovery document decide. */
  usesPkce: boolean | undefined
  authorizationParams: Record<string, string>
  /** The key of this configuration in caches. */
  cacheKey: string
}

/** Returns the provider with this name. Throws when it does not exist or is not enabled. */
export async function openProvider(dependencies: AuthDependencies, name: string): Promise<OpenProvider> {
  if (name.startsWith('custom:')) return openCustomProvider(dependencies, name)
  const row = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined
  const settings = dependencies.settings.providers[name]
  if (!row || !settings) throw errors.validation(`Unsupported provider: Provider ${quote(name)} could not be found`)
  const [clientId, ...others] = settings.clientIds
  if (!settings.isEnabled || clientId === undefined) throw errors.providerNotEnabled()
  return toOpenProvider(dependencies, { name, row, settings, clientIds: [clientId, ...others] })
}

function toOpenProvider(
  { settings: { externalUrl }, now }: AuthDependencies,
  {
    name,
    row,
    settings,
    clientIds,
  }: { name: string; row: OAuth2Provider | OidcProvider; settings: ProviderSettings; clientIds: [string, ...string[]] },
): OpenProvider {
  const { secret } = settings
  return {
    name,
    row,
    clientIds,
    getSecret: async () => (name === 'apple' ? toAppleSecret(secret, clientIds[0], APPLE_AUDIENCE, now()) : secret),
    redirectUri: settings.redirectUri ?? `${externalUrl}/callback`,
    url: settings.url,
    discoveryUrl: undefined,
    policy: TRUSTED,
    skipsNonceCheck: settings.skipsNonceCheck,
    isEmailOptional: settings.isEmailOptional,
    usesPkce: row.kind === 'oauth2' ? row.usesPkce === true : undefined,
    authorizationParams: row.kind === 'oauth2' ? (row.authorizationParams ?? {}) : {},
    cacheKey: `${name} ${settings.url ?? ''} ${clientIds[0]}`,
  }
}

async function openCustomProvider(dependencies: AuthDependencies, name: string): Promise<OpenProvider> {
  const { settings, sql } = dependencies
  const provider = settings.customOauthEnabled ? await findCustomProvider(sql, name) : undefined
  if (!provider) throw errors.validation(`Unsupported provider: Provider ${quote(name)} could not be found`)
  if (!provider.enabled) throw errors.providerNotEnabled()
  return toOpenCustomProvider(dependencies, provider)
}

/** Returns a custom provider, enabled or not. */
function toOpenCustomProvider(dependencies: AuthDependencies, provider: CustomProviderRow): OpenProvider {
  const { settings } = dependencies
  return {
    name: provider.identifier,
    row: toCustomProvider(provider),
    clientIds: [provider.client_id, ...provider.acceptable_client_ids],
    getSecret: async () => decryptClientSecret(dependencies, provider.client_secret),
    redirectUri: `${settings.externalUrl}/callback`,
    url: undefined,
    discoveryUrl: provider.discovery_url ?? undefined,
    policy: getCustomPolicy(settings),
    skipsNonceCheck: provider.skip_nonce_check,
    isEmailOptional: provider.email_optional,
    usesPkce: provider.pkce_enabled,
    authorizationParams: toTexts(provider.authorization_params),
    cacheKey: `${provider.identifier} ${provider.updated_at.toISOString()}`,
  }
}

/** Custom providers come through the API, so their URLs must not lead into the operator's network. */
export function getCustomPolicy({
  customOauthAllowLoopback,
  customOauthAllowPrivate,
}: AuthDependencies['settings']): FetchPolicy {
  return { allowsLoopback: customOauthAllowLoopback, allowsPrivate: customOauthAllowPrivate }
}

function toTexts(params: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(params).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return Object.fromEntries(entries)
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, 64))
}
