import type { AppError } from '../../../http/app-error.ts'
import { isEmail } from '../../kernel/values/email.ts'
import type { UserRow } from '../../tables/user-row.ts'

/** An email address as a provider reports it. */
export interface ExternalEmail {
  address: string
  isVerified: boolean
  isPrimary: boolean
}

/** The account at a provider, as the provider reports it. */
export interface ExternalAccount {
  /** `github`, `custom:acme`, `sso:<uuid>` or `web3`. */
  provider: string
  /** The provider's permanent id of this person: the `sub` claim, a NameID, a wallet's address. */
  subject: string
  emails: ExternalEmail[]
  /** Other claims, stored as identity_data: `full_name`, `avatar_url`, `iss`, `custom_claims` … */
  claims: Record<string, unknown>
  /** True if an account may be created without an email: for wallets, and for providers configured so. */
  isEmailOptional: boolean
}

/** A verified sign-in with a provider, and its purpose. */
export interface ExternalSignIn {
  account: ExternalAccount
  audience: string
  /** The target of the link in a confirmation email, if one must be sent. */
  redirectTo: string
  /** The member who links another identity to their account. */
  linkTo?: string | undefined
  /** The token of an invitation that this sign-in accepts. */
  inviteToken?: string | undefined
}

/** The account of a sign-in, or the reason why it may not be used yet. Writes up to that point are committed. */
export type Resolution = { kind: 'signed in'; user: UserRow } | { kind: 'rejected'; error: AppError }

/** Lower-cases the addresses and drops those that are not email addresses. */
export function normalizeAccount(account: ExternalAccount): ExternalAccount {
  const emails = account.emails
    .map((email) => ({ ...email, address: email.address.trim() }))
    .filter(({ address }) => isEmail(address))
    .map((email) => ({ ...email, address: email.address.toLowerCase() }))
  return { ...account, emails }
}

/** Returns the address an account would get: verified before unverified, primary before others. */
export function findBestEmail(emails: ExternalEmail[]): ExternalEmail | undefined {
  const verified = emails.filter(({ isVerified }) => isVerified)
  const [first] = verified.length > 0 ? verified : emails
  return (verified.length > 0 ? verified : emails).find(({ isPrimary }) => isPrimary) ?? first
}

/**
 * Returns the data of the identity: the provider's claims, with subject and address as this service understood them.
 */
export function toIdentityData({ subject, emails, claims }: ExternalAccount): Record<string, unknown> {
  const best = findBestEmail(emails)
  return {
    ...claims,
    sub: subject,
    provider_id: subject,
    ...(best ? { email: best.address } : {}),
    email_verified: best?.isVerified ?? false,
    phone_verified: false,
  }
}
