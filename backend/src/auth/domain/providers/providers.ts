import type { ProviderName } from '../../settings/provider-names.ts'
import type { OAuth2Provider } from './oauth2-provider.ts'
import { OIDC_PROVIDERS, type OidcProvider } from './oidc-providers.ts'
import { SOCIAL_PROVIDERS } from './social-providers.ts'
import { WORK_PROVIDERS } from './work-providers.ts'

export const OAUTH2_PROVIDERS = { ...SOCIAL_PROVIDERS, ...WORK_PROVIDERS }

/** Every built-in provider. */
export const PROVIDERS: Record<string, OAuth2Provider | OidcProvider> = {
  ...OIDC_PROVIDERS,
  ...OAUTH2_PROVIDERS,
} satisfies Record<ProviderName, OAuth2Provider | OidcProvider>
