/** The types of a single unnamed parameter that accept a whole body, by Content-Type. */
export const BODY_TYPES: Record<string, string[]> = {
  'application/json': ['json', 'jsonb'],
  'text/plain': ['text'],
  'text/xml': ['xml'],
  'application/octet-stream': ['bytea'],
}

export interface CallQuery {
  schema: string
  role: string
  name: string
  /** Names of the given arguments. */
  names: string[]
  /** The type of a POST body; undefined for GET. */
  contentType: string | undefined
}

/** Text, XML and binary bodies have no argument names. */
export function isRawBody(contentType: string | undefined): boolean {
  return contentType === 'text/plain' || contentType === 'text/xml' || contentType === 'application/octet-stream'
}
