import { Duplex } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|manifest\+json|geo\+json|vnd\.pgrst|gpx\+xml)|image\/svg\+xml)/
/** Of eleven. Higher levels cost more time than the smaller body saves. */
const BROTLI_QUALITY = 4
const GZIP_LEVEL = 6

/**
 * Compresses a response as its request accepts. A streamed page stays a stream: each flush of React is sent
 * immediately. Encoded bodies, short bodies of known length, ranges and incompressible types are left alone.
 */
export function compress(request: Request, response: Response): Response {
  const type = response.headers.get('content-type') ?? ''
  const length = response.headers.get('content-length')
  const isSmall = length !== null && Number(length) < 1024
  if (!response.body || isSmall || response.headers.has('content-encoding') || !COMPRESSIBLE.test(type)) return response
  if (request.method === 'HEAD' || response.status === 206 || response.status === 304) return response
  const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? '')
  if (!encoding) return response
  const headers = new Headers(response.headers)
  headers.set('content-encoding', encoding)
  headers.append('vary', 'accept-encoding')
  headers.delete('content-length')
  // Compressed bytes need a weak ETag.
  const tag = headers.get('etag')
  if (tag?.startsWith('"')) headers.set('etag', `W/${tag}`)
  const { status, statusText } = response
  const body = response.body.pipeThrough(toTransform(encoding)) as ReadableStream<Uint8Array>
  return new Response(body, { headers, status, statusText })
}

function chooseEncoding(accepted: string): 'br' | 'gzip' | undefined {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

function toTransform(encoding: 'br' | 'gzip') {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ params, flush: constants.BROTLI_OPERATION_FLUSH })
      : createGzip({ level: GZIP_LEVEL, flush: constants.Z_SYNC_FLUSH })
  return Duplex.toWeb(compressor) as ReadableWritablePair<Uint8Array, Uint8Array>
}
