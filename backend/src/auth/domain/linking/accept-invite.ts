import { errors } from '../../errors.ts'
import type { AuthRequest } from '../../kernel/dependencies.ts'
import type { Statements } from '../../kernel/statements.ts'
import { isBanned } from '../../requests/guards.ts'
import { getClient } from '../../requests/request-client.ts'
import { findIdentity } from '../../tables/identities.ts'
import { findUserByToken } from '../../tables/one-time-tokens.ts'
import { lockUser } from '../../tables/users.ts'
import { audit, confirmEmail, getUser } from '../accounts/create-account.ts'
import type { ExternalAccount } from './external-account.ts'
import { addIdentity, dropUnconfirmed } from './resolve-account.ts'
import type { Resolution } from './sign-in-externally.ts'

/** The account that a token of an invitation is for. Undefined when there is none. */
export async function findInvited(sql: Statements, token: string): Promise<string | undefined> {
  const found = await findUserByToken(sql, token, ['confirmation_token'])
  return found?.user.invited_at ? found.user.id : undefined
}

/** Accepts an invitation by signing in at a provider that knows the invited address. Contract §7.8. */
export async function acceptInvite(
  request: AuthRequest,
  sql: Statements,
  account: ExternalAccount,
  token: string,
): Promise<Resolution> {
  const { parts } = request.var
  const invitedId = await findInvited(sql, token)
  const user = invitedId === undefined ? undefined : await lockUser(sql, invitedId)
  if (user?.confirmation_token !== token) throw errors.inviteNotFound()
  if (!account.emails.some(({ address }) => address === user.email?.toLowerCase())) throw errors.inviteEmailMismatch()
  if (await findIdentity(sql, account.provider, account.subject)) throw errors.identityIsAnothers()
  if (isBanned(user, parts)) throw errors.banned()
  await addIdentity(parts, sql, account, user.id)
  // The invitation may have met an account that somebody else began and never confirmed.
  await dropUnconfirmed(parts, sql, account, user)
  await confirmEmail(parts, sql, await getUser(sql, user.id))
  const traits = { provider: account.provider }
  await audit(parts, sql, { user, action: 'invite_accepted', ip: getClient(request).ip, traits })
  return { kind: 'signed in', user: await getUser(sql, user.id) }
}
