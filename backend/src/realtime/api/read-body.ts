import { bodyTooLarge } from '../errors.ts'

/** Reads a request body. Throws when it is larger than the limit. */
export async function readBody(request: Request, limitBytes: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw bodyTooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  // Not cancelled when it is too large: that would destroy the connection before the response.
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    size += chunk.byteLength
    if (size > limitBytes) throw bodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
