import type { AppError } from '../../../http/app-error.ts'
import { isEmail } from '../../kernel/values/email.ts'
import type { UserRow } from '../../tables/users.ts'

/** An e-mail address as a provider reports it. */
export interface ExternalEmail {
  address: string
  isVerified: boolean
  isPrimary: boolean
}

/** Who signed in at a provider, as the provider says. */
export interface ExternalAccount {
  /** `github`, `custom:acme`, `sso:<uuid>` or `web3`. */
  provider: string
  /** What the provider calls this person for ever: the `sub` claim, a NameID, a wallet's address. */
  subject: string
  emails: ExternalEmail[]
  /** What else it says, kept as identity_data: `full_name`, `avatar_url`, `iss`, `custom_claims` … */
  claims: Record<string, unknown>
  /** Whether an account may come of it without any e-mail: wallets, and providers set so. */
  isEmailOptional: boolean
}

/** A sign-in at a provider, proved, and what it is for. */
export interface ExternalSignIn {
  account: ExternalAccount
  audience: string
  /** Where the link of a confirmation mail leads, if one must be sent. */
  redirectTo: string
  /** The member who links one more identity to her account. */
  linkTo?: string | undefined
  /** The token of an invitation that is accepted in this way. */
  inviteToken?: string | undefined
}

/** The account of a sign-in, or why it may not be used yet; what was written up to then stays. */
export type Resolution = { kind: 'signed in'; user: UserRow } | { kind: 'refused'; error: AppError }

/** The account with addresses in lower case; what is no e-mail address is left out. */
export function normalizeAccount(account: ExternalAccount): ExternalAccount {
  const emails = account.emails
    .map((email) => ({ ...email, address: email.address.trim() }))
    .filter(({ address }) => isEmail(address))
    .map((email) => ({ ...email, address: email.address.toLowerCase() }))
  return { ...account, emails }
}

/** The address an account would get: a verified one before others, the primary one among them. */
export function findBestEmail(emails: ExternalEmail[]): ExternalEmail | undefined {
  const verified = emails.filter(({ isVerified }) => isVerified)
  const [first] = verified.length > 0 ? verified : emails
  return (verified.length > 0 ? verified : emails).find(({ isPrimary }) => isPrimary) ?? first
}

/** The data of the identity: the provider's claims, with subject and address as this service understood them. */
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
