import { Count, DurationMs, Flag, List, setting } from './setting.ts'

/** Sign-in by what belongs to somebody else: custom providers, ID tokens, wallets. Those of each provider: provider-settings.ts. */
export const EXTERNAL_SETTINGS = {
  customOauthEnabled: setting(
    'GOTRUE_CUSTOM_OAUTH_ENABLED',
    Flag,
    'true',
    'Operators may add providers while the service runs, at /admin/custom-providers.',
  ),
  customOauthMaxProviders: setting(
    'GOTRUE_CUSTOM_OAUTH_MAX_PROVIDERS',
    Count,
    '0',
    'How many of them; 0 sets no limit.',
  ),
  customOauthAllowLoopback: setting(
    'GOTRUE_CUSTOM_OAUTH_ALLOW_LOOPBACK',
    Flag,
    'false',
    'They may use http and lie on this machine: for development.',
  ),
  customOauthAllowPrivate: setting(
    'GOTRUE_CUSTOM_OAUTH_ALLOW_PRIVATE_NETWORK',
    Flag,
    'false',
    'They may lie in a private network.',
  ),
  idTokenIssuers: setting(
    'GOTRUE_EXTERNAL_ALLOWED_ID_TOKEN_ISSUERS',
    List,
    'https://appleid.apple.com,https://account.apple.com,https://accounts.google.com',
    'Issuers whose ID tokens are taken by client_id and issuer, without the name of a provider.',
  ),
  web3EthereumEnabled: setting(
    'GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED',
    Flag,
    'false',
    'Sign-in by wallets of Ethereum.',
  ),
  web3EthereumMaxAgeMs: setting(
    'GOTRUE_EXTERNAL_WEB3_ETHEREUM_MAXIMUM_VALIDITY_DURATION',
    DurationMs,
    '10m',
    'How old a message may be that a wallet of Ethereum has signed.',
  ),
  web3SolanaEnabled: setting('GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED', Flag, 'false', 'Sign-in by wallets of Solana.'),
  web3SolanaMaxAgeMs: setting(
    'GOTRUE_EXTERNAL_WEB3_SOLANA_MAXIMUM_VALIDITY_DURATION',
    DurationMs,
    '10m',
    'How old a message may be that a wallet of Solana has signed.',
  ),
  rateLimitWeb3: setting('GOTRUE_RATE_LIMIT_WEB3', Count, '30', 'Sign-ins by wallet in 5 minutes.'),
} as const
