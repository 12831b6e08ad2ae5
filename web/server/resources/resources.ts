import { respondWithStaticMap } from '#app/features/map/static/static-map.server.ts'
import { respondWithPhoto } from '#app/features/media/photo-response.server.ts'
import { listRawSuggestions } from '#app/features/search/suggest-query.ts'
import { parseSuggestRequest } from '#app/features/search/suggest-request.ts'
import { DataError } from '#app/lib/supabase.ts'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import { reportError } from '#app/platform/errors/report-error.server.ts'
import { findNamesLanguage } from '#app/platform/names-language.ts'
import { PAGE_VIEWS_PATH } from '#app/platform/page-views/page-view.ts'
import { serveAddresses } from './addresses.ts'
import { serveBundle, serveInstanceKey } from './bundles/serve-bundle.ts'
import { serveCard } from './card.ts'
import { serveCardPhoto } from './card-photo.ts'
import { serveCategoryIcon } from './category-icon.ts'
import { serveCover } from './cover.ts'
import { serveManifest, serveOpenSearch, serveOpenSearchSuggestions, serveRobots } from './discovery/site-files.ts'
import { serveSitemap, serveSitemapPart } from './discovery/sitemap.ts'
import { serveEmbed } from './embed/serve-embed.ts'
import { serveOEmbed } from './embed/serve-oembed.ts'
import { serveExploreView } from './explore-view.ts'
import { serveAccountZip } from './exports/own/account-zip.ts'
import { serveCityFile, serveExploreFile, serveOwnFile, serveStoryFile } from './exports/set-file.ts'
import { serveSpotFile } from './exports/spot-file.ts'
import { serveCityFeed, serveSpotFeed, serveStoryFeed } from './feeds/serve-feed.ts'
import { respondWithData } from './json-response.ts'
import { serveOpenApi } from './openapi/serve-openapi.ts'
import { servePageView } from './page-view.ts'
import { rejectResource } from './plain-response.ts'
import { serveQrCode } from './qr-code.ts'
import { createCall, type ResourceCall, type ResourceHandler, sendSession } from './resource-call.ts'
import { serveShareCard } from './share-card.ts'
import { serveUnsubscribe, showUnsubscribe } from './unsubscribe.ts'

/**
 * Files that are generated on request. They are not pages, so the page guard does not apply: each queries the data
 * service as the viewer, and RLS policies decide.
 */
const RESOURCES: [pattern: URLPattern, handler: ResourceHandler][] = [
  [new URLPattern({ pathname: '/cover/:id/wide/day.png' }), serveShareCard],
  [new URLPattern({ pathname: '/cover/:id/:format/:file' }), serveCover],
  [new URLPattern({ pathname: '/card/:kind/:id.png' }), serveCard],
  [new URLPattern({ pathname: '/qr.svg' }), serveQrCode],
  [new URLPattern({ pathname: '/category-icon/:category.svg' }), serveCategoryIcon],
  [
    new URLPattern({
      pathname: '/photo/:photoId([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/card.jpg',
    }),
    serveCardPhoto,
  ],
  [new URLPattern({ pathname: '/photo/:photoId/:file' }), servePhoto],
  [new URLPattern({ pathname: '/spot/:id([a-z0-9]+).:format(gpx|kml|kmz|geojson|csv)' }), serveSpotFile],
  [new URLPattern({ pathname: '/city/:slug([a-z0-9\\-]+).:format(gpx|kml|kmz|geojson|csv)' }), serveCityFile],
  [new URLPattern({ pathname: '/post/:slug([a-z0-9\\-]+).:format(gpx|kml|kmz|geojson|csv)' }), serveStoryFile],
  [new URLPattern({ pathname: '/explore.:format(gpx|kml|kmz|geojson|csv)' }), serveExploreFile],
  [new URLPattern({ pathname: '/account.:format(gpx|kml|kmz|geojson|csv)' }), serveOwnFile],
  [new URLPattern({ pathname: '/account/settings/export.zip' }), serveAccountZip],
  [new URLPattern({ pathname: '/feeds/spots.:format(atom|json)' }), serveSpotFeed],
  [new URLPattern({ pathname: '/feeds/city/:slug([a-z0-9\\-]+).:format(atom|json)' }), serveCityFeed],
  [new URLPattern({ pathname: '/feeds/stories.:format(atom|json)' }), serveStoryFeed],
  [new URLPattern({ pathname: '/bundles/:kind(city|list)/:id([a-z0-9\\-]+).ndjson' }), serveBundle],
  [new URLPattern({ pathname: '/.well-known/hereabouts.json' }), serveInstanceKey],
  [new URLPattern({ pathname: '/sitemap.xml' }), serveSitemap],
  [new URLPattern({ pathname: '/sitemaps/:kind.xml' }), serveSitemapPart],
  [new URLPattern({ pathname: '/robots.txt' }), serveRobots],
  [new URLPattern({ pathname: '/opensearch.xml' }), serveOpenSearch],
  [new URLPattern({ pathname: '/explore/opensearch.json' }), serveOpenSearchSuggestions],
  [new URLPattern({ pathname: '/site.webmanifest' }), serveManifest],
  [new URLPattern({ pathname: '/embed/:kind(spot|list|city)/:id([a-z0-9\\-]+)' }), serveEmbed],
  [new URLPattern({ pathname: '/embed/:kind(search)' }), serveEmbed],
  [new URLPattern({ pathname: '/oembed' }), serveOEmbed],
  [new URLPattern({ pathname: '/openapi.json' }), serveOpenApi],
  [new URLPattern({ pathname: '/static-map/:place/:size/:theme.svg' }), serveStaticMap],
  [new URLPattern({ pathname: '/explore/view.json' }), serveExploreView],
  [new URLPattern({ pathname: '/explore/suggestions.json' }), serveSuggestions],
  [new URLPattern({ pathname: '/submit/addresses.json' }), serveAddresses],
  [new URLPattern({ pathname: '/unsubscribe' }), showUnsubscribe],
]

