import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DEFAULT_APP_CONFIG } from './platform/config/app-config.ts'
import { nonceContext, serverSettingsContext } from './platform/config/app-settings.ts'
import { requireAllowedPage } from './platform/page-validation/page-validation.server.ts'
import type { RouteRules } from './platform/route-rules/route-rules.ts'
import { middleware } from './root.tsx'

const LONG_NAME = 'x'.repeat(201)
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/** Runs a visitor's request through the root route's middleware. Returns the outcome and the logged bots. */
async function sendRequest(path: string, routeRules: RouteRules) {
  const bots: string[] = []
  const log = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    bots.push(JSON.parse(String(line)).path)
    return true
  })
  onTestFinished(() => log.mockRestore())
  const page = (path: string, id = path) => ({
    [id]: { id, path, parentId: 'root', module: { default: () => null, loader: requireAllowed } },
  })
  const build = {
    entry: {
      module: { default: (_request: Request, status: number) => new Response('', { status }), handleError: log },
    },
    routes: {
      root: { id: 'root', path: '', module: { default: () => null, middleware } },
      ...page('city/:name'),
      ...page('spot/:id'),
      ...page('*'),
    },
    assets: { routes: {}, entry: { imports: [], module: '' }, url: '', version: '' },
    routeDiscovery: { mode: 'initial' },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    prerender: [],
    ssr: true,
    isSpaMode: false,
  } as unknown as ServerBuild
  const context = new RouterContextProvider()
  context.set(nonceContext, 'nonce')
  context.set(serverSettingsContext, {
    siteUrl: 'http://here',
    supabaseUrl: 'http://here',
    publishableKey: 'public',
    secretKey: '',
    mapStyleUrl: undefined,
    captcha: undefined,
    contentOrigins: [],
    collectorUrl: undefined,
    config: DEFAULT_APP_CONFIG,
    routeRules,
    backendFetch: fetch,
  })
  const request = new Request(`http://here${path}`, { headers: { 'user-agent': GOOGLEBOT } })
  const response = await createRequestHandler(build, 'production')(request, context)
  return { status: response.status, location: response.headers.get('location'), bots }
}

function requireAllowed({ context }: { context: RouterContextProvider }): null {
  requireAllowedPage(context)
  return null
}

test('runs route rules, guard, page rule and named middleware in this order (runtime 1.4)', async () => {
  const rules: RouteRules = {
    '/**': { appMiddleware: { 'bot-log': true } },
    '/account/**': { redirect: '/explore' },
    '/spot/moved': { redirect: 'https://other.example/' },
  }
  expect(await sendRequest('/account/lists', rules)).toEqual({ status: 307, location: '/explore', bots: [] })
  expect(await sendRequest('/spot/moved', rules)).toEqual({ status: 307, location: 'https://other.example/', bots: [] })
  expect(await sendRequest(`/city/${LONG_NAME}`, rules)).toEqual({ status: 302, location: '/auth/signup', bots: [] })
  expect(await sendRequest('/nope', rules)).toEqual({ status: 302, location: '/auth/signup', bots: [] })
  expect(await sendRequest(`/spot/${LONG_NAME}`, rules)).toEqual({ status: 404, location: null, bots: [] })
  expect(await sendRequest('/spot/abc', rules)).toEqual({ status: 200, location: null, bots: ['/spot/abc'] })
  expect(await sendRequest('/spot/abc', {})).toEqual({ status: 200, location: null, bots: [] })
})
