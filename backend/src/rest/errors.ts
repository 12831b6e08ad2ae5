import { RestError } from './rest-error.ts'

/** All errors of the service with code, status and text (rest 14.2). */

export const databaseUnreachable = (reason: string, cause?: unknown) =>
  new RestError(503, 'PGRST000', 'Database connection error.', {
    details: reason,
    headers: [['Retry-After', '1']],
    cause,
  })

export const catalogMissing = () =>
  new RestError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.', {
    headers: [['Retry-After', '1']],
  })

export const poolExhausted = () =>
  new RestError(503, 'PGRST003', 'Timed out acquiring connection from connection pool.', {
    headers: [['Retry-After', '1']],
  })

/** A limit that PostgREST does not have (rest 20). */
export const clientBusy = () =>
  new RestError(429, 'PT429', 'Too many requests at a time. Please try again in a moment.', {
    headers: [['Retry-After', '2']],
  })

/** Personal access tokens are not part of PostgREST (rest 20). */
export const personalTokenRejected = (message: string) =>
  new RestError(401, 'PGRST301', message, { headers: [['WWW-Authenticate', 'Bearer error="invalid_token"']] })

export const personalTokenBusy = (message: string) =>
  new RestError(429, 'PT429', message, { headers: [['Retry-After', '60']] })

export const writeScopeMissing = () =>
  new RestError(403, 'PT403', 'This token may only read.', {
    hint: 'Create one that may also add, change and delete.',
    headers: [['WWW-Authenticate', 'Bearer error="insufficient_scope", scope="write"']],
  })

export function parseFailed(what: string, raw: string, column: number, details: string) {
  return new RestError(400, 'PGRST100', `"failed to parse ${what} (${raw})" (line 1, column ${column})`, { details })
}

/** A limit that PostgREST does not have (rest 20). */
export const tooComplex = (details: string) => new RestError(400, 'PGRST100', 'The request is too complex', { details })

export const urlTooLong = (maxLength: number) =>
  new RestError(414, 'PGRST100', 'The URL is too long', { details: `At most ${maxLength} characters are accepted.` })

export const bodyTooLarge = (maxBytes: number) =>
  new RestError(413, 'PGRST102', 'The body is too large', { details: `At most ${maxBytes} bytes are accepted.` })

export const rpcMethodNotAllowed = (method: string) =>
  new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)

export const methodNotAllowed = (method: string) => new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)

export const badBody = (message: string) => new RestError(400, 'PGRST102', message)

export const rangeNotSatisfiable = (details: string, contentRange?: string) =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
    details,
    headers: contentRange === undefined ? [] : [['Content-Range', contentRange]],
  })

export const putFiltersWrong = () =>
  new RestError(405, 'PGRST105', "Filters must include all and only primary key columns with 'eq' operators")

export const schemaUnknown = (schema: string, exposed: string[]) =>
  new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })

export const mediaTypesUnavailable = (types: string[]) =>
  new RestError(406, 'PGRST107', `None of these media types are available: ${types.join(', ')}`)

export const embedNotSelected = (name: string) =>
  new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })

export const responseHeadersWrong = () =>
  new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )

export const responseStatusWrong = () =>
  new RestError(500, 'PGRST112', 'response.status guc must be a valid status code')

export const putRangeNotAllowed = () =>
  new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT')

export const putPayloadMismatch = () =>
  new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')

export const notSingular = (rows: number) =>
  new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })

export const relatedOrderNotToOne = (origin: string, embed: string) =>
  new RestError(400, 'PGRST118', `A related order on '${embed}' is not possible`, {
    details: `'${origin}' and '${embed}' do not form a many-to-one or one-to-one relationship`,
  })

export const preferencesInvalid = (preferences: string[]) =>
  new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${preferences.join(', ')}`,
  })

export const aggregatesDisabled = () => new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')

export const maxAffectedExceeded = (rows: number) =>
  new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })

export const pathInvalid = () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL')

export const rootDisabled = () => new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled')

export const notImplemented = (details: string) =>
  new RestError(400, 'PGRST127', 'Feature not implemented', { details })

export const maxAffectedNeedsSet = () =>
  new RestError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  )

export function relationshipNotFound(names: {
  origin: string
  target: string
  hint?: string | undefined
  schema: string
  suggestion: string | null
}) {
  const { origin, target, schema, suggestion } = names
  const using = names.hint === undefined ? '' : ` using the hint '${names.hint}'`
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin}' and '${target}'${using} in the schema '${schema}', but no matches were found.`,
      hint: suggestion,
    },
  )
}

export interface RelationshipDetail {
  cardinality: string
  embedding: string
  relationship: string
}

export const relationshipAmbiguous = (
  origin: string,
  target: string,
  choices: string[],
  details: RelationshipDetail[],
) =>
  new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    {
      details,
      hint: `Try changing '${target}' to one of the following: ${choices.map((choice) => `'${choice}'`).join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  )

/** In the words of PostgreSQL, which reports the same error to PostgREST (rest 9.3). */
export const embedKeyTwice = (origin: string, key: string, depth: number) =>
  new RestError(400, '42712', `table name "${origin}_${key}_${depth}" specified more than once`)

export const functionNotFound = (message: string, details: string, hint: string | null) =>
  new RestError(404, 'PGRST202', message, { details, hint })

export const functionAmbiguous = (signatures: string[]) =>
  new RestError(300, 'PGRST203', `Could not choose the best candidate function between: ${signatures.join(', ')}`, {
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })

export const columnNotFound = (column: string, relation: string) =>
  new RestError(400, 'PGRST204', `Could not find the '${column}' column of '${relation}' in the schema cache`)

export const tableNotFound = (schema: string, name: string, suggestion: string | null) =>
  new RestError(404, 'PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`, {
    hint: suggestion,
  })

const invalidToken = (message: string): [string, string][] => [
  ['WWW-Authenticate', `Bearer error="invalid_token", error_description="${message}"`],
]

export const tokenUnreadable = (message: string, details: string | null = null) =>
  new RestError(401, 'PGRST301', message, { details, headers: invalidToken(message) })

export const tokenRejected = (message: string) =>
  new RestError(401, 'PGRST303', message, { headers: invalidToken(message) })

/** The error of `pg-safeupdate` on a hosted project (rest 17). */
export const filterRequired = (verb: 'UPDATE' | 'DELETE') =>
  new RestError(400, '21000', `${verb} requires a WHERE clause`)

export const internalError = (cause: unknown) =>
  new RestError(500, 'PGRSTX00', 'The request could not be answered.', { cause })
