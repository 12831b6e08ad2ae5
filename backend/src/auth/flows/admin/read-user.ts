import { toUserJson } from '../../domain/accounts/user-json.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { getUserOfPath } from './user-of-path.ts'

/** GET /admin/users/{id}. Contract §8. */
export async function readUser(request: AuthRequest): Promise<Response> {
  return request.json(toUserJson(await getUserOfPath(request)))
}
