import { type OutgoingHttpHeaders, ServerResponse, STATUS_CODES } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/** A response whose body is in memory. Header names may repeat. */
export interface BufferedResponse {
  status: number
  statusText: string
  headers: [name: string, value: string][]
  body: string | Uint8Array<ArrayBuffer> | null
}

/** Facts about the connection from the HTTP server; absent for calls in process. */
export interface Connection {
  incoming?: { socket: { remoteAddress?: string | undefined } }
  /** The response to write to; absent where another layer inspects it first. */
  outgoing?: ServerResponse | Http2ServerResponse
  /** The caller compresses long bodies and therefore needs a Response. */
  compresses?: boolean
  /** Set by the web server for calls of its own pages, which have their own database connections. */
  isFromPage?: boolean
}

/** Statuses of responses without a body. */
const BODYLESS = [204, 205, 304]
/** Compression would enlarge smaller bodies. */
const SMALL_BODY_BYTES = 1024

/** Returns true for a status whose responses have no body. */
export function isBodyless(status: number): boolean {
  return BODYLESS.includes(status)
}

/** Replaces all headers of a name. */
export function setHeader({ headers }: Pick<BufferedResponse, 'headers'>, name: string, value: string): void {
  const lowerName = name.toLowerCase()
  for (let i = headers.length - 1; i >= 0; i -= 1) {
    if (headers[i]?.[0].toLowerCase() === lowerName) headers.splice(i, 1)
  }
  headers.push([name, value])
}

/**
 * Writes the response directly to the connection if there is one. A Response would turn the body into a stream, which
 * costs as much as the rest of a small request, and no listener would pass on its reason phrase. In process, returns a
 * Response.
 */
export function deliver(response: BufferedResponse, request: Request, connection: Connection = {}): Response {
  const { outgoing, compresses } = connection
  if (!(outgoing instanceof ServerResponse)) return toResponse(response)
  if (compresses && isCompressible(response, request)) {
    outgoing.statusMessage = response.statusText
    return toResponse(response)
  }
  send(response, request, outgoing)
  return RESPONSE_ALREADY_SENT
}

function toResponse({ body, ...init }: BufferedResponse): Response {
  return new Response(body, init)
}

function isCompressible({ body }: BufferedResponse, { headers }: Request): boolean {
  return body !== null && body.length >= SMALL_BODY_BYTES && headers.has('accept-encoding')
}

function send(
  { status, statusText, headers, body }: BufferedResponse,
  { method }: Request,
  outgoing: ServerResponse,
): void {
  const all = joinHeaders(headers)
  if (method !== 'HEAD' && !isBodyless(status)) all['content-length'] ??= String(Buffer.byteLength(body ?? ''))
  outgoing.writeHead(status, statusText || STATUS_CODES[status], all)
  if (body === null) outgoing.end()
  else outgoing.end(body)
}

/** Joins headers as a Response does: each name once with joined values, except cookies. */
function joinHeaders(headers: BufferedResponse['headers']): OutgoingHttpHeaders {
  const all: Record<string, string | string[]> = {}
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    const known = all[key]
    if (known === undefined) all[key] = value
    else if (key === 'set-cookie') all[key] = [known, value].flat()
    else all[key] = `${String(known)}, ${value}`
  }
  return all
}
