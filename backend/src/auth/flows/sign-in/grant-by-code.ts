import * as v from 'valibot'
import { isBanned } from '../../domain/accounts/get-user.ts'
import { issueSession } from '../../domain/sessions/issue-session.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { isVerifierOf } from '../../kernel/values/pkce.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { respondWithTokens } from '../../requests/respond-with-tokens.ts'
import { deleteFlowState, type FlowStateRow, lockFlowState } from '../../tables/flow-states.ts'
import { findUserById } from '../../tables/users.ts'

const Body = v.object({ auth_code: v.optional(v.string(), ''), code_verifier: v.optional(v.string(), '') })

/** POST /token?grant_type=pkce (auth 7.2). */
export async function grantByCode(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const { auth_code: code, code_verifier: verifier } = await readBody(request, Body)
  if (!code || !verifier)
    throw errors.validation('invalid request: both auth code and code verifier should be non-empty')
  const issued = await dependencies.sql.begin(async (sql) => {
    const flow = await lockFlowState(sql, code)
    const user = flow?.user_id ? await findUserById(sql, flow.user_id) : undefined
    if (!flow || !user || user.deleted_at) throw errors.flowStateNotFound()
    requireFresh(dependencies, flow)
    if (!isVerifierOf(verifier, { challenge: flow.code_challenge, method: flow.code_challenge_method })) {
      throw errors.badCodeVerifier()
    }
    if (isBanned(user, dependencies)) throw errors.banned()
    await deleteFlowState(sql, flow.id)
    const method = flow.authentication_method
    const issued = await issueSession(dependencies, sql, {
      user,
      method,
      notAfter: flow.session_not_after ?? undefined,
    })
    if (flow.provider_access_token) issued.response.provider_token = flow.provider_access_token
    if (flow.provider_refresh_token) issued.response.provider_refresh_token = flow.provider_refresh_token
    return issued
  })
  return respondWithTokens(request, issued)
}

/** An emailed link may wait for hours, so the time counts from its use and not from the request for it. */
function requireFresh({ settings, now }: AuthDependencies, flow: FlowStateRow): void {
  const since = flow.auth_code_issued_at ?? flow.created_at
  if (since.getTime() + settings.flowStateExpiryMs < now().getTime()) throw errors.flowStateExpired()
}
