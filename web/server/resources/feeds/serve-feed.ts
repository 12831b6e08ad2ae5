import type { Supabase } from '#app/lib/supabase.ts'
import { getSite } from '#app/platform/config/site-settings.server.ts'
import { missingResource } from '../plain-response.ts'
import { openVisitorClient, publicResponse } from '../public-response.ts'
import type { ResourceCall, ResourceHandler } from '../resource-call.ts'
import { feedFormats, isFeedFormat } from './feed.ts'
import { type FoundFeed, findCityFeed, findSpotFeed, findStoryFeed } from './find-feed.ts'
import { writeAtom } from './write-atom.ts'
import { writeJsonFeed } from './write-json-feed.ts'

/** New spots: `/feeds/spots.atom` or `.json`, with the filters, list or member of `/explore`. */
export const serveSpotFeed = serveFeed((visitor, { request, settings }) =>
  findSpotFeed(visitor, new URL(request.url).searchParams, settings.siteUrl),
)

/** New spots of a city: `/feeds/city/{slug}.atom` or `.json`. */
export const serveCityFeed = serveFeed((visitor, { parameters, settings }) =>
  findCityFeed(visitor, parameters.slug ?? '', settings.siteUrl),
)

/** New stories: `/feeds/stories.atom` or `.json`; optional `tag`. */
export const serveStoryFeed = serveFeed((visitor, { request, settings }) =>
  findStoryFeed(visitor, new URL(request.url).searchParams, settings.siteUrl),
)

/** Feeds contain only what visitors may see, even for signed-in members. */
function serveFeed(find: (visitor: Supabase, call: ResourceCall) => Promise<FoundFeed | null>): ResourceHandler {
  return async (call) => {
    const { request, settings, parameters } = call
    const { format = '' } = parameters
    if (!isFeedFormat(format)) return missingResource('There is no such feed.')
    const found = await find(openVisitorClient(call), call)
    if (!found) return missingResource('There is no such feed.')
    const { site_name: siteName } = await getSite(settings)
    const { pathname, search } = new URL(request.url)
    const feed = {
      title: `${found.title} – ${siteName}`,
      siteName,
      entries: found.entries,
      home: settings.siteUrl + found.path,
      self: settings.siteUrl + pathname + search,
      icon: `${settings.siteUrl}/favicon.svg`,
    }
    const text = format === 'atom' ? writeAtom(feed) : writeJsonFeed(feed)
    return publicResponse(request, text, feedFormats[format].contentType)
  }
}
