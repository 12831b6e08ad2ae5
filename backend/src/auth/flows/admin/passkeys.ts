import { toAdminActor } from '../../domain/accounts/audit.ts'
import { errors } from '../../errors.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { createAuditEntry, toAuditEntry } from '../../tables/audit-log.ts'
import { deletePasskey as deletePasskeyRow, listPasskeys as listPasskeyRows } from '../../tables/passkeys.ts'
import { getPasskeyId } from '../passkeys/own-passkeys.ts'
import { toPasskeyJson } from '../passkeys/passkey-access.ts'
import { getUserOfPath } from './users.ts'

/** GET /admin/users/{id}/passkeys (auth 8). */
export async function listPasskeys(request: AuthRequest): Promise<Response> {
  const user = await getUserOfPath(request)
  return request.json((await listPasskeyRows(request.var.dependencies.sql, user.id)).map(toPasskeyJson))
}

/** DELETE /admin/users/{id}/passkeys/{passkeyId} (auth 8). */
export async function deletePasskey(request: AuthRequest): Promise<Response> {
  const { dependencies, admin } = request.var
  const user = await getUserOfPath(request)
  const id = getPasskeyId(request)
  if (!(await deletePasskeyRow(dependencies.sql, id, user.id))) throw errors.passkeyNotFound()
  const traits = { user_id: user.id, passkey_id: id }
  const entry = toAuditEntry(toAdminActor(admin.role), 'passkey_deleted', dependencies.client.ip, traits)
  await createAuditEntry(dependencies.sql, entry, dependencies.now())
  return request.body(null, 204)
}
