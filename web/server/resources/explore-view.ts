import { getRawExploreResponse } from '#app/features/explore/explore-response.ts'
import { parseExploreViewUrl } from '#app/features/explore/explore-view-url.ts'
import { badRequest, respondWithData } from './json-response.ts'
import type { ResourceCall } from './resource-call.ts'

/**
 * Serves the spots in a part of the map, requested each time the map comes to rest: `/explore/view.json?view=…&z=…`.
 */
export async function serveExploreView({ request, supabase }: ResourceCall): Promise<Response> {
  const view = parseExploreViewUrl(new URL(request.url).searchParams)
  if (!view) return badRequest('Set view to west,south,east,north in degrees, and z to the zoom level.')
  return respondWithData(() => getRawExploreResponse(supabase(), view))
}
