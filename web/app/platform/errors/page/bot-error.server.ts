import type { MiddlewareFunction } from 'react-router'
import { withBase } from '../../config/app-config.ts'
import { isBot } from './bots.ts'

/** Only the error page has this panel. Other pages may have such a status too, and say why. */
const ERROR_PAGE = 'class="error-sheet"'
const TITLE = /<title>([^<]*)<\/title>/

/**
 * Answers bots with the status and the bare title of an error instead of the error page. The link is for people: the
 * phones called CUBOT look like bots.
 */
export const botErrorMiddleware: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next()
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true && response.body !== null
  if (response.status < 400 || !isPage || !isBot(request.headers.get('user-agent') ?? '')) return response
  const html = await response.text()
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  const body = html.includes(ERROR_PAGE) ? renderBareError(TITLE.exec(html)?.[1] ?? String(response.status)) : html
  return new Response(body, { status: response.status, headers })
}

function renderBareError(title: string): string {
  return `<!doctype html><html lang="en"><title>${title}</title><p>${title}</p><p><a href="${withBase('/')}">Go back home</a></p></html>`
}
