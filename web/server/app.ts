import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { setStreetSource } from '#app/features/map/static/street-source.server.ts'
import { setAppConfig, withBase } from '#app/platform/config/app-config.ts'
import { nonceContext, type ServerSettings, serverSettingsContext } from '#app/platform/config/app-settings.ts'
import { setSiteName } from '#app/platform/config/site-name.ts'
import { getSite } from '#app/platform/config/site-settings.server.ts'
import { listPrerenderedPaths } from '#app/platform/payload/prerendered-paths.ts'
import { createNonce } from './pages/encoded-page.ts'
import type { Enqueue } from './pages/page-queue.ts'
import { cachePage, isForVisitor, sendPage } from './pages/page-response.ts'
import { createPrerenderedPages } from './pages/prerendered-pages.ts'
import { sendCachedPage } from './pages/sendable-page.ts'
import { handleWithinLimits } from './requests/body-limit.ts'
import { requireValidForms } from './requests/form-actions.ts'
import { hasUnstorableQuery } from './requests/malformed-requests.ts'
import { acceptOwnOrigin, rejectForeignForm } from './requests/own-origin.ts'
import { badRequest } from './resources/json-response.ts'
import { findResource } from './resources/resources.ts'
import { createContentSecurityPolicy } from './responses/content-security-policy.ts'
import { applyBasePath } from './settings/base-path-build.ts'
import { keepRootStyles } from './settings/root-styles.ts'
import { createVersionLoader, createVersionReader } from './visitor-pages/page-versions.ts'
import { createVisitorPages } from './visitor-pages/visitor-pages.ts'

/** Loads the code of all pages. {@link createHandler} needs it, and a caller may load it earlier. */
export function loadPages(): Promise<ServerBuild> {
  return import('virtual:react-router/server-build')
}

/**
 * The web app as a function of requests whose base path has been removed. Entry of the server build, reloaded on each
 * request in development. With a queue, visitors' pages are cached, and only requests that must be rendered wait in
 * the queue.
 */
export function createHandler(settings: ServerSettings, enqueue?: Enqueue): (request: Request) => Promise<Response> {
  setAppConfig(settings.config)
  setStreetSource({
    get settings() {
      return settings.findStreets?.()
    },
    findTile: settings.findStreetTile ?? (async () => undefined),
  })
  const inTurn: Enqueue = enqueue ?? ((request, handle) => handle(request))
  const loading = loadPages().then((build) => {
    const render = createRender(build, settings)
    const answer = createPages(build, settings, render)
    const findCached =
      enqueue && settings.secretKey ? createCachedPages(settings, render, enqueue) : async () => undefined
    return { answer, findCached }
  })
  return async (request) => {
    if (hasUnstorableQuery(request)) return badRequest('A query parameter contains a character that cannot be stored.')
    const handleResource = findResource(request, settings)
    if (handleResource) return inTurn(request, handleResource)
    const { answer, findCached } = await loading
    return (await findCached(request)) ?? inTurn(request, answer)
  }
}

/** Returns the cache of visitors' rendered pages. */
function createCachedPages(settings: ServerSettings, render: Render, enqueue: Enqueue) {
  return createVisitorPages({
    origin: new URL(settings.siteUrl).origin,
    readVersions: createVersionReader(createVersionLoader(settings)),
    describeSettings: () => describeSettings(settings),
    render: (request, nonce) => enqueue(request, () => render(request, nonce)),
    writePolicy: createContentSecurityPolicy(settings),
  })
}

/** Describes the settings that pages show and that change while the site runs. */
async function describeSettings(settings: ServerSettings): Promise<string> {
  return JSON.stringify([await getSite(settings), settings.findStreets?.()])
}

/** Handles requests for pages, their data and their payloads. */
function createPages(
  build: ServerBuild,
  settings: ServerSettings,
  render: Render,
): (request: Request) => Promise<Response> {
  const writePolicy = createContentSecurityPolicy(settings)
  const prerendered = createPrerenderedPages(listPrerenderedPaths(), build.assets.version, render, () =>
    describeSettings(settings),
  )
  return async (request) => {
    const rejected = rejectForeignForm(request, settings.siteUrl)
    if (rejected) return rejected
    const payload = prerendered.findPayload(request)
    if (payload) return payload
    const nonce = createNonce()
    const policy = writePolicy(nonce)
    const made = await prerendered.find(request)
    if (made) return sendCachedPage(made, request, nonce, policy)
    const response = await render(request, nonce)
    if (isForVisitor(request, response)) return sendPage(await cachePage(response, nonce), request, policy)
    if (isPage(response)) response.headers.set('content-security-policy', policy)
    return response
  }
}

type Render = (request: Request, nonce: string) => Promise<Response>

function createRender(build: ServerBuild, settings: ServerSettings): Render {
  // With the build itself instead of a function, the router prepares its routes once rather than for each request.
  const placed = requireValidForms(
    acceptOwnOrigin(applyBasePath(keepRootStyles(build), settings.config), settings.siteUrl),
  )
  const handle = createRequestHandler(placed, import.meta.env.MODE)
  return async (request: Request, nonce: string) => {
    setSiteName((await getSite(settings)).site_name)
    const context = new RouterContextProvider()
    context.set(serverSettingsContext, settings)
    context.set(nonceContext, nonce)
    return handleWithinLimits(request, (bounded) => handle(atBase(bounded), context))
  }
}

/** Restores the public path, which the router expects. */
function atBase(request: Request): Request {
  const { origin, pathname, search } = new URL(request.url)
  const path = withBase(pathname)
  return path === pathname ? request : new Request(origin + path + search, request)
}

function isPage({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/html') ?? false
}
