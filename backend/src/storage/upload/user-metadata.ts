import * as v from 'valibot'
import { entityTooLarge } from '../errors.ts'

const LIMIT_BYTES = 1024 * 1024
const UserMetadata = v.record(v.string(), v.unknown())

/** The object in a JSON text; `{}` when it is not one, as upstream ignores it. Throws beyond 1 MiB. */
export function parseUserMetadata(text: string): Record<string, unknown> {
  if (Buffer.byteLength(text) > LIMIT_BYTES) throw entityTooLarge('user_metadata')
  try {
    const parsed = v.safeParse(UserMetadata, JSON.parse(text))
    return parsed.success ? parsed.output : {}
  } catch {
    return {}
  }
}

/** Reads the header `x-metadata`, which is base64 of JSON; undefined when it is absent. */
export function readMetadataHeader(headers: Headers): Record<string, unknown> | undefined {
  const encoded = headers.get('x-metadata')
  return encoded === null ? undefined : parseUserMetadata(Buffer.from(encoded, 'base64').toString('utf8'))
}
