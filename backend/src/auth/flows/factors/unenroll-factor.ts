import { audit } from '../../domain/accounts/audit.ts'
import { FACTOR_TYPES } from '../../domain/factors/factor-types.ts'
import { errors } from '../../errors.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { deleteFactor } from '../../tables/factors.ts'
import { downgradeSessions } from '../../tables/sessions.ts'
import { getFactorOfPath } from './factor-of-path.ts'

/** DELETE /factors/{id} (auth 7.10). */
export async function unenrollFactor(request: AuthRequest): Promise<Response> {
  const { dependencies, signedIn } = request.var
  const { user, session } = signedIn
  const factor = await getFactorOfPath(request)
  if (factor.status === 'verified' && session?.aal !== 'aal2') throw errors.aal2ToUnenroll()
  await dependencies.sql.begin(async (sql) => {
    await downgradeSessions(sql, factor.id, FACTOR_TYPES[factor.factor_type].method)
    await deleteFactor(sql, factor.id)
    const traits = { factor_id: factor.id, factor_status: factor.status, session_id: session?.id }
    await audit(dependencies, sql, { user, action: 'factor_unenrolled', traits })
  })
  return request.json({ id: factor.id })
}
