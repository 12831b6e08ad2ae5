import { errors } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { findIdentity } from '../../tables/identities.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { lockUser, updateUser } from '../../tables/users.ts'
import { confirmEmail } from '../accounts/confirm-account.ts'
import { getUser, isBanned } from '../accounts/get-user.ts'
import { toTakenError } from '../accounts/taken-address.ts'
import { sendEmailCode } from '../codes/send-email-code.ts'
import { addIdentity, auditLinked } from './add-identity.ts'
import { type ExternalAccount, type ExternalSignIn, findBestEmail, type Resolution } from './external-account.ts'

/** Adds an identity to the account of the signed-in member (auth 7.9). */
export async function linkToMember(
  dependencies: AuthDependencies,
  sql: Statements,
  signIn: ExternalSignIn & { linkTo: string },
): Promise<Resolution> {
  const { account, linkTo } = signIn
  const user = await lockUser(sql, linkTo)
  if (!user || user.deleted_at) throw errors.userNotFound()
  if (isBanned(user, dependencies)) throw errors.banned()
  const present = await findIdentity(sql, account.provider, account.subject)
  if (present) throw present.user_id === user.id ? errors.identityAlreadyLinked() : errors.identityLinkedToOtherUser()
  await addIdentity(dependencies, sql, account, user.id)
  await auditLinked(dependencies, sql, account, user)
  if (user.email) return { kind: 'signed in', user: await getUser(sql, user.id) }
  return adoptEmail(dependencies, sql, signIn, user)
}

/** Copies the email of a new identity to an account without one. An anonymous account becomes permanent. */
async function adoptEmail(
  dependencies: AuthDependencies,
  sql: Statements,
  { account, redirectTo }: ExternalSignIn,
  user: UserRow,
): Promise<Resolution> {
  const email = findBestEmail(account.emails)
  if (!email) return { kind: 'signed in', user: await convertToPermanent(dependencies, sql, user) }
  const now = dependencies.now()
  await updateUser(sql, user.id, { email: email.address, email_confirmed_at: null }, now).catch((error: unknown) => {
    // Without a cause, so that it is not retried: the address belongs to another account.
    throw toTakenError(error) ? errors.emailExists() : error
  })
  if (!email.isVerified && !dependencies.settings.mailerAutoconfirm)
    return requestConfirmation(dependencies, sql, user.id, redirectTo, account)
  await confirmEmail(dependencies, sql, await getUser(sql, user.id))
  return { kind: 'signed in', user: await convertToPermanent(dependencies, sql, user) }
}

async function requestConfirmation(
  dependencies: AuthDependencies,
  sql: Statements,
  userId: string,
  redirectTo: string,
  { provider }: ExternalAccount,
): Promise<Resolution> {
  const user = await getUser(sql, userId)
  await sendEmailCode(dependencies, sql, { user, kind: 'signup', recipient: user.email ?? '', redirectTo })
  return { kind: 'rejected', error: errors.linkedEmailNotConfirmed(provider) }
}

async function convertToPermanent(dependencies: AuthDependencies, sql: Statements, user: UserRow): Promise<UserRow> {
  if (user.is_anonymous) await updateUser(sql, user.id, { is_anonymous: false }, dependencies.now())
  return getUser(sql, user.id)
}
