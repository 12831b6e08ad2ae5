import { getCookie, setCookie } from 'hono/cookie'
import { BROWSER_MS, isOutboxBrowser, openOutboxLink } from '../../domain/delivery/outbox-access.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { listOutbox } from '../../tables/outbox.ts'

const SHOWN = 50
const COOKIE = 'outbox-key'
const HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}
const CLOSED = '<p>This link was used before or has expired. <code>npm run admin -- outbox</code> prints a new one.</p>'

/**
 * GET /outbox: shows unsent messages to the browser that opened a link printed on the console. Neither the address of
 * the client nor its headers grant access, because a proxy or another page could present them.
 */
export async function outbox(request: AuthRequest): Promise<Response> {
  if (!(await hasAccess(request))) return request.html(toPage(CLOSED), 403, HEADERS)
  const messages = await listOutbox(request.var.dependencies.sql, SHOWN)
  return request.html(toPage(messages.map(toArticle).join('') || '<p>No messages.</p>'), 200, HEADERS)
}

async function hasAccess(request: AuthRequest): Promise<boolean> {
  const { sql, settings, now } = request.var.dependencies
  const browserKey = getCookie(request, COOKIE)
  if (browserKey && (await isOutboxBrowser(sql, browserKey, now()))) return true
  const key = await openOutboxLink(sql, request.req.query('key') ?? '', now())
  if (!key) return false
  const { pathname: path, protocol } = new URL(`${settings.externalUrl}/outbox`)
  const maxAge = BROWSER_MS / 1_000
  setCookie(request, COOKIE, key, { path, maxAge, httpOnly: true, sameSite: 'Strict', secure: protocol === 'https:' })
  return true
}

interface Shown {
  recipient: string
  subject: string
  text: string
  created_at: Date
}

function toArticle({ recipient, subject, text, created_at: createdAt }: Shown): string {
  return `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(recipient)}, ${createdAt.toISOString()}</p><pre>${linkUrls(escapeHtml(text))}</pre></article>`
}

function toPage(body: string): string {
  const style =
    'body{font:16px/1.5 system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}'
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Outbox</title><style>${style}</style><h1>Outbox</h1>${body}</html>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function linkUrls(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
}
