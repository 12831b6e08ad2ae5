import { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../../http/log.ts'
import { findFilePart } from '../blobs/file-part.ts'
import { sendFile } from './send-file.ts'

/** The request and response of Node's HTTP server; absent for calls in process. */
export interface NodeHttp {
  incoming?: IncomingMessage
  outgoing?: ServerResponse
}

/** Types that no listener compresses. Other responses must pass through the listener. */
const INCOMPRESSIBLE = /^(image\/(?!svg)|audio\/|video\/|application\/(pdf|zip|gzip|octet-stream)\b)/

/** Returns Node's request and response from the bindings of the listener. */
export function readNodeHttp(connection: unknown): NodeHttp {
  const { incoming, outgoing } = (connection ?? {}) as Record<string, unknown>
  return {
    ...(incoming instanceof IncomingMessage ? { incoming } : {}),
    ...(outgoing instanceof ServerResponse ? { outgoing } : {}),
  }
}

/**
 * Writes a file to Node's response directly, because web streams cost more than reading the disk. Returns other
 * responses unchanged.
 */
export async function sendDirectly(response: Response, { outgoing }: NodeHttp, log: Log): Promise<Response> {
  if (!outgoing || !response.body || !INCOMPRESSIBLE.test(response.headers.get('content-type') ?? '')) return response
  const part = findFilePart(response.body)
  if (!part) return response
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  // The headers are sent, so the client can only see the broken connection.
  await sendFile(part, outgoing).catch((error: unknown) => log.error('a file was sent incompletely', { error }))
  return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
}
