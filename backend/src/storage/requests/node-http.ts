import { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../../http/log.ts'
import { findFilePart } from '../blobs/file-part.ts'
import { sendFile } from './send-file.ts'

/** The two ends of a request as Node's HTTP server has them; absent for calls in process. */
export interface NodeHttp {
  incoming?: IncomingMessage
  outgoing?: ServerResponse
}

/** What no listener would compress on the way: the rest has to pass through it. */
const INCOMPRESSIBLE = /^(image\/(?!svg)|audio\/|video\/|application\/(pdf|zip|gzip|octet-stream)\b)/

/** Reads what the listener gives besides the request. */
export function readNodeHttp(connection: unknown): NodeHttp {
  const { incoming, outgoing } = (connection ?? {}) as Record<string, unknown>
  return {
    ...(incoming instanceof IncomingMessage ? { incoming } : {}),
    ...(outgoing instanceof ServerResponse ? { outgoing } : {}),
  }
}

/** Sends a file past streams of the web, which cost more than the disk; every other answer stays as it is. */
export async function sendDirectly(response: Response, { outgoing }: NodeHttp, log: Log): Promise<Response> {
  if (!outgoing || !response.body || !INCOMPRESSIBLE.test(response.headers.get('content-type') ?? '')) return response
  const part = findFilePart(response.body)
  if (!part) return response
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  // The head is out, so that the broken connection is all that the client can be told.
  await sendFile(part, outgoing).catch((error: unknown) => log.error('a file was not sent whole', { error }))
  return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
}
