import { randomUUID } from 'node:crypto'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import type { Statements } from '../../kernel/statements.ts'
import { upsertIdentity } from '../../tables/identities.ts'
import { createUser, type NewUser, type UserRow, updateProviders } from '../../tables/users.ts'
import { announceUser, requireWelcome } from './creation-hooks.ts'
import { getUser } from './get-user.ts'
import { toTakenError } from './taken-address.ts'

/** What an account is made of; the rest has defaults. */
export type Registration = Pick<NewUser, 'email' | 'phone' | 'passwordHash' | 'userMetadata' | 'audience'> &
  Partial<NewUser> & {
    /** False for an account that signs in elsewhere: its address is no way to sign in here. */
    hasOwnIdentities?: boolean
    /** An operator makes it: no hook is asked. */
    isByOperator?: boolean
  }

/** Creates an account with the identities of its e-mail and phone. Throws when one of them is taken. */
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
  if (!isByOperator) await requireWelcome(dependencies, sql, user)
  await createUser(sql, user).catch((error: unknown) => {
    throw toTakenError(error) ?? error
  })
  if (hasOwnIdentities) await createIdentities(sql, user)
  announceUser(dependencies, user.id)
  return getUser(sql, user.id)
}

async function createIdentities(sql: Statements, { id, email, phone, userMetadata, now }: NewUser): Promise<void> {
  const data = { ...userMetadata, sub: id, email_verified: false, phone_verified: false }
  const shared = { userId: id, providerId: id, now }
  if (email) await upsertIdentity(sql, { ...shared, provider: 'email', data: { ...data, email } })
  if (phone) await upsertIdentity(sql, { ...shared, provider: 'phone', data: { ...data, phone } })
  if (email || phone) await updateProviders(sql, id)
}
