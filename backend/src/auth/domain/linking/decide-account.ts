import { type ExternalEmail, findBestEmail } from './external-account.ts'

/** The rows that decide to which account a sign-in with a provider belongs. */
export interface LinkingFacts {
  provider: string
  emails: ExternalEmail[]
  /** The account with exactly this identity. */
  ownerId: string | undefined
  /** The identities with one of the verified addresses. */
  identities: { userId: string; provider: string; isProved: boolean }[]
  /** The accounts with one of the addresses, without those of single sign-on. */
  accounts: { id: string; email: string }[]
  isSignupDisabled: boolean
}

/** The account that a sign-in belongs to. */
export type LinkingDecision =
  | { kind: 'known'; userId: string }
  | { kind: 'link'; userId: string }
  /** A new account, without an address when another account has it. */
  | { kind: 'create'; email: string | undefined }
  | { kind: 'ambiguous' }
  | { kind: 'reject' }

/**
 * Returns the linking domain of a provider. Each single sign-on provider is its own domain; all other providers share
 * one.
 */
export function getLinkingDomain(provider: string): string {
  return provider.startsWith('sso:') ? provider : 'default'
}

/**
 * Decides which account a sign-in belongs to (auth 6.6). Only an address that the provider has verified leads to an
 * existing account, regardless of the settings. Otherwise anyone who claims the address would get the account.
 */
export function decideAccount(facts: LinkingFacts): LinkingDecision {
  if (facts.ownerId !== undefined) return { kind: 'known', userId: facts.ownerId }
  const [userId, ...others] = listLinkable(facts)
  if (others.length > 0) return { kind: 'ambiguous' }
  if (userId !== undefined) return { kind: 'link', userId }
  if (facts.isSignupDisabled) return { kind: 'reject' }
  return { kind: 'create', email: findFreeEmail(facts) }
}

function listLinkable({ provider, emails, identities, accounts }: LinkingFacts): string[] {
  const domain = getLinkingDomain(provider)
  const verified = emails.filter(({ isVerified }) => isVerified).map(({ address }) => address)
  if (verified.length === 0) return []
  const byIdentity = identities
    .filter((identity) => identity.isProved && getLinkingDomain(identity.provider) === domain)
    .map(({ userId }) => userId)
  const byAddress = domain === 'default' ? accounts.filter(({ email }) => verified.includes(email)) : []
  return [...new Set([...byIdentity, ...byAddress.map(({ id }) => id)])]
}

/** Single sign-on accounts may share an address with other accounts. */
function findFreeEmail({ provider, emails, accounts }: LinkingFacts): string | undefined {
  const best = findBestEmail(emails)?.address
  const isTaken = getLinkingDomain(provider) === 'default' && accounts.some(({ email }) => email === best)
  return isTaken ? undefined : best
}
