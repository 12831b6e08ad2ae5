import * as v from 'valibot'
import type { ExploreRequest } from './explore-query.ts'
import { ExploreReply } from './explore-reply.ts'
import { writeExploreRequest } from './explore-request.ts'

/** Asks the web server for a view, from the browser. Throws when it cannot be had; a call that was given up throws AbortError. */
export async function fetchExploreReply(request: ExploreRequest, signal: AbortSignal): Promise<ExploreReply> {
  const response = await fetch(`/explore/view.json?${writeExploreRequest(request)}`, { signal })
  if (!response.ok) throw new Error(`The view came with status ${response.status}.`)
  return v.parse(ExploreReply, await response.json())
}
