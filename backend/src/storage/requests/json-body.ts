import type * as v from 'valibot'
import { DRAIN_LIMIT_BYTES } from '../../http/connections/drain-request.ts'
import { bodyTooLarge, invalidShape } from '../errors.ts'
import { parseShape } from '../kernel/shapes.ts'

const BODY_LIMIT_BYTES = 1024 * 1024

/**
 * Reads and validates a JSON body; an empty body counts as `{}`. Throws with the wording of upstream's schema errors.
 */
export async function readJsonBody<Body>(request: Request, schema: v.GenericSchema<unknown, Body>): Promise<Body> {
  const text = await readText(request)
  return parseShape(text.trim() === '' ? {} : parseJson(text), schema, 'body')
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT_BYTES) throw bodyTooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  // Not cancelled when it is too large: that would destroy the connection before the response.
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    size += chunk.byteLength
    if (size > DRAIN_LIMIT_BYTES) throw bodyTooLarge()
    if (size <= BODY_LIMIT_BYTES) chunks.push(chunk)
  }
  if (size > BODY_LIMIT_BYTES) throw bodyTooLarge()
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidShape('body must be JSON')
  }
}
