import { expect, test, vi } from 'vitest'
import { createPrerenderedPages } from './prerendered-pages.ts'

function prepare(response: () => Response = () => page()) {
  const render = vi.fn(async (request: Request, nonce: string) => {
    expect(request.headers.get('cookie')).toBeNull()
    return nonce ? response() : new Response()
  })
  return { render, pages: createPrerenderedPages(['/about'], 'b1', render) }
}

const page = () => new Response('<p>About</p>', { headers: { 'content-type': 'text/html' } })
const sendRequest = (path = '/about', headers: Record<string, string> = {}) =>
  new Request(`http://here${path}`, { headers })

test("renders a prerendered page once, without anything of the request's own (runtime 7.1)", async () => {
  const { render, pages } = prepare()
  const all = await Promise.all([
    pages.find(sendRequest()),
    pages.find(sendRequest('/about', { cookie: 'other=1' })),
    pages.find(sendRequest()),
  ])
  expect(render).toHaveBeenCalledTimes(1)
  expect(all.map((kept) => kept?.parts.join(''))).toEqual(['<p>About</p>', '<p>About</p>', '<p>About</p>'])
})

test('renders individual pages for members, chosen themes and URLs with a query (runtime 7.1)', async () => {
  const { pages } = prepare()
  for (const request of [
    sendRequest('/about', { cookie: 'sb-localhost-auth-token=base64-x' }),
    sendRequest('/about', { cookie: 'a=b; sb-spots-auth-token.0=base64-x' }),
    sendRequest('/about', { cookie: 'hereabouts-theme=night' }),
    sendRequest('/about', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }),
    sendRequest('/about?x=1'),
    sendRequest('/explore'),
    new Request('http://here/about', { method: 'POST' }),
  ]) {
    expect(await pages.find(request), request.url).toBeUndefined()
  }
})

test('renders a failed page again (runtime 7.1)', async () => {
  let isBroken = true
  const { pages } = prepare(() => (isBroken ? new Response('', { status: 500 }) : page()))
  expect(await pages.find(sendRequest())).toBeUndefined()
  isBroken = false
  expect((await pages.find(sendRequest()))?.parts.join('')).toBe('<p>About</p>')
})

test('serves a payload as immutable under its build, and no other (runtime 7.1)', async () => {
  const { pages } = prepare()
  const payload = pages.findPayload(sendRequest('/about/_payload.json?b1'))
  expect(payload?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await payload?.json()).toEqual({ path: '/about', id: 'b1' })
  for (const path of [
    '/about/_payload.json',
    '/about/_payload.json?b0',
    '/account/_payload.json?b1',
    '//about/_payload.json?b1',
  ]) {
    expect(pages.findPayload(sendRequest(path))?.status, path).toBe(404)
  }
  expect(pages.findPayload(sendRequest('/about'))).toBeUndefined()
})
