/** Returns the plain response for a resource that is missing or hidden from the viewer. */
export function missingResource(sentence: string): Response {
  return rejectResource(sentence, 404)
}

/** Returns the plain response to an invalid request, with a sentence on how to fix it. */
export function rejectResource(sentence: string, status: number): Response {
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' }
  return new Response(`${sentence}\n`, { status, headers })
}

/** Returns the plain response when too many expensive requests run at the same time, with Retry-After. */
export function busyResource(sentence: string): Response {
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8', 'retry-after': '10' }
  return new Response(`${sentence}\n`, { status: 503, headers })
}
