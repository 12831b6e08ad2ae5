import * as v from 'valibot'
import { getHttp } from '#app/platform/http/http-client.ts'
import { ExploreReply } from './explore-reply.ts'
import type { ExploreRequest } from './explore-view.ts'
import { writeExploreViewUrl } from './explore-view-url.ts'

/** Fetches a view from the web server, in the browser. Throws on failure and when aborted. */
export async function fetchExploreReply(request: ExploreRequest, signal: AbortSignal): Promise<ExploreReply> {
  return v.parse(ExploreReply, await getHttp()(`/explore/view.json?${writeExploreViewUrl(request)}`, { signal }))
}
