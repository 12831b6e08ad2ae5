import { errors } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { deleteOtherIdentities } from '../../tables/identities.ts'
import { clearAllTokens } from '../../tables/one-time-tokens.ts'
import { deleteSessionsOfUser } from '../../tables/sessions.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { updateProviders, updateUser } from '../../tables/users.ts'
import { audit } from '../accounts/audit.ts'
import { confirmEmail, removeDevices } from '../accounts/confirm-account.ts'
import { getUser } from '../accounts/get-user.ts'
import { sendEmailCode } from '../codes/send-email-code.ts'
import {
  type ExternalAccount,
  type ExternalSignIn,
  findBestEmail,
  type Resolution,
  toIdentityData,
} from './external-account.ts'

/**
 * Confirms an unconfirmed address, because the provider has verified it or the member has followed an emailed link.
 * Someone else may have created the account, so everything that could let them back in is removed first. `isKnown`
 * means that the identity belonged to the account before.
 */
export async function confirmByProvider(
  dependencies: AuthDependencies,
  sql: Statements,
  { account, redirectTo }: ExternalSignIn,
  user: UserRow,
  isKnown: boolean,
): Promise<Resolution> {
  const { mailerAutoconfirm, allowUnverifiedEmail } = dependencies.settings
  const isProven = mailerAutoconfirm || isEmailVerifiedByProvider(account, user)
  // A sign-in with an identity of the account that proves nothing new must not remove anything either.
  if (isProven || !isKnown) await removeUnconfirmedAccess(dependencies, sql, account, user)
  const cleared = await getUser(sql, user.id)
  if (isProven) {
    if (user.email) await removeDevices(dependencies, sql, user)
    await confirmEmail(dependencies, sql, cleared)
    const traits = { provider: account.provider }
    await audit(dependencies, sql, { user: cleared, action: 'user_signedup', traits })
    return { kind: 'signed in', user: await getUser(sql, user.id) }
  }
  // If unconfirmed members may sign in, only the first sign-in sends the email.
  if (user.email && !(isKnown && allowUnverifiedEmail))
    await sendEmailCode(dependencies, sql, { user: cleared, kind: 'signup', recipient: user.email, redirectTo })
  if (allowUnverifiedEmail) return { kind: 'signed in', user: await getUser(sql, user.id) }
  const error = errors.providerEmailNeedsVerification(account.provider, Boolean(user.email))
  // The address belongs to another account. Thrown, so that no account is created: it could never be used, and the
  // member could not link the identity to their own account.
  if (!user.email) throw error
  return { kind: 'rejected', error }
}

/** Removes all ways into an account except the identity that signs in now. */
export async function removeUnconfirmedAccess(
  dependencies: AuthDependencies,
  sql: Statements,
  account: ExternalAccount,
  user: UserRow,
): Promise<void> {
  await deleteOtherIdentities(sql, user.id, { provider: account.provider, providerId: account.subject })
  await deleteSessionsOfUser(sql, user.id)
  await clearAllTokens(sql, user.id)
  const change = { encrypted_password: '', raw_user_meta_data: toIdentityData(account) }
  await updateUser(sql, user.id, change, dependencies.now())
  await updateProviders(sql, user.id)
}

/** Returns true when the provider has verified exactly the address of the account. */
function isEmailVerifiedByProvider({ emails }: ExternalAccount, { email }: UserRow): boolean {
  if (email) return emails.some(({ address, isVerified }) => isVerified && address === email.toLowerCase())
  return findBestEmail(emails)?.isVerified ?? false
}
