import * as v from 'valibot'
import type { AuthRequest } from '../context.ts'
import { readBody } from '../requests/body.ts'
import { getClient } from '../requests/request-client.ts'
import { answerTokens } from '../sessions/issue-session.ts'
import { refreshSession } from '../sessions/refresh-session.ts'

const Body = v.object({ refresh_token: v.optional(v.string(), '') })

/** POST /token?grant_type=refresh_token. Contract §3.3. */
export async function grantByRefreshToken(request: AuthRequest): Promise<Response> {
  const { refresh_token: token } = await readBody(request, Body)
  return answerTokens(request, await refreshSession(request.var.parts, { token, client: getClient(request) }))
}
