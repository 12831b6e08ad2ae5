import { createOutboxLink } from '../../domain/delivery/outbox-access.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { listOutbox as listMessages } from '../../tables/outbox.ts'

const SHOWN = 50

/** GET /admin/outbox: lists unsent messages, newest first. */
export async function listOutbox(request: AuthRequest): Promise<Response> {
  request.header('Cache-Control', 'no-store')
  return request.json(await listMessages(request.var.dependencies.sql, SHOWN))
}

/** POST /admin/outbox/links: creates a link to the page of the outbox that works once. */
export async function createLink(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  request.header('Cache-Control', 'no-store')
  return request.json({ url: await createOutboxLink(dependencies.sql, dependencies) })
}
