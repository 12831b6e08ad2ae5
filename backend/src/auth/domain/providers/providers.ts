import { OAUTH2_PROVIDERS, type OAuth2Provider } from './oauth2-providers.ts'
import { OIDC_PROVIDERS, type OidcProvider } from './oidc-providers.ts'

/** Every provider that comes with the service, by the name that clients use. Contract §7.8. */
export const PROVIDERS: Record<string, OAuth2Provider | OidcProvider> = { ...OIDC_PROVIDERS, ...OAUTH2_PROVIDERS }

export const PROVIDER_NAMES = Object.keys(PROVIDERS).sort()
