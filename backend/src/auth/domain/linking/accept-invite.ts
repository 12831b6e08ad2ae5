import { errors } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { findIdentity } from '../../tables/identities.ts'
import { findUserByToken } from '../../tables/one-time-tokens.ts'
import { lockUser } from '../../tables/users.ts'
import { audit } from '../accounts/audit.ts'
import { confirmEmail, removeDevices } from '../accounts/confirm-account.ts'
import { getUser, isBanned } from '../accounts/get-user.ts'
import { addIdentity } from './add-identity.ts'
import { removeUnconfirmedAccess } from './confirm-by-provider.ts'
import type { ExternalAccount, Resolution } from './external-account.ts'

/** Returns the account that an invitation token belongs to. Undefined when there is none or the invitation has expired. */
export async function findInvited(
  { settings, now }: AuthDependencies,
  sql: Statements,
  token: string,
): Promise<string | undefined> {
  const found = await findUserByToken(sql, token, ['confirmation_token'])
  if (!found?.user.invited_at) return undefined
  const sentAt = found.user.confirmation_sent_at?.getTime() ?? 0
  return sentAt + settings.mailerOtpExpiryMs < now().getTime() ? undefined : found.user.id
}

/** Accepts an invitation by a sign-in with a provider that knows the invited address (auth 7.8). */
export async function acceptInvite(
  dependencies: AuthDependencies,
  sql: Statements,
  account: ExternalAccount,
  token: string,
): Promise<Resolution> {
  const invitedId = await findInvited(dependencies, sql, token)
  const user = invitedId === undefined ? undefined : await lockUser(sql, invitedId)
  if (user?.confirmation_token !== token) throw errors.inviteNotFound()
  if (!account.emails.some(({ address }) => address === user.email?.toLowerCase())) throw errors.inviteEmailMismatch()
  if (await findIdentity(sql, account.provider, account.subject)) throw errors.identityLinkedToOtherUser()
  if (isBanned(user, dependencies)) throw errors.banned()
  await addIdentity(dependencies, sql, account, user.id)
  // Someone else may have created this account before the invitation and never confirmed it.
  await removeUnconfirmedAccess(dependencies, sql, account, user)
  await removeDevices(dependencies, sql, user)
  await confirmEmail(dependencies, sql, await getUser(sql, user.id))
  const traits = { provider: account.provider }
  await audit(dependencies, sql, { user, action: 'invite_accepted', traits })
  return { kind: 'signed in', user: await getUser(sql, user.id) }
}
