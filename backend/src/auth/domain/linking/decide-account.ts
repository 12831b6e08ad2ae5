import { type ExternalEmail, findBestEmail } from './external-account.ts'

/** What the database knows about somebody who signed in at a provider. */
export interface LinkingFacts {
  provider: string
  emails: ExternalEmail[]
  /** The account that has this very identity. */
  ownerId: string | undefined
  /** The identities with one of the verified addresses. */
  identities: { userId: string; provider: string; isProved: boolean }[]
  /** The accounts, those of single sign-on left out, with one of the addresses. */
  accounts: { id: string; email: string }[]
  isSignupDisabled: boolean
}

/** Which account a sign-in is for. */
export type LinkingDecision =
  | { kind: 'known'; userId: string }
  | { kind: 'link'; userId: string }
  /** A new account; without an address when that is another account's. */
  | { kind: 'create'; email: string | undefined }
  | { kind: 'ambiguous' }
  | { kind: 'refuse' }

/** Each single sign-on provider is a domain of its own and links with none; all others share one. */
export function getLinkingDomain(provider: string): string {
  return provider.startsWith('sso:') ? provider : 'default'
}

/**
 * Finds the account of a sign-in: contract §6.6. Only an address that the provider has verified leads to an account that is
 * there, whatever the settings say: an unproved one would give the account to whoever claims its address.
 */
export function decideAccount(facts: LinkingFacts): LinkingDecision {
  if (facts.ownerId !== undefined) return { kind: 'known', userId: facts.ownerId }
  const [userId, ...others] = listLinkable(facts)
  if (others.length > 0) return { kind: 'ambiguous' }
  if (userId !== undefined) return { kind: 'link', userId }
  if (facts.isSignupDisabled) return { kind: 'refuse' }
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

/** Accounts of single sign-on may repeat an address. */
function findFreeEmail({ provider, emails, accounts }: LinkingFacts): string | undefined {
  const best = findBestEmail(emails)?.address
  const isTaken = getLinkingDomain(provider) === 'default' && accounts.some(({ email }) => email === best)
  return isTaken ? undefined : best
}
