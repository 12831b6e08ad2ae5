import * as v from 'valibot'
import { entityTooLarge, invalidRequest } from '../errors.ts'

const LIMIT_BYTES = 1024 * 1024
const UserMetadata = v.record(v.string(), v.unknown())

/** The object in a JSON text; `{}` when it is not one, as upstream ignores it. Throws beyond 1 MiB, and when it nests too deep. */
export function parseUserMetadata(text: string): Record<string, unknown> {
  if (Buffer.byteLength(text) > LIMIT_BYTES) throw entityTooLarge('user_metadata')
  const parsed = v.safeParse(UserMetadata, parseJson(text))
  if (!parsed.success) return {}
  try {
    // It can be read deeper than it can be written again.
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

/** Reads the header `x-metadata`, which is base64 of JSON; undefined when it is absent. */
export function readMetadataHeader(headers: Headers): Record<string, unknown> | undefined {
  const encoded = headers.get('x-metadata')
  return encoded === null ? undefined : parseUserMetadata(Buffer.from(encoded, 'base64').toString('utf8'))
}
