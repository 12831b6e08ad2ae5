import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import type { Actor } from '../../tables/audit-log.ts'
import { createAuditEntry, toAuditEntry } from '../../tables/audit-log.ts'
import type { UserRow } from '../../tables/user-row.ts'

const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/** Returns the actor of an audit entry for a member. */
export function toActor(user: Pick<UserRow, 'id' | 'phone' | 'email' | 'is_sso_user' | 'raw_user_meta_data'>): Actor {
  const name = user.raw_user_meta_data?.full_name
  return {
    id: user.id,
    username: user.phone || user.email || '',
    viaSso: user.is_sso_user,
    ...(typeof name === 'string' ? { name } : {}),
  }
}

/** Returns the actor of an audit entry for an operator, who has a role instead of an account. */
export function toAdminActor(role: string): Actor {
  return { id: NIL_UUID, username: role, viaSso: false }
}

/** Adds an entry to the audit log. The actor is the account. */
export async function audit(
  dependencies: AuthDependencies,
  sql: Statements,
  {
    user,
    action,
    traits,
  }: {
    user: UserRow
    action: Parameters<typeof toAuditEntry>[1]
    traits?: Record<string, unknown>
  },
): Promise<void> {
  await createAuditEntry(sql, toAuditEntry(toActor(user), action, dependencies.client.ip, traits), dependencies.now())
}
