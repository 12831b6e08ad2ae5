import type { AuthRequest } from '../context.ts'
import { toUserJson } from '../user-json.ts'
import { getUserOfPath } from './user-of-path.ts'

/** GET /admin/users/{id}. Contract §8. */
export async function readUser(request: AuthRequest): Promise<Response> {
  return request.json(toUserJson(await getUserOfPath(request)))
}
