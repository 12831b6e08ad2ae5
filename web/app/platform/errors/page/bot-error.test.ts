import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { botErrorMiddleware } from './bot-error.server.ts'

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const TITLE = '404 - Page Not Found: /spot/a&amp;b | Spots'
const ERROR_PAGE = `<html><title>${TITLE}</title><div class="error-sheet">Off the sheet</div></html>`

/** Returns the response to a client, for a page that the server rendered with this status. */
async function send(userAgent: string, html: string | null, status = 404, type = 'text/html; charset=utf-8') {
  const request = new Request('http://here/spot/x', { headers: { 'user-agent': userAgent } })
  const args = { request, url: new URL(request.url), pattern: '', params: {}, context: new RouterContextProvider() }
  const headers = { 'content-type': type, 'content-length': String(html?.length ?? 0), 'x-own': '1' }
  const response = await botErrorMiddleware(args, async () => new Response(html, { status, headers }))
  return response as Response
}

test('answers bots with the status and the title of an error instead of the error page (runtime 3.2)', async () => {
  const response = await send(GOOGLEBOT, ERROR_PAGE)
  expect([response.status, response.headers.get('x-own'), response.headers.get('content-length')]).toEqual([
    404,
    '1',
    null,
  ])
  const html = await response.text()
  expect(html).toContain(`<p>${TITLE}</p>`)
  expect(html).not.toContain('error-sheet')
})

test('shows people the error page, and bots every other page (runtime 3.2)', async () => {
  expect(await (await send('Mozilla/5.0 Firefox/140.0', ERROR_PAGE)).text()).toBe(ERROR_PAGE)
  const reason = '<html><title>Demo content</title>Only moderators</html>'
  expect(await (await send(GOOGLEBOT, reason, 403)).text()).toBe(reason)
  expect(await (await send(GOOGLEBOT, ERROR_PAGE, 200)).text()).toBe(ERROR_PAGE)
  expect(await (await send(GOOGLEBOT, ERROR_PAGE, 404, 'text/x-script')).text()).toBe(ERROR_PAGE)
  expect((await send(GOOGLEBOT, null)).body).toBeNull()
})
