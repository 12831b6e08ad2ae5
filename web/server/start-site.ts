import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { readPublicCaptcha } from 'backend/auth/settings/public-captcha'
import { readConfig } from 'backend/config'
import { parseTrustedProxies, stampClientAddress, stampPrefix } from 'backend/http/connections/client-address'
import { explainLargeHeaders, MAX_HEADER_BYTES } from 'backend/http/connections/header-limit'
import { limitSlowConnections, readConnectionLimits, SWEEP_MS } from 'backend/http/connections/slow-connections'
import { createLog } from 'backend/http/log'
import type { Placement } from 'backend/processes/messages'
import type { Program } from 'backend/program'
import { type Backend, createBackend, isSocketUrl, SERVICE_PREFIXES } from 'backend/server'
import { renderWelcomeMessage } from 'backend/start/welcome-message'
import { toBaseUrl } from '../app/platform/config/app-config.ts'
import { createBackendFetch } from '../app/platform/http/backend-fetch.ts'
import { createSecretClient } from '../app/platform/session/secret-client.server.ts'
import type { createHandler } from './app.ts'
import { createBundleReader } from './bundles/bundle-updates.ts'
import { readBundlePolicy } from './bundles/read-bundle-policy.ts'
import { startChores } from './chores.ts'
import { createAddressSearch } from './geocoder/address-search.ts'
import { createGeocoder } from './geocoder/geocoder.ts'
import { readPageLimits } from './pages/page-limits.ts'
import { createPageQueue, recordOverload } from './pages/page-queue.ts'
import { closeIfBodyPending, drainBody } from './requests/drain-body.ts'
import { rejectMalformed } from './requests/malformed-requests.ts'
import { compress, compressWholePage } from './responses/compression.ts'
import { addSecurityHeaders } from './responses/security-headers.ts'
import { createStaticFiles } from './responses/static-files.ts'
import { readRouteRules } from './settings/route-rules-config.ts'
import { enterBase, isServiceUrl, stripBase } from './settings/site-base.ts'
import { findHostedProject, readGeocoder, readMapTiles, readPlace } from './settings/web-config.ts'
import { readStreetTile, serveStreetTile } from './streets/serve-street-tile.ts'
import { openStreetMap, type StreetMap } from './streets/street-map.ts'

type Handler = ReturnType<typeof createHandler>
type Settings = Parameters<typeof createHandler>[0]
type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

const STREET_HINT = `The map has no streets yet. To get those of a city: npm run map -- extract URL --city florence (docs/operations.md)
`
const ALONE: Placement = { processes: 1, isFurther: false }
const ROOT = join(import.meta.dirname, '..')
const BUILD = join(ROOT, 'build')

/**
 * Connects the settings, the backend (unless it is hosted elsewhere) and the web app, as the only process or one of
 * several.
 */
export async function startSite({ address, processes, isFurther }: Placement = ALONE): Promise<Program> {
  const config = readConfig(process.env)
  const hosted = findHostedProject(process.env)
  const backend = hosted ? undefined : await createBackend(config, { address, isFurther, opensBeforeCities: true })
  const place = readPlace(process.env, config.siteUrl)
  const streetMap = await openStreetMap({
    locations: readMapTiles(process.env),
    folder: join(config.dataFolder, 'maps'),
    warn: createLog().warn,
  })
  const geocoder = readGeocoder(process.env)
  const services = toBaseUrl(config.apiUrl)
  const bases = { site: place.config.baseUrl, services, servicePrefixes: backend ? SERVICE_PREFIXES : [] }
  const isSocket = (url: string) => isSocketUrl(stripBase(url, bases) ?? '')
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    connectionsCheckingInterval: SWEEP_MS,
    shouldUpgradeCallback: (request) => isViteSocket(request) || (backend !== undefined && isSocket(request.url ?? '')),
  })
  explainLargeHeaders(server)
  limitSlowConnections(server, readConnectionLimits(process.env))
  const geocode =
    geocoder &&
    createGeocoder({
      ...geocoder,
      perSecond: geocoder.perSecond / processes,
      siteUrl: config.siteUrl,
      warn: createLog().warn,
    })
  const settings = {
    ...place,
    ...readRouteRules(process.env),
    siteUrl: config.siteUrl,
    supabaseUrl: hosted?.url ?? config.apiUrl,
    publishableKey: hosted?.publishableKey ?? backend?.keys.publishableKey ?? '',
    secretKey: hosted?.secretKey ?? backend?.keys.secretKey ?? '',
    mapStyleUrl: process.env.MAP_STYLE_URL,
    // Read for each page, because archives may be added while the site runs.
    get streets() {
      return streetMap.settings
    },
    findStreetTile: (z: number, x: number, y: number) => readStreetTile(streetMap, z, x, y),
    captcha: readPublicCaptcha(process.env),
    findAddresses: createAddressSearch(geocode, streetMap),
    backendFetch: createBackendFetch(backend ? inProcess(backend, services) : fetch),
  }
  const bundles = createBundleReader(readBundlePolicy(config.siteUrl), () => createSecretClient(settings))
  const { middleware, handle } = process.argv.includes('--dev')
    ? await develop(server, { ...settings, bundles })
    : await serveBuild({ ...settings, bundles })
  const answer = createAnswer({ backend, handle, streetMap }, settings.siteUrl)
  const listener = getRequestListener(answer, { overrideGlobalObjects: false })
  const proxies = parseTrustedProxies(process.env.TRUSTED_PROXIES)
  server.on('request', (request, response) => {
    if (rejectMalformed(request, response) || !enterBase(request, response, bases)) return
    closeIfBodyPending(request, response)
    stampClientAddress(request, proxies)
    if (services !== '/') stampPrefix(request, services.slice(0, -1))
    middleware(request, response, () => void listener(request, response))
  })
  server.on('upgrade', (request, socket, head) => {
    if (!isSocket(request.url ?? '')) return
    stampClientAddress(request, proxies)
    backend?.upgrade(request, socket, head)
  })
  server.once('close', () => void streetMap.close())
  const firstSteps = isFurther ? '' : await renderWelcomeMessage(backend, config.siteUrl)
  const streetHint = streetMap.settings || process.env.MAP_STYLE_URL ? '' : STREET_HINT
  const welcome = `${firstSteps}${streetHint}Hereabouts is ready on ${config.siteUrl}`
  const startWork = () => {
    const stops = [startChores({ ...settings, geocode, bundles }), backend?.loadCities()]
    return () => stops.forEach((stop) => void stop?.())
  }
  return { config, server, backend, welcome, startChores: startWork }
}

