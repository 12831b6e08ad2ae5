import { isExportFormat } from '#app/features/spots/exports/export-formats.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { getSite } from '#app/platform/config/site-settings.server.ts'
import { missingResource } from '../plain-response.ts'
import type { ResourceCall, ResourceHandler } from '../resource-call.ts'
import { findCitySet, findExploreSet, findOwnSet, findStorySet, type SpotSet } from './find-set.ts'
import { respondWithSet } from './set-response.ts'

/** Serves the spots of a city: `/city/{slug}.{format}`. */
export const serveCityFile = serveSet(({ supabase, parameters, request }) =>
  findCitySet(supabase(), parameters.slug ?? '', new URL(request.url).searchParams),
)

/** Serves the spots of a story: `/post/{slug}.{format}`. */
export const serveStoryFile = serveSet(({ supabase, parameters }) => findStorySet(supabase(), parameters.slug ?? ''))

/** Serves the spots of a list, of a member or of a search: `/explore.{format}` with the query of the screen. */
export const serveExploreFile = serveSet(({ supabase, request }) =>
  findExploreSet(supabase(), new URL(request.url).searchParams),
)

/** Serves all spots of the signed-in member, with their exact positions: `/account.{format}`. */
export const serveOwnFile = serveSet(async ({ supabase }) => {
  const viewerId = await findViewerId(supabase())
  return viewerId === null ? null : findOwnSet(supabase(), viewerId)
})

/** Returns the id of the signed-in member, from the verified token; null for visitors. */
export async function findViewerId(supabase: Supabase): Promise<string | null> {
  const { data } = await supabase.auth.getClaims()
  return data?.claims.sub ?? null
}

/** Returns a handler that responds with a set in the format of the URL. */
export function serveSet(findSet: (call: ResourceCall) => Promise<SpotSet | null>): ResourceHandler {
  return async (call) => {
    const { parameters, settings, supabase } = call
    const { format = '' } = parameters
    if (!isExportFormat(format)) return missingResource('There is no such file.')
    const { site_name: siteName } = await getSite(settings)
    const site = { siteName, siteUrl: settings.siteUrl }
    return respondWithSet(() => findSet(call), { format, site, supabase: supabase() })
  }
}
