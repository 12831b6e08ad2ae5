import * as v from 'valibot'
import { getHttp } from '#app/platform/http/http-client.ts'
import type { ExploreRequest } from './explore-query.ts'
import { ExploreReply } from './explore-reply.ts'
import { writeExploreRequest } from './explore-request.ts'

/** Asks the web server for a view, from the browser. Throws when it cannot be had or was given up. */
export async function fetchExploreReply(request: ExploreRequest, signal: AbortSignal): Promise<ExploreReply> {
  return v.parse(ExploreReply, await getHttp()(`/explore/view.json?${writeExploreRequest(request)}`, { signal }))
}