/** In development, Vite opens a separate socket for hot reload. */
function isViteSocket({ headers }: IncomingMessage): boolean {
  return process.argv.includes('--dev') && headers['sec-websocket-protocol']?.startsWith('vite-') === true
}

interface Answerers {
  backend: Backend | undefined
  handle: Handler
  streetMap: StreetMap
}

/** Routes a request to a backend service, the street tiles or the web app, by its path. */
function createAnswer({ backend, handle, streetMap }: Answerers, siteUrl: string) {
  return async (request: Request, connection: HttpBindings | Http2Bindings): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const service = backend && isServiceUrl(pathname, SERVICE_PREFIXES) ? backend.fetch : undefined
    const response = await (service
      ? service(request, { ...connection, compresses: true })
      : (serveStreetTile(request, streetMap) ?? handle(request)))
    if (!service) addSecurityHeaders(response, siteUrl)
    // Functions may still be reading the body while they answer, and drain it themselves.
    if (!isServiceUrl(pathname, ['/functions/v1'])) await drainBody(connection.incoming)
    return (await compressWholePage(request, response)) ?? compress(request, response)
  }
}

/** Set for calls in process only. Clients cannot send it. */
const FROM_PAGE = { isFromPage: true }

/**
 * Returns the backend as a `fetch` function. Its paths start at the root, regardless of the base path of its public
 * URL.
 */
function inProcess({ fetch: serveRequest }: Backend, base: string): typeof fetch {
  const answer = (request: Request) => recordOverload(serveRequest(request, FROM_PAGE))
  if (base === '/') return (input, init) => answer(new Request(input, init))
  return (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname, search } = new URL(request.url)
    const path = pathname.startsWith(base) ? `/${pathname.slice(base.length)}` : pathname
    return answer(new Request(origin + path + search, request))
  }
}

/** Runs Vite in this process: hot reload of the web app on the same port. */
async function develop(server: Server, settings: Settings): Promise<{ middleware: Middleware; handle: Handler }> {
  if (settings.config.baseUrl !== '/' || settings.config.cdnUrl) {
    throw new Error('npm run dev serves the root of a host: leave the path out of SITE_URL, and CDN_URL empty.')
  }
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({
    root: ROOT,
    configFile: join(ROOT, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  })
  const handle: Handler = async (request) => {
    const app = (await vite.ssrLoadModule('./server/app.ts')) as typeof import('./app.ts')
    return app.createHandler(settings)(request)
  }
  return { middleware: vite.middlewares, handle }
}

/** Loads the server's part of the build. Throws an error for the operator when there is none. */
export async function loadBuild(): Promise<typeof import('./app.ts')> {
  if (!existsSync(BUILD)) throw new Error('The web app has not been built. Run "npm run build" first, or "npm start".')
  const app: typeof import('./app.ts') = await import(join(BUILD, 'server/index.js'))
  await app.loadPages()
  return app
}

async function serveBuild(settings: Settings): Promise<{ middleware: Middleware; handle: Handler }> {
  const app = await loadBuild()
  const findFile = createStaticFiles(join(BUILD, 'client'), settings.config.assetsDirectory)
  const render = app.createHandler(settings, createPageQueue(readPageLimits(process.env)))
  return {
    middleware: (_request, _response, next) => next(),
    handle: async (request) => findFile(request) ?? render(request),
  }
}