/** Their responses contain no data of the viewer and set no cookies, because other sites embed them. */
const FOR_EVERYONE = new Set<ResourceHandler>([serveEmbed, serveOEmbed, serveOpenApi, serveBundle, serveInstanceKey])

/** Requests that no page's action handles. */
const POSTED: typeof RESOURCES = [
  [new URLPattern({ pathname: PAGE_VIEWS_PATH }), servePageView],
  [new URLPattern({ pathname: '/unsubscribe' }), serveUnsubscribe],
]

/** Returns the handler of the resource that the URL names, or undefined. */
export function findResource(request: Request, settings: ServerSettings): (() => Promise<Response>) | undefined {
  for (const [pattern, handler] of listCandidates(request.method)) {
    const match = pattern.exec(request.url)
    if (match) {
      const call = createCall(
        FOR_EVERYONE.has(handler) ? withoutCookies(request) : request,
        settings,
        match.pathname.groups,
      )
      return async () => {
        await call.verify()
        return sendSession(await handler(call).catch((error: unknown) => describeFailure(error, request)), call)
      }
    }
  }
  return undefined
}

/** Returns the response to a request whose handler has failed. Unexpected failures are logged, as those of pages are. */
function describeFailure(error: unknown, request: Request): Response {
  if (error instanceof DataError && error.status >= 400 && error.status < 500)
    return rejectResource(error.message, error.status)
  if (!request.signal.aborted) reportError(error, request)
  return rejectResource('This could not be loaded. Please try again in a moment.', 500)
}

function withoutCookies(request: Request): Request {
  const headers = new Headers(request.headers)
  headers.delete('cookie')
  return new Request(request.url, { method: request.method, headers })
}

function listCandidates(method: string): typeof RESOURCES {
  if (method === 'POST') return POSTED
  return method === 'GET' || method === 'HEAD' ? RESOURCES : []
}

/** Serves one size of a photo, for viewers who may see its spot: `/photo/{photo id}/{width}.{format}`. */
function servePhoto({ request, supabase, parameters: { photoId, file } }: ResourceCall): Promise<Response> {
  return respondWithPhoto(request, supabase(), { photoId, file })
}

/**
 * Serves the base map of a static map: `/static-map/{lng},{lat},{zoom}/{width}x{height}/{theme}.svg`. The same for
 * everyone.
 */
function serveStaticMap({ parameters: { place, size, theme } }: ResourceCall): Promise<Response> {
  return respondWithStaticMap(`${place}/${size}/${theme}.svg`)
}

/**
 * Serves the cities, spots, tags and categories that match the typed text, the best first:
 * `/explore/suggestions.json?q=…`. Places near the position `near` are preferred.
 */
function serveSuggestions({ request, supabase }: ResourceCall): Promise<Response> {
  const { typed, near } = parseSuggestRequest(new URL(request.url).searchParams)
  const language = findNamesLanguage(request.headers)
  return respondWithData(() => listRawSuggestions(supabase(), typed, { near, language }))
}
