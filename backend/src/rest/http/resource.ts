import { pathInvalid, schemaUnknown } from '../errors.ts'

/** A path under `/rest/v1` (rest 2). */
export type Resource =
  | { kind: 'root' }
  | { kind: 'relation'; name: string }
  /** The schema of the function if it is not that of the request. */
  | { kind: 'routine'; name: string; schema?: string | undefined }

const READS = ['GET', 'HEAD', 'OPTIONS']

/** Parses the path under `/rest/v1`. Throws PGRST125. */
export function parseResource(path: string): Resource {
  const segments = path.split('/').slice(1).map(decodeSegment)
  const [first = '', second] = segments
  if (segments.length <= 1 && first === '') return { kind: 'root' }
  if (segments.length === 1) return { kind: 'relation', name: first }
  if (segments.length === 2 && first === 'rpc' && second) return { kind: 'routine', name: second }
  throw pathInvalid()
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw pathInvalid()
  }
}

export interface Profile {
  schema: string
  /** Set if the response names the schema. */
  isNamed: boolean
}

/** Returns the schema of a request: `Content-Profile` for writes, else `Accept-Profile`. Throws PGRST106. */
export function readProfile(headers: Headers, method: string, schemas: string[]): Profile {
  const requested = headers.get(READS.includes(method) ? 'accept-profile' : 'content-profile')
  if (requested !== null && !schemas.includes(requested)) throw schemaUnknown(requested, schemas)
  return { schema: requested ?? schemas[0] ?? 'public', isNamed: requested !== null || schemas.length > 1 }
}
