import { methodNotAllowed, pathInvalid, rpcMethodNotAllowed, schemaUnknown } from '../errors.ts'

/** What a path names. */
export type Resource =
  | { kind: 'root' }
  | { kind: 'relation'; name: string }
  /** In the schema of the request, unless it is said to be in another. */
  | { kind: 'routine'; name: string; schema?: string | undefined }

const READS = ['GET', 'HEAD', 'OPTIONS']
const RELATION_METHODS = [...READS, 'POST', 'PUT', 'PATCH', 'DELETE']

/** Reads the path behind the service's prefix. Throws PGRST125. */
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

/** Refuses what a resource cannot do. Throws PGRST101 or PGRST117. */
export function requireMethod(resource: Resource, method: string): void {
  if (resource.kind === 'routine') {
    if (!READS.includes(method) && method !== 'POST') throw rpcMethodNotAllowed(method)
    return
  }
  const allowed = resource.kind === 'root' ? READS : RELATION_METHODS
  if (!allowed.includes(method)) throw methodNotAllowed(method)
}

export interface Profile {
  schema: string
  /** Whether the answer has to say which schema it used. */
  isNamed: boolean
}

/** The schema of a request: `Content-Profile` for writes, else `Accept-Profile`. Throws PGRST106. */
export function readProfile(headers: Headers, method: string, schemas: string[]): Profile {
  const asked = headers.get(READS.includes(method) ? 'accept-profile' : 'content-profile')
  if (asked !== null && !schemas.includes(asked)) throw schemaUnknown(asked, schemas)
  return { schema: asked ?? schemas[0] ?? 'public', isNamed: asked !== null || schemas.length > 1 }
}
