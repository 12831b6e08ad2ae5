import { errors } from '../../errors.ts'
import { isUuid } from '../../kernel/values/uuid.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { type FactorRow, findFactor } from '../../tables/factors.ts'
import type { SessionRow } from '../../tables/session-row.ts'

/** Returns the member's factor in the path. Throws when it does not exist. */
export async function getFactorOfPath(request: AuthRequest): Promise<FactorRow> {
  const { dependencies, signedIn } = request.var
  const id = request.req.param('id')
  if (!isUuid(id)) throw errors.badId('factor_id must be an UUID')
  const factor = await findFactor(dependencies.sql, signedIn.user.id, id)
  if (!factor) throw errors.factorNotFound()
  return factor
}

/** Returns the session to raise. Throws for tokens without a session. */
export function getSession(request: AuthRequest): SessionRow {
  const { session } = request.var.signedIn
  if (!session) throw errors.sessionNotFound()
  return session
}
