import { PROVIDER_TITLES } from './sign-in-methods.ts'

/** What people call a way into their account, by the name that the auth service has for it. */
export function nameProvider(provider: string): string {
  if (provider.startsWith('sso:')) return 'Your organisation'
  const known: Record<string, string> = { ...PROVIDER_TITLES, email: 'E-mail', phone: 'Phone', web3: 'Wallet' }
  return (Object.hasOwn(known, provider) ? known[provider] : undefined) ?? provider.replace(/^custom:/, '')
}
