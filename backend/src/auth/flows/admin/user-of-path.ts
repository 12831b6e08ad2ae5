import { errors } from '../../errors.ts'
import { isUuid } from '../../kernel/values/uuid.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { findAnyUser } from '../../tables/admin-users.ts'
import type { UserRow } from '../../tables/users.ts'

/** The account that the path names. Throws when there is none. */
export async function getUserOfPath(request: AuthRequest): Promise<UserRow> {
  const id = request.req.param('id')
  if (!isUuid(id)) throw errors.badId('user_id must be an UUID')
  const user = await findAnyUser(request.var.dependencies.sql, id)
  if (!user) throw errors.userNotFound()
  return user
}
