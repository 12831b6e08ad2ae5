import { parseCountedToken } from '../domain/sessions/counted-token.ts'
import type { Issued } from '../domain/sessions/issue-session.ts'
import type { AuthRequest } from './context.ts'

const VISIBLE_PREFIX = 5

/** Responds with tokens and the informational headers of (auth 1). */
export function respondWithTokens(request: AuthRequest, { sessionId, response, refresh }: Issued): Response {
  request.header('sb-auth-user-id', String(response.user.id))
  request.header('sb-auth-session-id', sessionId)
  const counter = parseCountedToken(response.refresh_token)?.counter
  if (counter === undefined) {
    request.header('sb-auth-refresh-token-prefix', response.refresh_token.slice(0, VISIBLE_PREFIX))
  } else {
    request.header('sb-auth-refresh-token-counter', String(counter))
  }
  if (refresh) {
    request.header('sb-auth-refresh-token-rotated', String(refresh.isRotated))
    request.header('sb-auth-refresh-token-reuse', String(refresh.reuse !== undefined))
  }
  if (refresh?.reuse) request.header('sb-auth-refresh-token-reuse-cause', refresh.reuse)
  request.header('Cache-Control', 'no-store')
  return request.json(response)
}
