import { Duplex, PassThrough, pipeline, Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|manifest\+json|geo\+json|vnd\.pgrst|gpx\+xml)|image\/svg\+xml)/
/** Level 2 of 11. Level 4 takes more than twice the time and saves about 3 %. */
const BROTLI_PARAMS = { [constants.BROTLI_PARAM_QUALITY]: 2 }
/** Chunks that are ready together are compressed together, up to this size. */
const JOINED_BYTES = 64 * 1024
const GZIP_LEVEL = 6
/** Pages of known length up to this size are compressed in one piece. */
const MAX_WHOLE_BYTES = 1024 * 1024
/** The maximum of compressed bytes that wait for a slow reader. Most bodies fit, so their compressor can end early. */
const BUFFER_BYTES = 1024 * 1024
/** Each compressor holds a megabyte outside the heap. Beyond this number, responses are sent as they are. */
const MAX_COMPRESSORS = 64

let compressors = 0
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/**
 * Compresses a response as its request accepts. A streamed page stays a stream: each flush of React is sent
 * immediately. Encoded bodies, short bodies of known length, ranges and incompressible types are left alone.
 */
export function compress(request: Request, response: Response): Response {
  const encoding = findEncoding(request, response)
  if (!encoding || !response.body) return response
  const init = describeEncoded(response, encoding)
  return new Response(compressStream(response.body, encoding), init)
}

/**
 * Compresses a page of known length in one piece, which takes less CPU time than a stream. Returns undefined for
 * all other responses.
 */
export function compressWholePage(request: Request, response: Response): Promise<Response> | undefined {
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  const isWhole = length <= MAX_WHOLE_BYTES && response.headers.get('content-type')?.startsWith('text/html')
  const encoding = isWhole ? findEncoding(request, response) : undefined
  return encoding && compressWhole(response, encoding)
}

async function compressWhole(response: Response, encoding: 'br' | 'gzip'): Promise<Response> {
  compressors += 1
  try {
    const body = Buffer.from(await response.arrayBuffer())
    const bytes = await (encoding === 'br'
      ? compressBrotli(body, {
          params: { ...BROTLI_PARAMS, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
        })
      : compressGzip(body, { level: GZIP_LEVEL }))
    const init = describeEncoded(response, encoding)
    init.headers.set('content-length', String(bytes.length))
    return new Response(bytes, init)
  } finally {
    compressors -= 1
  }
}

/** Returns the encoding for a response. Undefined if it is sent uncompressed. */
function findEncoding(request: Request, response: Response): 'br' | 'gzip' | undefined {
  const type = response.headers.get('content-type') ?? ''
  const length = response.headers.get('content-length')
  const isSmall = length !== null && Number(length) < 1024
  if (!response.body || isSmall || response.headers.has('content-encoding') || !COMPRESSIBLE.test(type))
    return undefined
  if (request.method === 'HEAD' || response.status === 206 || response.status === 304) return undefined
  return compressors < MAX_COMPRESSORS ? chooseEncoding(request.headers.get('accept-encoding') ?? '') : undefined
}

function describeEncoded(response: Response, encoding: 'br' | 'gzip') {
  const headers = new Headers(response.headers)
  headers.set('content-encoding', encoding)
  headers.append('vary', 'accept-encoding')
  headers.delete('content-length')
  // Compressed bytes need a weak ETag.
  const tag = headers.get('etag')
  if (tag?.startsWith('"')) headers.set('etag', `W/${tag}`)
  const { status, statusText } = response
  return { headers, status, statusText }
}

/** Returns the best encoding that a request accepts. */
export function chooseEncoding(accepted: string): 'br' | 'gzip' | undefined {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

/**
 * Keeps the output separate from its compressor, so that the compressor can end before a slow reader has read
 * everything.
 */
function compressStream(body: ReadableStream<Uint8Array>, encoding: 'br' | 'gzip'): ReadableStream<Uint8Array> {
  const buffered = new PassThrough({ highWaterMark: BUFFER_BYTES })
  compressors += 1
  const compressor = createCompressor(encoding).once('close', () => {
    compressors -= 1
  })
  // An error ends the body, where its reader handles it.
  pipeline(Readable.fromWeb(body as NodeStream<Uint8Array>), joinReadyChunks(), compressor, buffered, () => undefined)
  return Readable.toWeb(buffered) as ReadableStream<Uint8Array>
}

/**
 * Joins the chunks that arrive within one turn of the event loop. React writes pages in chunks of 2 kB, and each chunk
 * would cost a task in the thread pool and a flush of the compressor.
 */
function joinReadyChunks(): Duplex {
  let resume: (() => void) | undefined
  return new Duplex({
    highWaterMark: JOINED_BYTES,
    writev(chunks: { chunk: Buffer }[], done) {
      if (this.push(Buffer.concat(chunks.map(({ chunk }) => chunk)))) setImmediate(done)
      else resume = done
    },
    read() {
      const proceed = resume
      resume = undefined
      proceed?.()
    },
    final(done) {
      this.push(null)
      done()
    },
  })
}

function createCompressor(encoding: 'br' | 'gzip') {
  return encoding === 'br'
    ? createBrotliCompress({ params: BROTLI_PARAMS, flush: constants.BROTLI_OPERATION_FLUSH })
    : createGzip({ level: GZIP_LEVEL, flush: constants.Z_SYNC_FLUSH })
}
