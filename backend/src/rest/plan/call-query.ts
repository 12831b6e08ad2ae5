/** The types that the one unnamed parameter of a function may have to take a whole body. */
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
  /** Names of the arguments that were given. */
  names: string[]
  /** The type of a POST's body; undefined for GET. */
  contentType: string | undefined
}

/** Text, XML and bytes have no names of arguments. */
export function isRawBody(contentType: string | undefined): boolean {
  return contentType === 'text/plain' || contentType === 'text/xml' || contentType === 'application/octet-stream'
}
