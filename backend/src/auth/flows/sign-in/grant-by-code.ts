import * as v from 'valibot'
import { answerTokens, issueSession } from '../../domain/sessions/issue-session.ts'
import { errors } from '../../errors.ts'
import type { AuthParts, AuthRequest } from '../../kernel/dependencies.ts'
import { isVerifierOf } from '../../kernel/values/pkce.ts'
import { readBody } from '../../requests/body.ts'
import { isBanned } from '../../requests/guards.ts'
import { getClient } from '../../requests/request-client.ts'
import { deleteFlowState, type FlowStateRow, lockFlowState } from '../../tables/flow-states.ts'
import { findUserById } from '../../tables/users.ts'

const Body = v.object({ auth_code: v.optional(v.string(), ''), code_verifier: v.optional(v.string(), '') })

/** POST /token?grant_type=pkce. Contract §7.2. */
export async function grantByCode(request: AuthRequest): Promise<Response> {
  const { parts } = request.var
  const { auth_code: code, code_verifier: verifier } = await readBody(request, Body)
  if (!code || !verifier)
    throw errors.validation('invalid request: both auth code and code verifier should be non-empty')
  const issued = await parts.sql.begin(async (sql) => {
    const flow = await lockFlowState(sql, code)
    const user = flow?.user_id ? await findUserById(sql, flow.user_id) : undefined
    if (!flow || !user || user.deleted_at) throw errors.flowStateNotFound()
    requireFresh(parts, flow)
    if (!isVerifierOf(verifier, { challenge: flow.code_challenge, method: flow.code_challenge_method })) {
      throw errors.badCodeVerifier()
    }
    if (isBanned(user, parts)) throw errors.banned()
    await deleteFlowState(sql, flow.id)
    const method = flow.authentication_method
    const issued = await issueSession(parts, sql, {
      user,
      method,
      client: getClient(request),
      notAfter: flow.session_not_after ?? undefined,
    })
    if (flow.provider_access_token) issued.response.provider_token = flow.provider_access_token
    if (flow.provider_refresh_token) issued.response.provider_refresh_token = flow.provider_refresh_token
    return issued
  })
  return answerTokens(request, issued)
}

/** A mailed link may lie in a mailbox for hours, so the time counts from its use and not from the request for it. */
function requireFresh({ settings, now }: AuthParts, flow: FlowStateRow): void {
  const since = flow.auth_code_issued_at ?? flow.created_at
  if (since.getTime() + settings.flowStateExpiryMs < now().getTime()) throw errors.flowStateExpired()
}
