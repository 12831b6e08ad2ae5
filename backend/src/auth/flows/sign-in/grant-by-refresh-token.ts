import * as v from 'valibot'
import { refreshSession } from '../../domain/sessions/refresh-session.ts'
import { answerTokens } from '../../requests/answer-tokens.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'

const Body = v.object({ refresh_token: v.optional(v.string(), '') })

/** POST /token?grant_type=refresh_token. Contract §3.3. */
export async function grantByRefreshToken(request: AuthRequest): Promise<Response> {
  const { refresh_token: token } = await readBody(request, Body)
  return answerTokens(request, await refreshSession(request.var.dependencies, { token }))
}
