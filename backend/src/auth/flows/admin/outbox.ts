import * as v from 'valibot'
import { createOutboxLink } from '../../domain/delivery/outbox-access.ts'
import { parseEmail } from '../../kernel/values/email.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { listOutbox as listMessages } from '../../tables/outbox.ts'

const SHOWN = 50

/** GET /admin/outbox: lists unsent messages, newest first. */
export async function listOutbox(request: AuthRequest): Promise<Response> {
  request.header('Cache-Control', 'no-store')
  return request.json(await listMessages(request.var.dependencies.sql, SHOWN))
}

const SiteMail = v.object({
  message_id: v.pipe(v.string(), v.uuid()),
  recipient: v.string(),
  subject: v.pipe(v.string(), v.maxLength(200), v.regex(/^\P{Cc}+$/u, 'must be one line')),
  text: v.string(),
  html: v.string(),
  unsubscribe_url: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:[^\s<>]+$/))),
})

/** POST /admin/outbox: queues an email of the site. Repeating it with the same id does nothing. */
export async function queueSiteMail(request: AuthRequest): Promise<Response> {
  const { sql, mailer, settings } = request.var.dependencies
  const { message_id: messageId, unsubscribe_url: unsubscribeUrl = null, ...mail } = await readBody(request, SiteMail)
  const recipient = parseEmail(mail.recipient, settings)
  const isNew = await mailer.enqueueOnce(sql, { ...mail, recipient, messageId, unsubscribeUrl })
  mailer.deliver()
  return request.json({ is_new: isNew })
}

/** POST /admin/outbox/links: creates a link to the page of the outbox that works once. */
export async function createLink(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  request.header('Cache-Control', 'no-store')
  return request.json({ url: await createOutboxLink(dependencies.sql, dependencies) })
}
