import type { IncomingMessage } from 'node:http'
import type { BlobSource } from '../blobs/blob-store.ts'
import { clientWentAway } from '../errors.ts'
import type { Call } from '../requests/endpoint.ts'
import { readMultipartUpload } from './multipart-upload.ts'
import type { Upload } from './upload-content.ts'
import { parseContentEncoding, readContentLength } from './upload-headers.ts'
import { readMetadataHeader } from './user-metadata.ts'

/** Starts to receive the file of a request, in either of the two body forms (storage 5). */
export async function readUpload({ request, incoming }: Pick<Call, 'request' | 'incoming'>): Promise<Upload> {
  const contentType = request.headers.get('content-type') ?? 'application/octet-stream'
  if (/^multipart\/form-data/i.test(contentType)) return readMultipartUpload(request, incoming)
  return readRawUpload(request, incoming, contentType)
}

function readRawUpload(request: Request, incoming: IncomingMessage | undefined, contentType: string): Upload {
  const { headers } = request
  const declaredBytes = readContentLength(headers)
  const facts = {
    contentType,
    cacheControl: headers.get('cache-control') ?? 'no-cache',
    contentEncoding: parseContentEncoding(headers.get('content-encoding')),
    userMetadata: readMetadataHeader(headers) ?? {},
  }
  return {
    facts,
    declaredBytes,
    content: incoming ? receive(incoming, declaredBytes) : readBody(request.body ?? [], declaredBytes),
    finish: async () => facts,
    abort: () => (incoming ? void incoming.resume() : void request.body?.cancel().catch(() => {})),
  }
}

/**
 * Reads the body from the socket. Rejections need a response, so the connection must survive the end of the iteration.
 */
function receive(incoming: IncomingMessage, declaredBytes: number | undefined): BlobSource {
  const chunks = readBody(incoming.iterator({ destroyOnReturn: false }), declaredBytes)
  return { [Symbol.asyncIterator]: () => chunks, release: freeMemory }
}

/**
 * Frees the memory of a chunk at once. Left to the garbage collector, chunks fill 40 MB until it starts, and it walks
 * the whole heap to find them: a third of the CPU time of an upload.
 */
function freeMemory({ buffer, byteLength }: Uint8Array): void {
  // Node allocates memory per chunk; a chunk that is part of a larger buffer must not free it.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/**
 * Yields the body. Throws when it breaks off or ends before its declared length, so that a part never becomes an
 * object.
 */
async function* readBody(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  declaredBytes: number | undefined,
): AsyncGenerator<Uint8Array> {
  let received = 0
  try {
    for await (const chunk of body) {
      received += chunk.byteLength
      yield chunk
    }
  } catch (cause) {
    throw clientWentAway(cause)
  }
  if (declaredBytes !== undefined && received !== declaredBytes) throw clientWentAway()
}
