import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { toAdminActor } from '../../domain/accounts/audit.ts'
import type { Statements } from '../../kernel/dependencies.ts'
import { readOptionalBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { anonymizeUser } from '../../tables/admin-users.ts'
import { createAuditEntry, toAuditEntry } from '../../tables/audit-log.ts'
import { anonymizeIdentities } from '../../tables/identities.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { deleteUser as deleteUserRow } from '../../tables/users.ts'
import { getUserOfPath } from './users.ts'

const Body = v.object({ should_soft_delete: v.optional(v.boolean(), false) })
const PHONE_LENGTH = 15

/** DELETE /admin/users/{id}. A soft deletion keeps the row and removes all personal data from it (auth 8). */
export async function deleteUser(request: AuthRequest): Promise<Response> {
  const { dependencies, admin } = request.var
  const user = await getUserOfPath(request)
  const { should_soft_delete: isSoft } = await readOptionalBody(request, Body)
  await dependencies.sql.begin(async (sql) => {
    if (!isSoft) await deleteUserRow(sql, user.id)
    else if (!user.deleted_at) await blank(sql, user, dependencies.now())
    const traits = { user_id: user.id, user_email: user.email, user_phone: user.phone }
    const entry = toAuditEntry(toAdminActor(admin.role), 'user_deleted', dependencies.client.ip, traits)
    await createAuditEntry(sql, entry, dependencies.now())
  })
  return request.json({})
}

async function blank(sql: Statements, user: UserRow, now: Date): Promise<void> {
  const hash = (value: string | null) =>
    value ? createHash('sha256').update(user.id).update(value).digest('base64url') : ''
  const blanked = {
    id: user.id,
    email: hash(user.email),
    phone: hash(user.phone).slice(0, PHONE_LENGTH),
    emailChange: hash(user.email_change),
    phoneChange: hash(user.phone_change).slice(0, PHONE_LENGTH),
  }
  await anonymizeUser(sql, blanked, now)
  const identities = user.identities.map(({ id, provider_id: subject }) => ({ id, providerId: hash(subject) }))
  await anonymizeIdentities(sql, identities)
}
