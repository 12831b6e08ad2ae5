import * as v from 'valibot'
import { JsonObject } from '../../http/json-object.ts'
import { entityTooLarge, invalidRequest } from '../errors.ts'

const LIMIT_BYTES = 1024 * 1024

/**
 * Parses user metadata; returns `{}` for invalid JSON, which upstream ignores. Throws above 1 MiB and for deep nesting.
 */
export function parseUserMetadata(text: string): Record<string, unknown> {
  if (Buffer.byteLength(text) > LIMIT_BYTES) throw entityTooLarge('user_metadata')
  const parsed = v.safeParse(JsonObject, parseJson(text))
  if (!parsed.success) return {}
  try {
    // JSON.parse accepts deeper nesting than JSON.stringify.
    JSON.stringify(parsed.output)
  } catch {
    throw invalidRequest('The user metadata is nested too deep')
  }
  return parsed.output
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses the header `x-metadata`, base64 of JSON; returns undefined when absent. */
export function readMetadataHeader(headers: Headers): Record<string, unknown> | undefined {
  const encoded = headers.get('x-metadata')
  return encoded === null ? undefined : parseUserMetadata(Buffer.from(encoded, 'base64').toString('utf8'))
}
