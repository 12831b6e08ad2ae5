import { createRequestHandler, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { acceptOwnOrigin } from './own-origin.ts'

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

async function sendForm(origin: string, siteUrl: string): Promise<number> {
  const handle = createRequestHandler(acceptOwnOrigin(build, siteUrl), 'test')
  const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' }
  // The headers that a TLS-terminating proxy sends.
  return (await handle(new Request('http://spots.example.org/', { method: 'POST', headers, body: 'a=1' }))).status
}

test('accepts a form of this site, also behind a TLS proxy', async () => {
  expect(await sendForm('https://spots.example.org', 'https://spots.example.org')).toBe(200)
  expect(await sendForm('http://spots.example.org', 'http://spots.example.org')).toBe(200)
})

test('rejects a form of another site', async () => {
  for (const origin of [
    'https://evil.example',
    'https://spots.example.org.evil.example',
    'https://x.spots.example.org',
  ]) {
    expect(await sendForm(origin, 'https://spots.example.org')).toBe(400)
  }
})
