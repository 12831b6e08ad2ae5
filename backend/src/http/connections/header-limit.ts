import { type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** The limit of the URL and headers of a request. It leaves room for headers beside the longest URL (rest 17). */
export const MAX_HEADER_BYTES = 128 * 1024

/** The time in which a client may read the response while it still sends. A reset could discard the response. */
const LINGER_MS = 1000
/** The statuses that Node sends by default. */
const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
const TOO_LARGE = JSON.stringify({
  message: 'The URL and the headers of the request are too large',
  hint: `At most ${MAX_HEADER_BYTES} bytes are accepted.`,
})

/**
 * Handles requests that the HTTP parser rejects. Node's own response to headers that are too large has no body and no
 * CORS header, so that browsers report a network error.
 */
export function explainLargeHeaders(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // The parser reports the error again for the data that follows.
    if (socket.writableEnded) return
    if (!socket.writable || error.code === 'ECONNRESET' || hasBegunResponse(socket)) {
      socket.destroy()
      return
    }
    socket.end(renderResponse(STATUSES[error.code ?? ''] ?? 400))
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  })
}

/** Returns true while another response is being written to the socket. Node keeps it in a private property. */
function hasBegunResponse(socket: Duplex & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return socket._httpMessage?.headersSent === true
}

function renderResponse(status: number): string {
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n`
  if (status !== 431) return `${head}\r\n`
  const headers = 'Access-Control-Allow-Origin: *\r\nContent-Type: application/json\r\n'
  return `${head}${headers}Content-Length: ${Buffer.byteLength(TOO_LARGE)}\r\n\r\n${TOO_LARGE}`
}
