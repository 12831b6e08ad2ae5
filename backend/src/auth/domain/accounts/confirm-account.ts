import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { deleteFactorsOfUser } from '../../tables/factors.ts'
import { deleteOtherIdentities, setIdentityVerified, upsertIdentity } from '../../tables/identities.ts'
import { clearAllTokens } from '../../tables/one-time-tokens.ts'
import { deletePasskeysOfUser } from '../../tables/passkeys.ts'
import { deleteSessionsOfUser } from '../../tables/sessions.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { updateProviders, updateUser } from '../../tables/users.ts'
import { getUser } from './get-user.ts'
import { releaseAddress } from './release-address.ts'
import { toTakenError } from './taken-address.ts'

/** Marks the account's email as verified and clears all pending codes. */
export async function confirmEmail(dependencies: AuthDependencies, sql: Statements, user: UserRow): Promise<void> {
  const now = dependencies.now()
  const metadata = { ...user.raw_user_meta_data, email_verified: true }
  await updateUser(
    sql,
    user.id,
    { email_confirmed_at: user.email_confirmed_at ?? now, raw_user_meta_data: metadata, is_contested: false },
    now,
  )
  await setIdentityVerified(sql, user.id, 'email', now)
  await clearAllTokens(sql, user.id)
}

/**
 * Removes the password of an account that was never confirmed: a stranger may have chosen it and wait for the owner of
 * the address to confirm. Where unconfirmed members may sign in, the password is kept, so that a stranger cannot reset
 * it.
 */
export async function removeUnprovenPassword(
  { settings, now }: AuthDependencies,
  sql: Statements,
  { id }: UserRow,
): Promise<void> {
  if (!settings.allowUnverifiedEmail) await updateUser(sql, id, { encrypted_password: '' }, now())
}

/**
 * Marks an account with an unconfirmed email that someone other than its creator may own. Its password is removed now,
 * and every other way in once the owner confirms the address.
 */
export async function contestAccount(dependencies: AuthDependencies, sql: Statements, user: UserRow): Promise<void> {
  await updateUser(sql, user.id, { is_contested: true }, dependencies.now())
  await removeUnprovenPassword(dependencies, sql, user)
}

/** Marks the account's phone as verified and clears all pending codes. */
export async function confirmPhone(dependencies: AuthDependencies, sql: Statements, user: UserRow): Promise<void> {
  const now = dependencies.now()
  await updateUser(sql, user.id, { phone_confirmed_at: user.phone_confirmed_at ?? now }, now)
  await setIdentityVerified(sql, user.id, 'phone', now)
  await clearAllTokens(sql, user.id)
}

/** Sets a verified phone number. */
export async function setPhone(
  dependencies: AuthDependencies,
  sql: Statements,
  user: UserRow,
  phone: string,
): Promise<void> {
  const now = dependencies.now()
  await releaseAddress(dependencies, sql, 'phone', { address: phone, owner: user })
  await updateUser(sql, user.id, { phone, phone_change: '', is_anonymous: false }, now).catch((error: unknown) => {
    throw toTakenError(error) ?? error
  })
  const data = { sub: user.id, phone, phone_verified: true }
  await upsertIdentity(sql, { userId: user.id, providerId: user.id, provider: 'phone', data, now })
  await updateProviders(sql, user.id)
  await confirmPhone(dependencies, sql, await getUser(sql, user.id))
}

/** Sets a verified email address. */
export async function setEmail(
  dependencies: AuthDependencies,
  sql: Statements,
  user: UserRow,
  email: string,
): Promise<void> {
  const now = dependencies.now()
  await releaseAddress(dependencies, sql, 'email', { address: email, owner: user })
  const change = { email, email_change: '', email_change_confirm_status: 0, is_anonymous: false }
  await updateUser(sql, user.id, change, now).catch((error: unknown) => {
    throw toTakenError(error) ?? error
  })
  const data = { sub: user.id, email, email_verified: true, phone_verified: false }
  await upsertIdentity(sql, { userId: user.id, providerId: user.id, provider: 'email', data, now })
  await updateProviders(sql, user.id)
  await confirmEmail(dependencies, sql, await getUser(sql, user.id))
}

/**
 * Removes every way into an account except its email address, whose owner confirms it now, and the password. Someone
 * else may have created the account.
 */
export async function removeOtherAccess(dependencies: AuthDependencies, sql: Statements, user: UserRow): Promise<void> {
  const data = { sub: user.id, email: user.email, email_verified: true, phone_verified: false }
  const own = { provider: 'email', providerId: user.id } as const
  await upsertIdentity(sql, { userId: user.id, ...own, data, now: dependencies.now() })
  await deleteOtherIdentities(sql, user.id, own)
  await deleteSessionsOfUser(sql, user.id)
  await removeDevices(dependencies, sql, user)
  await updateProviders(sql, user.id)
}

/**
 * Removes the passkeys, factors and phone number of an account whose address now belongs to someone else. They would let
 * the former holder back in.
 */
export async function removeDevices({ now }: AuthDependencies, sql: Statements, { id }: UserRow): Promise<void> {
  await deletePasskeysOfUser(sql, id)
  await deleteFactorsOfUser(sql, id)
  await updateUser(sql, id, { phone: null, phone_confirmed_at: null, phone_change: '' }, now())
}
