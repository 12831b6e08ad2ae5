import type { AuthRequest } from '../context.ts'
import { toFactorJson, toUserJson } from '../user-json.ts'
import { getUserOfPath } from './user-of-path.ts'

/** GET /admin/users/{id}. Contract §8. */
export async function readUser(request: AuthRequest): Promise<Response> {
  return request.json(toUserJson(await getUserOfPath(request)))
}

/** GET /admin/users/{id}/factors. Contract §8. */
export async function listFactors(request: AuthRequest): Promise<Response> {
  const { factors } = await getUserOfPath(request)
  return request.json(factors.map(toFactorJson))
}
