import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import { PAGE_VIEWS_PATH } from '#app/platform/page-views/page-view.ts'
import { answerCover } from './cover.ts'
import { answerExploreView } from './explore-view.ts'
import { answerPageView } from './page-view.ts'
import { answerPhoto } from './photo.ts'
import { createCall, type ResourceHandler, sendSession } from './resource-call.ts'
import { answerShareCard } from './share-card.ts'
import { answerSpotFile } from './spot-file.ts'
import { answerStaticMap } from './static-map.ts'
import { answerSuggestions } from './suggestions.ts'

/**
 * Files that are generated on request. They are not pages, so the page guard does not apply: each queries the data
 * service as the viewer, and RLS policies decide.
 */
const RESOURCES: [pattern: URLPattern, handler: ResourceHandler][] = [
  [new URLPattern({ pathname: '/cover/:id/wide/day.png' }), answerShareCard],
  [new URLPattern({ pathname: '/cover/:id/:format/:file' }), answerCover],
  [new URLPattern({ pathname: '/photo/:photoId/:file' }), answerPhoto],
  [new URLPattern({ pathname: '/spot/:id([a-z0-9]+).:format(geojson|gpx|kml)' }), answerSpotFile],
  [new URLPattern({ pathname: '/static-map/:place/:size/:theme.svg' }), answerStaticMap],
  [new URLPattern({ pathname: '/explore/view.json' }), answerExploreView],
  [new URLPattern({ pathname: '/explore/suggestions.json' }), answerSuggestions],
]

/** Requests from pages other than forms. */
const POSTED: typeof RESOURCES = [[new URLPattern({ pathname: PAGE_VIEWS_PATH }), answerPageView]]

/** Returns the handler of the resource that the URL names, or undefined. */
export function findResource(request: Request, settings: ServerSettings): (() => Promise<Response>) | undefined {
  for (const [pattern, handler] of listCandidates(request.method)) {
    const match = pattern.exec(request.url)
    if (match) {
      const call = createCall(request, settings, match.pathname.groups)
      return async () => {
        await call.verify()
        return sendSession(await handler(call), call)
      }
    }
  }
  return undefined
}

function listCandidates(method: string): typeof RESOURCES {
  if (method === 'POST') return POSTED
  return method === 'GET' || method === 'HEAD' ? RESOURCES : []
}
