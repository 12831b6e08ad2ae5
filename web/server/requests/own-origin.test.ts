import { createRequestHandler, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { acceptOwnOrigin, rejectForeignForm } from './own-origin.ts'

/** A site with one form. */
const build: ServerBuild = {
  entry: { module: { default: (_request, status) => new Response(null, { status }) } },
  routes: { root: { id: 'root', path: '', module: { action: () => ({ done: true }), default: () => null } } },
  assets: {
    entry: { imports: [], module: '' },
    routes: {
      root: {
        id: 'root',
        path: '',
        module: '',
        hasAction: true,
        hasLoader: false,
        hasClientAction: false,
        hasClientLoader: false,
        hasClientMiddleware: false,
        hasErrorBoundary: false,
        clientActionModule: undefined,
        clientLoaderModule: undefined,
        clientMiddlewareModule: undefined,
        hydrateFallbackModule: undefined,
      },
    },
    url: '',
    version: '1',
  },
  publicPath: '/',
  assetsBuildDirectory: '',
  basename: '/',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '' },
}

/** Creates a form as it arrives from a TLS-terminating proxy. */
function createForm(origin: string): Request {
  const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' }
  return new Request('http://spots.example.org/', { method: 'POST', headers, body: 'a=1' })
}

/** Sends a form to the router and returns the status. */
async function sendForm(origin: string, siteUrl: string): Promise<number> {
  const handle = createRequestHandler(acceptOwnOrigin(build, siteUrl), 'test')
  return (await handle(createForm(origin))).status
}

const SITE = 'https://spots.example.org'
const FOREIGN = ['https://evil.example', `${SITE}.evil.example`, 'https://x.spots.example.org', 'null', 'no URL']

test('accepts a form of this site, even behind a TLS proxy', async () => {
  expect(await sendForm('https://spots.example.org', 'https://spots.example.org')).toBe(200)
  expect(await sendForm('http://spots.example.org', 'http://spots.example.org')).toBe(200)
})

test('rejects a form of another site', async () => {
  for (const origin of FOREIGN) expect(await sendForm(origin, SITE)).toBe(400)
})

test('rejects the forms that the router would log as errors', async () => {
  for (const origin of FOREIGN) {
    const response = rejectForeignForm(createForm(origin), SITE)
    expect(response?.status).toBe(400)
    expect(await response?.text()).toContain('Another site has sent this form.')
  }
  for (const origin of [SITE, 'http://spots.example.org'])
    expect(rejectForeignForm(createForm(origin), SITE)).toBeUndefined()
  expect(rejectForeignForm(new Request(SITE, { method: 'POST', body: 'a=1' }), SITE)).toBeUndefined()
  // Another Host header, with the scheme of the page and of the proxied request.
  expect(rejectForeignForm(createForm('https://spots.example.org'), 'https://other.example')?.status).toBe(400)
  expect(rejectForeignForm(createForm('http://spots.example.org'), 'https://other.example')).toBeUndefined()
  expect(rejectForeignForm(new Request(SITE, { headers: { origin: 'https://evil.example' } }), SITE)).toBeUndefined()
})
