import { isClientGone } from '../../http/connections/client-gone.ts'
import type { Log } from '../../http/log.ts'
import { clientWentAway } from '../errors.ts'
import { toFailure } from '../kernel/database-errors.ts'

/** Renders the response to a failed request. Unexpected errors are logged, and the client gets no details. */
export function renderError(error: unknown, method: string, log: Log): Response {
  const failure = isClientGone(error) ? clientWentAway(error) : toFailure(error)
  if (failure.statusCode >= 500) log.error('storage request failed', { code: failure.code, error: failure.cause })
  const body = {
    statusCode: String(failure.statusCode),
    error: failure.label,
    message: failure.message,
    code: failure.code,
  }
  return new Response(method === 'HEAD' ? null : JSON.stringify(body), {
    status: failure.httpStatus,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...failure.headers,
      ...(failure.label === 'Not found' ? { 'cache-control': 'no-store' } : {}),
    },
  })
}

/** Renders the response to an unknown URL. Only this and wrong roles have their real status. */
export function renderUnknownRoute(request: Request, basePath: string): Response {
  const { pathname, search } = new URL(request.url)
  const message = `Route ${request.method}:${pathname.slice(basePath.length)}${search} not found`
  return Response.json({ statusCode: '404', error: 'Not Found', message, code: 'InvalidRequest' }, { status: 404 })
}
