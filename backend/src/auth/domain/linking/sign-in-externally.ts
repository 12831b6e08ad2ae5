import { AppError } from '../../../http/app-error.ts'
import { DatabaseError } from '../../../postgres/statements/database-error.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { acceptInvite } from './accept-invite.ts'
import type { ExternalSignIn, Resolution } from './external-account.ts'
import { normalizeAccount } from './external-account.ts'
import { linkToMember } from './link-to-member.ts'
import { resolveAccount } from './resolve-account.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Finds, links or creates the account of a sign-in with a provider (auth 6.6), then runs `work` in the same
 * transaction, for example to open a session. OAuth, ID tokens, SAML and wallets all use it. Writes the audit entry of
 * the sign-in, so `work` opens its session with `isAudited: false`. Throws errors that the client may read:
 * `signup_disabled`, `user_banned`, `provider_email_needs_verification`, `identity_already_exists` and others.
 */
export async function signInExternally<T>(
  dependencies: AuthDependencies,
  signIn: ExternalSignIn,
  work: (sql: Statements, user: UserRow) => Promise<T>,
): Promise<T> {
  const attempt = () => attemptSignIn(dependencies, { ...signIn, account: normalizeAccount(signIn.account) }, work)
  // A concurrent request may have created the same identity or account between our read and our insert. Retry once.
  return attempt().catch((error: unknown) => {
    if (isLostRace(error)) return attempt()
    throw error
  })
}

async function attemptSignIn<T>(
  dependencies: AuthDependencies,
  signIn: ExternalSignIn,
  work: (sql: Statements, user: UserRow) => Promise<T>,
): Promise<T> {
  const outcome = await dependencies.sql.begin(async (sql) => {
    const resolution = await resolve(dependencies, sql, signIn)
    if (resolution.kind === 'rejected') return resolution
    return { kind: 'done' as const, result: await work(sql, resolution.user) }
  })
  dependencies.mailer.deliver()
  if (outcome.kind === 'rejected') throw outcome.error
  return outcome.result
}

async function resolve(dependencies: AuthDependencies, sql: Statements, signIn: ExternalSignIn): Promise<Resolution> {
  const { inviteToken, linkTo } = signIn
  if (inviteToken) return acceptInvite(dependencies, sql, signIn.account, inviteToken)
  if (linkTo) return linkToMember(dependencies, sql, { ...signIn, linkTo })
  return resolveAccount(dependencies, sql, signIn)
}

function isLostRace(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error
  return cause instanceof DatabaseError && cause.code === UNIQUE_VIOLATION
}
