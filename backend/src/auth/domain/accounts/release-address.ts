import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { deleteIdentity } from '../../tables/identities.ts'
import { clearAllTokens } from '../../tables/one-time-tokens.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { findUserByEmail, findUserByPhone, lockUser, updateProviders, updateUser } from '../../tables/users.ts'

type AddressKind = 'email' | 'phone'

/**
 * Returns true when an account never confirmed its email or phone number, so that anyone may have entered it. False for
 * invited people and SSO accounts: the operator or their organisation knows the address.
 */
export function isReleasable({ settings }: AuthDependencies, kind: AddressKind, holder: UserRow): boolean {
  if (holder.invited_at !== null || holder.is_sso_user) return false
  return kind === 'email'
    ? holder.email_confirmed_at === null && !settings.mailerAutoconfirm && !settings.allowUnverifiedEmail
    : holder.phone_confirmed_at === null && !settings.smsAutoconfirm
}

/** Takes an address that `owner` confirms now from another account that never confirmed it. */
export async function releaseAddress(
  dependencies: AuthDependencies,
  sql: Statements,
  kind: AddressKind,
  { address, owner }: { address: string; owner: UserRow },
): Promise<void> {
  const find = kind === 'email' ? findUserByEmail : findUserByPhone
  const found = await find(sql, address, owner.aud ?? dependencies.settings.jwtAudience)
  if (!found || found.id === owner.id) return
  const holder = await lockUser(sql, found.id)
  if (!holder || !isReleasable(dependencies, kind, holder)) return
  await updateUser(sql, holder.id, kind === 'email' ? { email: null } : { phone: null }, dependencies.now())
  for (const { id, provider } of holder.identities) if (provider === kind) await deleteIdentity(sql, id)
  await updateProviders(sql, holder.id)
  await clearAllTokens(sql, holder.id)
}
