import { respondWithStaticMap } from '#app/features/map/static/static-map.server.ts'
import { respondWithPhoto } from '#app/features/media/photo-response.server.ts'
import { listRawSuggestions } from '#app/features/search/suggest-query.ts'
import { parseSuggestRequest } from '#app/features/search/suggest-request.ts'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import { findNamesLanguage } from '#app/platform/names-language.ts'
import { PAGE_VIEWS_PATH } from '#app/platform/page-views/page-view.ts'
import { answerAddresses } from './addresses.ts'
import { answerBundle, answerInstanceKey } from './bundles/answer-bundle.ts'
import { answerCard } from './card.ts'
import { answerCardPhoto } from './card-photo.ts'
import { answerCategoryIcon } from './category-icon.ts'
import { answerCover } from './cover.ts'
import { answerManifest, answerOpenSearch, answerOpenSearchSuggestions, answerRobots } from './discovery/site-files.ts'
import { answerSitemap, answerSitemapPart } from './discovery/sitemap.ts'
import { answerEmbed } from './embed/answer-embed.ts'
import { answerOEmbed } from './embed/answer-oembed.ts'
import { answerExploreView } from './explore-view.ts'
import { answerAccountZip } from './exports/own/account-zip.ts'
import { answerCityFile, answerExploreFile, answerOwnFile, answerStoryFile } from './exports/set-file.ts'
import { answerSpotFile } from './exports/spot-file.ts'
import { answerCityFeed, answerSpotFeed, answerStoryFeed } from './feeds/answer-feed.ts'
import { respondWithData } from './json-response.ts'
import { answerOpenApi } from './openapi/answer-openapi.ts'
import { answerPageView } from './page-view.ts'
import { answerQrCode } from './qr-code.ts'
import { createCall, type ResourceCall, type ResourceHandler, sendSession } from './resource-call.ts'
import { answerShareCard } from './share-card.ts'
import { answerUnsubscribe, showUnsubscribe } from './unsubscribe.ts'

/**
 * Files that are generated on request. They are not pages, so the page guard does not apply: each queries the data
 * service as the viewer, and RLS policies decide.
 */
const RESOURCES: [pattern: URLPattern, handler: ResourceHandler][] = [
  [new URLPattern({ pathname: '/cover/:id/wide/day.png' }), answerShareCard],
  [new URLPattern({ pathname: '/cover/:id/:format/:file' }), answerCover],
  [new URLPattern({ pathname: '/card/:kind/:id.png' }), answerCard],
  [new URLPattern({ pathname: '/qr.svg' }), answerQrCode],
  [new URLPattern({ pathname: '/category-icon/:category.svg' }), answerCategoryIcon],
  [new URLPattern({ pathname: '/photo/:photoId([0-9a-f\\-]{36})/card.jpg' }), answerCardPhoto],
  [new URLPattern({ pathname: '/photo/:photoId/:file' }), answerPhoto],
  [new URLPattern({ pathname: '/spot/:id([a-z0-9]+).:format(gpx|kml|kmz|geojson|csv)' }), answerSpotFile],
  [new URLPattern({ pathname: '/city/:slug([a-z0-9\\-]+).:format(gpx|kml|kmz|geojson|csv)' }), answerCityFile],
  [new URLPattern({ pathname: '/post/:slug([a-z0-9\\-]+).:format(gpx|kml|kmz|geojson|csv)' }), answerStoryFile],
  [new URLPattern({ pathname: '/explore.:format(gpx|kml|kmz|geojson|csv)' }), answerExploreFile],
  [new URLPattern({ pathname: '/account.:format(gpx|kml|kmz|geojson|csv)' }), answerOwnFile],
  [new URLPattern({ pathname: '/account/settings/export.zip' }), answerAccountZip],
  [new URLPattern({ pathname: '/feeds/spots.:format(atom|json)' }), answerSpotFeed],
  [new URLPattern({ pathname: '/feeds/city/:slug([a-z0-9\\-]+).:format(atom|json)' }), answerCityFeed],
  [new URLPattern({ pathname: '/feeds/stories.:format(atom|json)' }), answerStoryFeed],
  [new URLPattern({ pathname: '/bundles/:kind(city|list)/:id([a-z0-9\\-]+).ndjson' }), answerBundle],
  [new URLPattern({ pathname: '/.well-known/hereabouts.json' }), answerInstanceKey],
  [new URLPattern({ pathname: '/sitemap.xml' }), answerSitemap],
  [new URLPattern({ pathname: '/sitemaps/:kind.xml' }), answerSitemapPart],
  [new URLPattern({ pathname: '/robots.txt' }), answerRobots],
  [new URLPattern({ pathname: '/opensearch.xml' }), answerOpenSearch],
  [new URLPattern({ pathname: '/explore/opensearch.json' }), answerOpenSearchSuggestions],
  [new URLPattern({ pathname: '/site.webmanifest' }), answerManifest],
  [new URLPattern({ pathname: '/embed/:kind(spot|list|city)/:id([a-z0-9\\-]+)' }), answerEmbed],
  [new URLPattern({ pathname: '/embed/:kind(search)' }), answerEmbed],
  [new URLPattern({ pathname: '/oembed' }), answerOEmbed],
  [new URLPattern({ pathname: '/openapi.json' }), answerOpenApi],
  [new URLPattern({ pathname: '/static-map/:place/:size/:theme.svg' }), answerStaticMap],
  [new URLPattern({ pathname: '/explore/view.json' }), answerExploreView],
  [new URLPattern({ pathname: '/explore/suggestions.json' }), answerSuggestions],
  [new URLPattern({ pathname: '/submit/addresses.json' }), answerAddresses],
  [new URLPattern({ pathname: '/unsubscribe' }), showUnsubscribe],
]

/** Their responses contain no data of the viewer and set no cookies, because other sites embed them. */
const FOR_EVERYONE = new Set<ResourceHandler>([
  answerEmbed,
  answerOEmbed,
  answerOpenApi,
  answerBundle,
  answerInstanceKey,
])

/** Requests that no page's action handles. */
const POSTED: typeof RESOURCES = [
  [new URLPattern({ pathname: PAGE_VIEWS_PATH }), answerPageView],
  [new URLPattern({ pathname: '/unsubscribe' }), answerUnsubscribe],
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
        return sendSession(await handler(call), call)
      }
    }
  }
  return undefined
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
function answerPhoto({ request, supabase, parameters: { photoId, file } }: ResourceCall): Promise<Response> {
  return respondWithPhoto(request, supabase(), { photoId, file })
}

/**
 * Serves the base map of a static map: `/static-map/{lng},{lat},{zoom}/{width}x{height}/{theme}.svg`. The same for
 * everyone.
 */
function answerStaticMap({ parameters: { place, size, theme } }: ResourceCall): Promise<Response> {
  return respondWithStaticMap(`${place}/${size}/${theme}.svg`)
}

/**
 * Serves the cities, spots, tags and categories that match the typed text, the best first:
 * `/explore/suggestions.json?q=…`. Places near the position `near` are preferred.
 */
function answerSuggestions({ request, supabase }: ResourceCall): Promise<Response> {
  const { typed, near } = parseSuggestRequest(new URL(request.url).searchParams)
  const language = findNamesLanguage(request.headers)
  return respondWithData(() => listRawSuggestions(supabase(), typed, { near, language }))
}
