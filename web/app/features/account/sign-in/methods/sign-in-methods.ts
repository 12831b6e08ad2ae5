import * as v from 'valibot'

/** The sign-in methods that this site offers, as screens need them. */
export interface SignInOffer {
  hasEmail: boolean
  hasPhone: boolean
  hasPasskeys: boolean
  /** Single sign-on by an organisation's domain. */
  hasOrganisations: boolean
  /** The chains whose wallets can sign in. */
  wallets: WalletChain[]
  /** True if new members may sign up. */
  isOpen: boolean
  /** The identity providers, in the order they are shown. */
  providers: ProviderName[]
}

const WALLET_CHAINS = ['ethereum', 'solana'] as const

export type WalletChain = (typeof WALLET_CHAINS)[number]

/** A chain whose wallets can sign in. */
export const WalletChainText = v.picklist(WALLET_CHAINS, 'This site does not support that wallet.')

/** The brand names of identity providers, in the order they are shown. Keys are the auth service's names. */
export const PROVIDER_TITLES = {
  google: 'Google',
  apple: 'Apple',
  azure: 'Microsoft',
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  facebook: 'Facebook',
  discord: 'Discord',
  slack_oidc: 'Slack',
  slack: 'Slack (older)',
  linkedin_oidc: 'LinkedIn',
  linkedin: 'LinkedIn (older)',
  x: 'X',
  twitter: 'Twitter',
  twitch: 'Twitch',
  spotify: 'Spotify',
  notion: 'Notion',
  figma: 'Figma',
  zoom: 'Zoom',
  kakao: 'Kakao',
  keycloak: 'Keycloak',
  workos: 'WorkOS',
  fly: 'Fly.io',
  snapchat: 'Snapchat',
  vercel_marketplace: 'Vercel',
} as const

export type ProviderName = keyof typeof PROVIDER_TITLES

const PROVIDER_NAMES = Object.keys(PROVIDER_TITLES) as ProviderName[]

/** A provider that accounts can be linked with. */
export const ProviderNameText = v.picklist(PROVIDER_NAMES, 'This site does not support that service.')

/** The methods offered while the auth service does not respond. */
export const PLAIN_OFFER: SignInOffer = {
  hasEmail: true,
  hasPhone: false,
  hasPasskeys: false,
  hasOrganisations: false,
  wallets: [],
  isOpen: true,
  providers: [],
}

const Flag = v.optional(v.boolean(), false)

/** The response of `GET /settings` of the auth service. Hosted projects may leave some of it out. */
export const AuthServiceSettings = v.pipe(
  v.object({
    external: v.record(v.string(), v.boolean()),
    disable_signup: Flag,
    saml_enabled: Flag,
    passkeys_enabled: Flag,
    web3: v.optional(v.object({ ethereum: Flag, solana: Flag }), {}),
  }),
  v.transform(
    ({ external, ...settings }): SignInOffer => ({
      hasEmail: external.email ?? true,
      hasPhone: external.phone ?? false,
      hasPasskeys: settings.passkeys_enabled,
      hasOrganisations: settings.saml_enabled,
      wallets: WALLET_CHAINS.filter((chain) => settings.web3[chain]),
      isOpen: !settings.disable_signup,
      providers: PROVIDER_NAMES.filter((name) => external[name]),
    }),
  ),
)

/** Returns the display name of a sign-in method, given the auth service's name for it. */
export function getProviderName(provider: string): string {
  if (provider.startsWith('sso:')) return 'Your organisation'
  const known: Record<string, string> = { ...PROVIDER_TITLES, email: 'Email', phone: 'Phone', web3: 'Wallet' }
  return (Object.hasOwn(known, provider) ? known[provider] : undefined) ?? provider.replace(/^custom:/, '')
}
