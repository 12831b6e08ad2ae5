import { type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/** An answer whose body is at hand as a whole. A name of a header may repeat. */
export interface Answer {
  status: number
  statusText: string
  headers: [name: string, value: string][]
  body: string | Uint8Array<ArrayBuffer> | null
}

/** What the HTTP server knows of a request besides its text; absent for calls in process. */
export interface Connection {
  incoming?: { socket: { remoteAddress?: string | undefined } }
  /** Where the answer is written; absent where it is looked at in between. */
  outgoing?: ServerResponse | Http2ServerResponse
  /** Whoever asks compresses what is long, so he must have it as a Response. */
  compresses?: boolean
}

/** Statuses whose answers have no body. */
const BODYLESS = [204, 205, 304]
/** Nobody compresses less: it would grow. */
const SMALL_BODY_BYTES = 1024

export function isBodyless(status: number): boolean {
  return BODYLESS.includes(status)
}

/** Puts a header in the place of all of its name. */
export function setHeader({ headers }: Pick<Answer, 'headers'>, name: string, value: string): void {
  const lowerName = name.toLowerCase()
  for (let i = headers.length - 1; i >= 0; i -= 1) {
    if (headers[i]?.[0].toLowerCase() === lowerName) headers.splice(i, 1)
  }
  headers.push([name, value])
}

/**
 * Writes the answer on the connection at once where there is one: a Response makes a stream of each body, which costs as much as
 * all the rest of a small request. Its reason phrase goes with it, which no listener would pass on. In process it becomes a
 * Response.
 */
export function deliver(answer: Answer, request: Request, connection: Connection = {}): Response {
  const { outgoing, compresses } = connection
  if (!(outgoing instanceof ServerResponse)) return toResponse(answer)
  if (compresses && isCompressible(answer, request)) {
    outgoing.statusMessage = answer.statusText
    return toResponse(answer)
  }
  send(answer, request, outgoing)
  return RESPONSE_ALREADY_SENT
}

function toResponse({ body, ...init }: Answer): Response {
  return new Response(body, init)
}

function isCompressible({ body }: Answer, { headers }: Request): boolean {
  return body !== null && body.length >= SMALL_BODY_BYTES && headers.has('accept-encoding')
}

function send({ status, statusText, headers, body }: Answer, { method }: Request, outgoing: ServerResponse): void {
  const all = joinHeaders(headers)
  if (method !== 'HEAD' && !isBodyless(status)) all['content-length'] ??= String(Buffer.byteLength(body ?? ''))
  outgoing.writeHead(status, statusText, all)
  if (body === null) outgoing.end()
  else outgoing.end(body)
}

/** As a Response would have them: a name once, its values joined; cookies apart. */
function joinHeaders(headers: Answer['headers']): OutgoingHttpHeaders {
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
