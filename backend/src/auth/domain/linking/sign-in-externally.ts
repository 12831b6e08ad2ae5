import { AppError } from '../../../http/app-error.ts'
import { DatabaseError } from '../../../postgres/database-error.ts'
import type { AuthRequest } from '../../kernel/dependencies.ts'
import type { Statements } from '../../kernel/statements.ts'
import type { UserRow } from '../../tables/users.ts'
import { acceptInvite } from './accept-invite.ts'
import { type ExternalAccount, normalizeAccount } from './external-account.ts'
import { linkToMember } from './link-to-member.ts'
import { resolveAccount } from './resolve-account.ts'

const UNIQUE_VIOLATION = '23505'

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

/**
 * Finds, links or makes the account of somebody who signed in at a provider (contract §6.6), then does `work` (open a session,
 * note the account at the flow) in the same transaction. OAuth, ID tokens, SAML and wallets all come here. Writes the audit
 * entry of the sign-in, so `work` opens its session with `isAudited: false`. Throws what the client may read:
 * `signup_disabled`, `user_banned`, `provider_email_needs_verification`, `identity_already_exists` and others.
 */
export async function signInExternally<T>(
  request: AuthRequest,
  signIn: ExternalSignIn,
  work: (sql: Statements, user: UserRow) => Promise<T>,
): Promise<T> {
  const attempt = () => attemptSignIn(request, { ...signIn, account: normalizeAccount(signIn.account) }, work)
  // Another request may have made the same identity or account between our look and our insert: then look again, once.
  return attempt().catch((error: unknown) => {
    if (isLostRace(error)) return attempt()
    throw error
  })
}

async function attemptSignIn<T>(
  request: AuthRequest,
  signIn: ExternalSignIn,
  work: (sql: Statements, user: UserRow) => Promise<T>,
): Promise<T> {
  const { parts } = request.var
  const outcome = await parts.sql.begin(async (sql) => {
    const resolution = await resolve(request, sql, signIn)
    if (resolution.kind === 'refused') return resolution
    return { kind: 'done' as const, result: await work(sql, resolution.user) }
  })
  parts.mailer.deliver()
  if (outcome.kind === 'refused') throw outcome.error
  return outcome.result
}

async function resolve(request: AuthRequest, sql: Statements, signIn: ExternalSignIn): Promise<Resolution> {
  const { inviteToken, linkTo } = signIn
  if (inviteToken) return acceptInvite(request, sql, signIn.account, inviteToken)
  if (linkTo) return linkToMember(request, sql, { ...signIn, linkTo })
  return resolveAccount(request, sql, signIn)
}

function isLostRace(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error
  return cause instanceof DatabaseError && cause.code === UNIQUE_VIOLATION
}
