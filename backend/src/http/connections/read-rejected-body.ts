import { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import type { Connection } from '../buffered-response.ts'
import { drainRequest } from './drain-request.ts'

/**
 * Reads the rest of a body that a service rejected without reading it. Otherwise the client may see only a broken
 * connection instead of the response.
 */
export const readRejectedBody: MiddlewareHandler<{ Bindings: Connection }> = async (context, next) => {
  await next()
  // A call within the process has no bindings.
  const incoming = context.env?.incoming
  if (incoming instanceof IncomingMessage) await drainRequest(incoming, context.res)
}
