import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { readCodeLengths } from 'backend/auth/settings/code-lengths'
import { readPublicCaptcha } from 'backend/auth/settings/public-captcha'
import { readConfig } from 'backend/config'
import { parseTrustedProxies, stampClientAddress, stampPrefix } from 'backend/http/connections/client-address'
import { explainLargeHeaders, MAX_HEADER_BYTES } from 'backend/http/connections/header-limit'
import { limitSlowConnections, readConnectionLimits, SWEEP_MS } from 'backend/http/connections/slow-connections'
import { createLog } from 'backend/http/log'
import type { Placement } from 'backend/processes/messages'
import type { Program } from 'backend/program'
import { createBackend, isSocketUrl, SERVICE_PREFIXES } from 'backend/server'
import { renderWelcomeMessage } from 'backend/start/welcome-message'
import { toBaseUrl } from '../app/platform/config/app-config.ts'
import { createBackendFetch } from '../app/platform/http/backend-fetch.ts'
import { createSecretClient } from '../app/platform/session/secret-client.server.ts'
import { createBundleReader } from './bundles/bundle-updates.ts'
import { readBundlePolicy } from './bundles/read-bundle-policy.ts'
import { startChores } from './chores.ts'
import { createAddressSearch } from './geocoder/address-search.ts'
import { createGeocoder } from './geocoder/geocoder.ts'
import { closeIfBodyPending } from './requests/drain-body.ts'
import { rejectMalformed } from './requests/malformed-requests.ts'
import { createRequestRouter, toInProcessFetch } from './route-requests.ts'
import { type Handler, serveBuild, serveWithVite } from './run-web-app.ts'
import { readRouteRules } from './settings/route-rules-config.ts'
import { enterBase, stripBase } from './settings/site-base.ts'
import { findHostedProject, readGeocoder, readMapTiles, readPlace } from './settings/web-config.ts'
import { readStreetTile } from './streets/serve-street-tile.ts'
import { openStreetMap } from './streets/street-map.ts'

const STREET_HINT = `The map has no streets yet. To get those of a city: npm run map -- extract URL --city florence (docs/operations.md)
`
const ALONE: Placement = { processes: 1, isFurther: false }
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
    findStreets: () => streetMap.settings,
    findStreetTile: (z: number, x: number, y: number) => readStreetTile(streetMap, z, x, y),
    captcha: readPublicCaptcha(process.env),
    codeLengths: readCodeLengths(process.env),
    findAddresses: createAddressSearch(geocode, streetMap),
    backendFetch: createBackendFetch(backend ? toInProcessFetch(backend, services) : fetch),
  }
  const bundles = createBundleReader(readBundlePolicy(config.siteUrl), () => createSecretClient(settings))
  const { middleware, handle } = process.argv.includes('--dev')
    ? await serveWithVite(server, { ...settings, bundles })
    : await serveBuild({ ...settings, bundles })
  // Meanwhile the other processes serve.
  if (isFurther) await warmUp(handle, settings.siteUrl)
  const route = createRequestRouter({ backend, handle, streetMap }, settings.siteUrl)
  const listener = getRequestListener(route, { overrideGlobalObjects: false })
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
  const streetHint = streetMap.settings || place.mapStyleUrl ? '' : STREET_HINT
  const welcome = `${firstSteps}${streetHint}Hereabouts is ready on ${config.siteUrl}`
  const startWork = () => {
    const stops = [startChores({ ...settings, geocode, bundles }), backend?.loadCities()]
    return () => stops.forEach((stop) => void stop?.())
  }
  return { config, server, backend, welcome, startChores: startWork }
}

/** Renders the start page once, because the first page runs code that is not compiled yet. */
async function warmUp(handle: Handler, url: string): Promise<void> {
  try {
    const page = await handle(new Request(url))
    await page.arrayBuffer()
  } catch {
    // The first visitor's request reports it.
  }
}

/** In development, Vite opens a separate socket for hot reload. */
function isViteSocket({ headers }: IncomingMessage): boolean {
  return process.argv.includes('--dev') && headers['sec-websocket-protocol']?.startsWith('vite-') === true
}
