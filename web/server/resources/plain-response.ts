/** The plain response for a resource that is missing or hidden from the viewer. */
export function missingResource(sentence: string): Response {
  return rejectResource(sentence, 404)
}

/** The plain response to an invalid request, with a sentence on how to fix it. */
export function rejectResource(sentence: string, status: number): Response {
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' }
  return new Response(`${sentence}\n`, { status, headers })
}

/** The plain response when too many expensive requests run at once, with Retry-After. */
export function busyResource(sentence: string): Response {
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8', 'retry-after': '10' }
  return new Response(`${sentence}\n`, { status: 503, headers })
}
