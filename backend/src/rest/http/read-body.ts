import { isUtf8 } from 'node:buffer'
import { badBody, bodyTooLarge } from '../errors.ts'
import { RestError } from '../rest-error.ts'
import { mediaType } from './body.ts'

/** The types whose bodies are read as text. All others are rejected by their type. */
const TEXT_TYPE = /^(application\/(json|x-www-form-urlencoded)|text\/(csv|plain|xml))$/

/**
 * Returns the text of a request body, or the hexadecimal literal of a binary one, such as `\x00ff`. Reading stops at
 * the limit, regardless of `Content-Length`. Throws PGRST102 for text that is not UTF-8.
 */
export async function readBody(request: Request, maxBytes: number): Promise<string> {
  if (request.method === 'GET' || request.method === 'HEAD') return ''
  const bytes = await readBytes(request, maxBytes).catch(rejectUnreadable)
  if (bytes.byteLength > maxBytes) throw bodyTooLarge(maxBytes)
  const type = mediaType(request.headers.get('content-type'))
  if (type === 'application/octet-stream') return `\\x${bytes.toString('hex')}`
  // Decoding would replace invalid bytes with U+FFFD.
  if (request.method !== 'DELETE' && TEXT_TYPE.test(type) && !isUtf8(bytes)) throw badBody('Empty or invalid json')
  return bytes.toString('utf8')
}

/** A body ends early because its client has disconnected. That is a client error, and not worth a line in the log. */
function rejectUnreadable(error: unknown): never {
  throw error instanceof RestError ? error : badBody('The body could not be read')
}

async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  const { headers } = request
  const declared = headers.get('content-length')
  if (declared !== null && Number(declared) > maxBytes) throw bodyTooLarge(maxBytes)
  // With a declared length, or in process, reading everything at once is safe and much cheaper.
  if (!headers.has('transfer-encoding')) return Buffer.from(await request.arrayBuffer())
  if (request.body === null) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let count = 0
  for await (const chunk of request.body) {
    count += chunk.byteLength
    if (count > maxBytes) throw bodyTooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
