import { errors } from '../../errors.ts'
import { isStorable } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { parsePage, setPageHeaders } from '../../requests/pagination.ts'
import { listAuditEntries } from '../../tables/audit-log.ts'

const FIELDS: Record<string, string> = { author: 'actor_username', action: 'action', type: 'log_type' }

/** GET /admin/audit (auth 8). */
export async function listAudit(request: AuthRequest): Promise<Response> {
  const page = parsePage(request)
  const { entries, total } = await listAuditEntries(
    request.var.dependencies.sql,
    page,
    parseFilter(request.req.query('query')),
  )
  setPageHeaders(request, '/admin/audit', page, total)
  return request.json(entries)
}

function parseFilter(query: string | undefined): { field: string; text: string } | undefined {
  if (!query) return undefined
  const [scope = '', ...rest] = query.split(':')
  const field = Object.hasOwn(FIELDS, scope) ? FIELDS[scope] : undefined
  const text = rest.join(':')
  if (field === undefined || rest.length === 0 || !isStorable(text)) {
    throw errors.validation('invalid query: write author:text, action:text or type:text')
  }
  return { field, text }
}
