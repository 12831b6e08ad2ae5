import { errors } from '../../errors.ts'
import { isLoopback } from '../../kernel/values/redirect.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { listOutbox } from '../../tables/outbox.ts'

const SHOWN = 50

/** GET /outbox: lists unsent mails, for requests from this machine only. */
export async function outbox(request: AuthRequest): Promise<Response> {
  if (!isFromThisMachine(request)) throw errors.notFound()
  const mails = await listOutbox(request.var.dependencies.sql, SHOWN)
  request.header('Cache-Control', 'no-store')
  if ((request.req.header('accept') ?? '').includes('text/html')) return request.html(toPage(mails))
  return request.json(mails)
}

/**
 * The peer must be loopback without a proxy in between, because behind a local proxy every client looks like loopback.
 * The Host header is checked too, against DNS rebinding.
 */
function isFromThisMachine(request: AuthRequest): boolean {
  const peer = request.env?.incoming?.socket.remoteAddress ?? ''
  const isProxied = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'].some(
    (name) => request.req.header(name) !== undefined,
  )
  const host = new URL(request.req.url).hostname.replace(/^\[(.*)\]$/, '$1')
  return isLoopback(peer) && !isProxied && isLoopback(host)
}

function toPage(mails: { recipient: string; subject: string; text: string; created_at: Date }[]): string {
  const items = mails.map(
    ({ recipient, subject, text, created_at: createdAt }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(recipient)}, ${createdAt.toISOString()}</p><pre>${linkUrls(escapeHtml(text))}</pre></article>`,
  )
  const style =
    'body{font:16px/1.5 system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}'
  const body = items.length > 0 ? items.join('') : '<p>No mails.</p>'
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Outbox</title><style>${style}</style><h1>Outbox</h1>${body}</html>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function linkUrls(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
}
