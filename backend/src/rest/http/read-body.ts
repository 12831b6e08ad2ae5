import { bodyTooLarge } from '../errors.ts'
import { mediaType } from './body.ts'

/**
 * Returns the text of a request body, or the hexadecimal literal of a binary one, such as `\x00ff`. Reading stops at
 * the limit, regardless of `Content-Length`.
 */
export async function readBody(request: Request, maxBytes: number): Promise<string> {
  if (request.method === 'GET' || request.method === 'HEAD') return ''
  const bytes = await readBytes(request, maxBytes)
  if (bytes.byteLength > maxBytes) throw bodyTooLarge(maxBytes)
  const isBinary = mediaType(request.headers.get('content-type')) === 'application/octet-stream'
  return isBinary ? `\\x${bytes.toString('hex')}` : bytes.toString('utf8')
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
