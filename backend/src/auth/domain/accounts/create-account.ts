import { randomUUID } from 'node:crypto'
import { AppError } from '../../../http/app-error.ts'
import { DatabaseError } from '../../../postgres/database-error.ts'
import { errors } from '../../errors.ts'
import type { AuthParts } from '../../kernel/dependencies.ts'
import type { Statements } from '../../kernel/statements.ts'
import { createAuditEntry, toAuditEntry } from '../../tables/audit-log.ts'
import { setIdentityVerified, upsertIdentity } from '../../tables/identities.ts'
import { clearAllTokens } from '../../tables/one-time-tokens.ts'
import {
  createUser,
  findUserById,
  type NewUser,
  type UserRow,
  updateProviders,
  updateUser,
} from '../../tables/users.ts'
import { toActor } from './audit.ts'
import { announceUser, requireWelcome } from './creation-hooks.ts'

const UNIQUE_VIOLATION = '23505'

/** What an account is made of; the rest has defaults. */
export type Registration = Pick<NewUser, 'email' | 'phone' | 'passwordHash' | 'userMetadata' | 'audience'> &
  Partial<NewUser> & {
    /** False for an account that signs in elsewhere: its address is no way to sign in here. */
    hasOwnIdentities?: boolean
    /** An operator makes it: no hook is asked. */
    isByOperator?: boolean
  }

/** Creates an account with the identities of its e-mail and phone. Throws when one of them is taken. */
export async function register(
  parts: AuthParts,
  sql: Statements,
  { hasOwnIdentities = true, isByOperator = false, ...registration }: Registration,
): Promise<UserRow> {
  const { settings } = parts
  const user: NewUser = {
    id: randomUUID(),
    role: settings.jwtRole,
    emailConfirmedAt: null,
    phoneConfirmedAt: null,
    appMetadata: {},
    isAnonymous: false,
    bannedUntil: null,
    invitedAt: null,
    now: parts.now(),
    ...registration,
  }
  if (!isByOperator) await requireWelcome(parts, sql, user)
  await createUser(sql, user).catch((error: unknown) => {
    throw toTakenError(error) ?? error
  })
  if (hasOwnIdentities) await createIdentities(sql, user)
  announceUser(parts, user.id)
  return getUser(sql, user.id)
}

async function createIdentities(sql: Statements, { id, email, phone, userMetadata, now }: NewUser): Promise<void> {
  const data = { ...userMetadata, sub: id, email_verified: false, phone_verified: false }
  const shared = { userId: id, providerId: id, now }
  if (email) await upsertIdentity(sql, { ...shared, provider: 'email', data: { ...data, email } })
  if (phone) await upsertIdentity(sql, { ...shared, provider: 'phone', data: { ...data, phone } })
  if (email || phone) await updateProviders(sql, id)
}

/** The catalogue's error for an address or an id that another account has; undefined for any other failure. */
export function toTakenError(error: unknown): Error | undefined {
  if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) return undefined
  if (error.constraint_name === 'users_email_key') return errors.emailExists(error)
  if (error.constraint_name === 'users_phone_key') return errors.phoneExists(error)
  if (error.constraint_name === 'users_id_pkey') return errors.idExists(error)
  return undefined
}

/** The outcome, or undefined when the address turned out to be another account's: perhaps another request was quicker. */
export async function unlessTaken<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof AppError && (error.code === 'email_exists' || error.code === 'phone_exists')) return undefined
    throw error
  })
}

/** The account, which must be there. */
export async function getUser(sql: Statements, id: string): Promise<UserRow> {
  const user = await findUserById(sql, id)
  if (!user) throw errors.userNotFound()
  return user
}

/** Takes an account's e-mail as proved; every code that was under way is void. */
export async function confirmEmail(parts: AuthParts, sql: Statements, user: UserRow): Promise<void> {
  const now = parts.now()
  const metadata = { ...user.raw_user_meta_data, email_verified: true }
  await updateUser(
    sql,
    user.id,
    { email_confirmed_at: user.email_confirmed_at ?? now, raw_user_meta_data: metadata },
    now,
  )
  await setIdentityVerified(sql, user.id, 'email', now)
  await clearAllTokens(sql, user.id)
}

/** Takes an account's phone as proved; every code that was under way is void. */
export async function confirmPhone(parts: AuthParts, sql: Statements, user: UserRow): Promise<void> {
  const now = parts.now()
  await updateUser(sql, user.id, { phone_confirmed_at: user.phone_confirmed_at ?? now }, now)
  await setIdentityVerified(sql, user.id, 'phone', now)
  await clearAllTokens(sql, user.id)
}

/** Merges metadata by top-level keys; null takes a key away. */
export function mergeMetadata(
  present: Record<string, unknown> | null,
  change: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...present, ...change }).filter(([, value]) => value !== null))
}

export async function audit(
  parts: AuthParts,
  sql: Statements,
  {
    user,
    action,
    ip,
    traits,
  }: {
    user: UserRow
    action: Parameters<typeof toAuditEntry>[1]
    ip: string | null
    traits?: Record<string, unknown>
  },
): Promise<void> {
  await createAuditEntry(sql, toAuditEntry(toActor(user), action, ip, traits), parts.now())
}
