import * as v from 'valibot'
import { getHttp } from '#app/platform/http/http-client.ts'
import { ExploreReply } from './explore-reply.ts'
import type { ExploreRequest } from './explore-view.ts'
import { writeExploreViewUrl } from './explore-view-url.ts'

/** Asks the web server for a view, from the browser. Throws when it cannot be had or was given up. */
export async function fetchExploreReply(request: ExploreRequest, signal: AbortSignal): Promise<ExploreReply> {
  return v.parse(ExploreReply, await getHttp()(`/explore/view.json?${writeExploreViewUrl(request)}`, { signal }))
}
