import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Handles requests that no part of the server may see: several `Host` headers (RFC 9112 3.2), and methods that the
 * platform's Request class rejects. Returns true when it has answered.
 */
export function rejectMalformed(request: IncomingMessage, response: ServerResponse): boolean {
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return reject(response, 400, 'A request must have exactly one Host header.')
  if (request.method === 'TRACE') return reject(response, 405, 'This method is not supported.')
  return false
}

function reject(response: ServerResponse, status: number, text: string): true {
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8', connection: 'close' }
  response.writeHead(status, headers).end(`${text}\n`)
  return true
}

/** Returns true when a query parameter contains NUL. The database cannot store it, so no row can match. */
export function hasUnstorableQuery(request: Request): boolean {
  return new URL(request.url).search.includes('%00')
}
