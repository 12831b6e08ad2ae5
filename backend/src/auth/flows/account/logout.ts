import { audit } from '../../domain/accounts/audit.ts'
import { errors } from '../../errors.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { deleteOtherSessions, deleteSession, deleteSessionsOfUser } from '../../tables/sessions.ts'

/** POST /logout?scope=global|local|others (auth 7.7). */
export async function logout(request: AuthRequest): Promise<Response> {
  const { dependencies, signedIn } = request.var
  const { user, session } = signedIn
  const scope = request.req.query('scope') || 'global'
  if (!['global', 'local', 'others'].includes(scope)) throw errors.validation(`Unsupported logout scope "${scope}"`)
  if (session?.oauth_client_id && scope !== 'local') throw errors.tokenOfOauthClient()
  await dependencies.sql.begin(async (sql) => {
    await audit(dependencies, sql, { user, action: 'logout' })
    if (scope === 'local' && session) await deleteSession(sql, session.id)
    if (scope === 'others') await deleteOtherSessions(sql, user.id, session?.id)
    if (scope === 'global') await deleteSessionsOfUser(sql, user.id)
  })
  return request.body(null, 204)
}
