import { List } from '../../http/parse-settings.ts'
import { Count, DurationMs, Flag, setting } from './setting.ts'

/**
 * Sign-in through third parties: custom providers, ID tokens, wallets. The built-in providers are in
 * provider-settings.ts.
 */
export const EXTERNAL_SETTINGS = {
  customOauthEnabled: setting(
    'GOTRUE_CUSTOM_OAUTH_ENABLED',
    Flag,
    'true',
    'Operators may add providers at runtime, at /admin/custom-providers.',
  ),
  customOauthMaxProviders: setting(
    'GOTRUE_CUSTOM_OAUTH_MAX_PROVIDERS',
    Count,
    '0',
    'Maximum number of custom providers. 0 means no limit.',
  ),
  customOauthAllowLoopback: setting(
    'GOTRUE_CUSTOM_OAUTH_ALLOW_LOOPBACK',
    Flag,
    'false',
    'Custom providers may use http and loopback addresses, for development.',
  ),
  customOauthAllowPrivate: setting(
    'GOTRUE_CUSTOM_OAUTH_ALLOW_PRIVATE_NETWORK',
    Flag,
    'false',
    'Custom providers may have addresses in private networks.',
  ),
  idTokenIssuers: setting(
    'GOTRUE_EXTERNAL_ALLOWED_ID_TOKEN_ISSUERS',
    List,
    'https://appleid.apple.com,https://account.apple.com,https://accounts.google.com',
    'Issuers whose ID tokens are accepted by client_id and issuer, without a provider name.',
  ),
  web3EthereumEnabled: setting(
    'GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED',
    Flag,
    'false',
    'Enables sign-in by Ethereum wallets.',
  ),
  web3EthereumMaxAgeMs: setting(
    'GOTRUE_EXTERNAL_WEB3_ETHEREUM_MAXIMUM_VALIDITY_DURATION',
    DurationMs,
    '10m',
    'Maximum age of a message signed by an Ethereum wallet.',
  ),
  web3SolanaEnabled: setting(
    'GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED',
    Flag,
    'false',
    'Enables sign-in by Solana wallets.',
  ),
  web3SolanaMaxAgeMs: setting(
    'GOTRUE_EXTERNAL_WEB3_SOLANA_MAXIMUM_VALIDITY_DURATION',
    DurationMs,
    '10m',
    'Maximum age of a message signed by a Solana wallet.',
  ),
  rateLimitWeb3: setting('GOTRUE_RATE_LIMIT_WEB3', Count, '30', 'Sign-ins by wallet per 5 minutes and client.'),
} as const
