import { toUserJson } from '../../domain/accounts/user-json.ts'
import { errors } from '../../errors.ts'
import type { AuthRequest } from '../../requests/context.ts'

/** GET /user. Contract §7.6. */
export function getUser(request: AuthRequest): Response {
  const { user, claims } = request.var.signedIn
  const audience = request.req.header('x-jwt-aud')
  if (audience && ![claims.aud].flat().includes(audience)) {
    throw errors.validation("Token audience doesn't match request audience")
  }
  return request.json(toUserJson(user))
}
