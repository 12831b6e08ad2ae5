import { toUserJson } from '../../domain/accounts/user-json.ts'
import { errors } from '../../errors.ts'
import { isUuid } from '../../kernel/values/uuid.ts'
import { isStorable } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { parsePage, setPageHeaders } from '../../requests/pagination.ts'
import { getAudience } from '../../requests/request-client.ts'
import { findAnyUser, listUsers as selectUsers } from '../../tables/admin-users.ts'
import type { UserRow } from '../../tables/user-row.ts'

/** GET /admin/users (auth 8). */
export async function listUsers(request: AuthRequest): Promise<Response> {
  const page = parsePage(request)
  const sort = request.req.query('sort') || 'created_at desc'
  const direction = /^created_at(?: (asc|desc))?$/i.exec(sort)
  if (!direction) throw errors.validation('Bad Sort Parameters: sort by created_at asc or created_at desc')
  const filter = request.req.query('filter') || undefined
  if (filter !== undefined && !isStorable(filter))
    throw errors.validation('Bad filter: it contains a character that cannot be stored')
  const audience = getAudience(request)
  const ascending = direction[1]?.toLowerCase() === 'asc'
  const { users, total } = await selectUsers(request.var.dependencies.sql, audience, { ...page, ascending, filter })
  setPageHeaders(request, '/admin/users', page, total)
  return request.json({ users: users.map(toUserJson), aud: audience })
}

/** GET /admin/users/{id} (auth 8). */
export async function readUser(request: AuthRequest): Promise<Response> {
  return request.json(toUserJson(await getUserOfPath(request)))
}

/** Returns the account in the path. Throws when it does not exist. */
export async function getUserOfPath(request: AuthRequest): Promise<UserRow> {
  const id = request.req.param('id')
  if (!isUuid(id)) throw errors.badId('user_id must be an UUID')
  const user = await findAnyUser(request.var.dependencies.sql, id)
  if (!user) throw errors.userNotFound()
  return user
}
