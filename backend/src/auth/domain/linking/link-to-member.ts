import { errors } from '../../errors.ts'
import type { AuthRequest } from '../../kernel/dependencies.ts'
import type { Statements } from '../../kernel/statements.ts'
import { isBanned } from '../../requests/guards.ts'
import { findIdentity } from '../../tables/identities.ts'
import { lockUser, type UserRow, updateUser } from '../../tables/users.ts'
import { confirmEmail, getUser, toTakenError } from '../accounts/create-account.ts'
import { sendCode } from '../codes/send-email-code.ts'
import { type ExternalAccount, findBestEmail } from './external-account.ts'
import { addIdentity, auditLinked } from './resolve-account.ts'
import type { ExternalSignIn, Resolution } from './sign-in-externally.ts'

/** Adds an identity to the account of the member who asked for it. Contract §7.9. */
export async function linkToMember(
  request: AuthRequest,
  sql: Statements,
  signIn: ExternalSignIn & { linkTo: string },
): Promise<Resolution> {
  const { account, linkTo } = signIn
  const { parts } = request.var
  const user = await lockUser(sql, linkTo)
  if (!user || user.deleted_at) throw errors.userNotFound()
  if (isBanned(user, parts)) throw errors.banned()
  const present = await findIdentity(sql, account.provider, account.subject)
  if (present) throw present.user_id === user.id ? errors.identityIsMine() : errors.identityIsAnothers()
  await addIdentity(parts, sql, account, user.id)
  await auditLinked(request, sql, account, user)
  if (user.email) return { kind: 'signed in', user: await getUser(sql, user.id) }
  return adoptEmail(request, sql, signIn, user)
}

/** An account without an address takes that of its new identity; an anonymous one becomes a member's by it. */
async function adoptEmail(
  request: AuthRequest,
  sql: Statements,
  { account, redirectTo }: ExternalSignIn,
  user: UserRow,
): Promise<Resolution> {
  const { parts } = request.var
  const email = findBestEmail(account.emails)
  if (!email) return { kind: 'signed in', user: await becomePermanent(request, sql, user) }
  const now = parts.now()
  await updateUser(sql, user.id, { email: email.address, email_confirmed_at: null }, now).catch((error: unknown) => {
    // Without a cause: this is no race to be run again, the address is another account's.
    throw toTakenError(error) ? errors.emailExists() : error
  })
  if (!email.isVerified && !parts.settings.mailerAutoconfirm)
    return askForProof(request, sql, user.id, redirectTo, account)
  await confirmEmail(parts, sql, await getUser(sql, user.id))
  return { kind: 'signed in', user: await becomePermanent(request, sql, user) }
}

async function askForProof(
  request: AuthRequest,
  sql: Statements,
  userId: string,
  redirectTo: string,
  { provider }: ExternalAccount,
): Promise<Resolution> {
  const { parts } = request.var
  const user = await getUser(sql, userId)
  await sendCode(parts, sql, { user, kind: 'signup', recipient: user.email ?? '', redirectTo })
  return { kind: 'refused', error: errors.linkedEmailNotConfirmed(provider) }
}

async function becomePermanent({ var: { parts } }: AuthRequest, sql: Statements, user: UserRow): Promise<UserRow> {
  if (user.is_anonymous) await updateUser(sql, user.id, { is_anonymous: false }, parts.now())
  return getUser(sql, user.id)
}
