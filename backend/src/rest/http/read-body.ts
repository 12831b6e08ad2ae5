import { bodyTooLarge } from '../errors.ts'

/** The text of a request's body. It is not read further than the limit, whatever its length was said to be. */
export async function readBody(request: Request, maxBytes: number): Promise<string> {
  if (request.body === null || request.method === 'GET' || request.method === 'HEAD') return ''
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > maxBytes) throw bodyTooLarge(maxBytes)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw bodyTooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
