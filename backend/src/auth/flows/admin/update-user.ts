import { toAdminActor } from '../../domain/accounts/audit.ts'
import { getUser } from '../../domain/accounts/get-user.ts'
import { toTakenError } from '../../domain/accounts/taken-address.ts'
import { toUserJson } from '../../domain/accounts/user-json.ts'
import { requireStrongPassword } from '../../domain/passwords/password-policy.ts'
import { errors } from '../../errors.ts'
import type { Statements } from '../../kernel/dependencies.ts'
import { isSmallMetadata, mergeMetadata } from '../../kernel/values/metadata.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { createAuditEntry, toAuditEntry } from '../../tables/audit-log.ts'
import { deleteFlowStatesOfUser } from '../../tables/flow-states.ts'
import { upsertIdentity } from '../../tables/identities.ts'
import { clearAllTokens } from '../../tables/one-time-tokens.ts'
import { deleteSessionsOfUser } from '../../tables/sessions.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { type UserChange, updateProviders, updateUser } from '../../tables/users.ts'
import { parseUserFields, UserBody, type UserFields } from './user-fields.ts'
import { getUserOfPath } from './users.ts'

/** PUT /admin/users/{id}: applies all changes immediately, without codes (auth 8). */
export async function updateUserAsAdmin(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const user = await getUserOfPath(request)
  const body = await readBody(request, UserBody)
  if (body.password) await requireStrongPassword(dependencies, body.password)
  const fields = await parseUserFields(dependencies, body)
  const changed = await dependencies.sql.begin((sql) => apply(request, sql, { user, body, fields }))
  return request.json(toUserJson(changed))
}

interface Change {
  user: UserRow
  body: UserBody
  fields: UserFields
}

async function apply(request: AuthRequest, sql: Statements, change: Change): Promise<UserRow> {
  const { dependencies, admin } = request.var
  const { user, fields } = change
  const now = dependencies.now()
  await updateUser(sql, user.id, toColumns(change, now), now).catch((error: unknown) => {
    throw toTakenError(error) ?? error
  })
  await setIdentities(sql, change, now)
  if (fields.email || fields.phone) await updateProviders(sql, user.id)
  const isNewAddress = (fields.email ?? user.email) !== user.email || (fields.phone ?? user.phone) !== user.phone
  // Codes and links that were sent to the old address must not open the account any more.
  if (isNewAddress || fields.passwordHash) await clearAllTokens(sql, user.id)
  if (fields.passwordHash) {
    await deleteFlowStatesOfUser(sql, user.id)
    await deleteSessionsOfUser(sql, user.id)
  }
  const traits = { user_id: user.id, user_email: user.email, user_phone: user.phone }
  await createAuditEntry(
    sql,
    toAuditEntry(toAdminActor(admin.role), 'user_modified', dependencies.client.ip, traits),
    now,
  )
  return getUser(sql, user.id)
}

function toColumns({ user, body, fields }: Change, now: Date): UserChange {
  const hasMetadata = body.user_metadata !== undefined || body.email_confirm
  const metadata = mergeMetadata(user.raw_user_meta_data, {
    ...body.user_metadata,
    ...(body.email_confirm ? { email_verified: true } : {}),
  })
  if (body.user_metadata) requireSmall('user_metadata', metadata)
  const appMetadata = mergeMetadata(user.raw_app_meta_data, body.app_metadata ?? {})
  if (body.app_metadata) requireSmall('app_metadata', appMetadata)
  return {
    ...(fields.email ? { email: fields.email } : {}),
    ...(fields.phone ? { phone: fields.phone } : {}),
    ...(fields.passwordHash ? { encrypted_password: fields.passwordHash } : {}),
    ...(fields.bannedUntil === undefined ? {} : { banned_until: fields.bannedUntil }),
    ...(body.aud ? { aud: body.aud } : {}),
    ...(body.role ? { role: body.role } : {}),
    ...(body.email_confirm ? { email_confirmed_at: user.email_confirmed_at ?? now } : {}),
    ...(body.phone_confirm ? { phone_confirmed_at: user.phone_confirmed_at ?? now } : {}),
    ...(user.is_anonymous && (body.email_confirm || body.phone_confirm) ? { is_anonymous: false } : {}),
    ...(hasMetadata ? { raw_user_meta_data: metadata } : {}),
    ...(body.app_metadata ? { raw_app_meta_data: appMetadata } : {}),
  }
}

function requireSmall(field: string, metadata: Record<string, unknown>): void {
  if (!isSmallMetadata(metadata)) throw errors.validation(`${field} must not be larger than 64 KiB`)
}

async function setIdentities(sql: Statements, { user, body, fields }: Change, now: Date): Promise<void> {
  const shared = { userId: user.id, providerId: user.id, now }
  const { email, phone } = fields
  if (email) {
    const data = { sub: user.id, email, email_verified: body.email_confirm }
    await upsertIdentity(sql, { ...shared, provider: 'email', data })
  }
  if (phone) {
    const data = { sub: user.id, phone, phone_verified: body.phone_confirm }
    await upsertIdentity(sql, { ...shared, provider: 'phone', data })
  }
}
