import { randomUUID } from 'node:crypto'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { upsertIdentity } from '../../tables/identities.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { createUser, findUserById, markAsOperator, type NewUser, updateProviders } from '../../tables/users.ts'
import { callHook, hasHook } from '../hooks/call-hook.ts'
import { getUser } from './get-user.ts'
import { toTakenError } from './taken-address.ts'
import { toUserJson } from './user-json.ts'

/** The data of a new account; missing fields get defaults. */
export type Registration = Pick<NewUser, 'email' | 'phone' | 'passwordHash' | 'userMetadata' | 'audience'> &
  Partial<NewUser> & {
    /** False for accounts that cannot sign in with their address, such as those of single sign-on. */
    hasOwnIdentities?: boolean
    /** Created by an operator: no hook is called, and registration need not be open. */
    isByOperator?: boolean
  }

/** Creates an account with the identities of its email and phone. Throws when one of them is taken. */
export async function createAccount(
  dependencies: AuthDependencies,
  sql: Statements,
  { hasOwnIdentities = true, isByOperator = false, ...registration }: Registration,
): Promise<UserRow> {
  const { settings } = dependencies
  const user: NewUser = {
    id: randomUUID(),
    role: settings.jwtRole,
    emailConfirmedAt: null,
    phoneConfirmedAt: null,
    appMetadata: {},
    isAnonymous: false,
    bannedUntil: null,
    invitedAt: null,
    now: dependencies.now(),
    ...registration,
  }
  if (isByOperator) await markAsOperator(sql)
  else await requireCreationAllowed(dependencies, sql, user)
  await createUser(sql, user).catch((error: unknown) => {
    throw toTakenError(error) ?? error
  })
  if (hasOwnIdentities) await createIdentities(sql, user)
  notifyUserCreated(dependencies, user.id)
  return getUser(sql, user.id)
}

async function createIdentities(sql: Statements, { id, email, phone, userMetadata, now }: NewUser): Promise<void> {
  const data = { ...userMetadata, sub: id, email_verified: false, phone_verified: false }
  const shared = { userId: id, providerId: id, now }
  if (email) await upsertIdentity(sql, { ...shared, provider: 'email', data: { ...data, email } })
  if (phone) await upsertIdentity(sql, { ...shared, provider: 'phone', data: { ...data, phone } })
  if (email || phone) await updateProviders(sql, id)
}

/** Calls the hook `before_user_created`. Throws the hook's error when it denies the account. */
export async function requireCreationAllowed(
  dependencies: AuthDependencies,
  sql: Statements,
  user: NewUser,
): Promise<void> {
  if (!hasHook(dependencies, 'before-user-created')) return
  await callHook(dependencies, sql, 'before-user-created', { user: toNewUserJson(user) })
}

/** Calls the hook `after_user_created` once the account is committed. The hook's response has no effect. */
export function notifyUserCreated(dependencies: AuthDependencies, id: string): void {
  if (!hasHook(dependencies, 'after-user-created')) return
  dependencies.afterResponse(async () => {
    // The transaction may have failed, or the account may be deleted already.
    const user = await findUserById(dependencies.sql, id)
    if (user) await callHook(dependencies, dependencies.sql, 'after-user-created', { user: toUserJson(user) })
  })
}

function toNewUserJson(user: NewUser): Record<string, unknown> {
  return {
    id: user.id,
    aud: user.audience,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    identities: [],
    created_at: user.now.toISOString(),
    updated_at: user.now.toISOString(),
    is_anonymous: user.isAnonymous,
  }
}
