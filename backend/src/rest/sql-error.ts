import * as v from 'valibot'
import { ClientBusyError, QueueFullError } from '../http/connections/fair-queue.ts'
import { ConnectionError, DatabaseError } from '../postgres/statements/database-error.ts'
import { clientBusy, databaseUnreachable, internalError, poolExhausted } from './errors.ts'
import { RestError } from './rest-error.ts'

/** Statuses by SQLSTATE or its prefix. The first match wins (rest 14.3). */
const STATUSES: [prefix: string, status: number][] = [
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['21000', 500],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['53400', 500],
  ['53', 503],
  ['54', 500],
  ['55', 500],
  ['57P01', 503],
  ['57P02', 503],
  ['57P03', 503],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['XX', 500],
  ['P0001', 400],
  ['P0', 500],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
]
/** The SQLSTATE of a statement that was cancelled, usually because it reached the timeout of its role. */
export const STATEMENT_TIMEOUT = '57014'
/** A client error for which PostgREST returns 500. */
const UPSERT_TWICE = /cannot affect row a second time/

/**
 * Converts any error to the error that the client receives. `isAnonymous` decides between 401 and 403 for missing
 * privileges. A statement that timed out while others waited (`isOverloaded`) may succeed later, so it gets 503.
 */
export function toRestError(error: unknown, isAnonymous: boolean, isOverloaded = false): RestError {
  if (error instanceof RestError) return error
  if (error instanceof ClientBusyError) return clientBusy()
  if (error instanceof QueueFullError) return poolExhausted()
  if (error instanceof ConnectionError)
    return error.code === 'POOL_TIMEOUT' ? poolExhausted() : databaseUnreachable(error.code, error)
  if (!(error instanceof DatabaseError)) return internalError(error)
  if (error.code === 'PGRST') return raisedResponse(error)
  const status = isOverloaded && error.code === STATEMENT_TIMEOUT ? 503 : statusOf(error, isAnonymous)
  const options = {
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers: status === 401 ? [['WWW-Authenticate', 'Bearer'] as [string, string]] : retryHeaders(status),
    cause: error,
  }
  const raised = /^PT(.*)$/.exec(error.code)
  return new RestError(status, error.code, error.message, {
    ...options,
    statusText: raised ? error.message : undefined,
  })
}

/**
 * Detects values that exceed PostgreSQL's own limits and writes to views that accept none. Does not apply to functions
 * that raise such a state.
 */
function isClientError({ code, message, routine }: DatabaseError): boolean {
  if (routine === 'exec_stmt_raise') return false
  return code.startsWith('54') || (code === '55000' && /^cannot (insert into|update|delete from) /.test(message))
}

function statusOf(error: DatabaseError, isAnonymous: boolean): number {
  const { code, message } = error
  if (isClientError(error)) return 400
  if (code.startsWith('PT')) {
    const status = Number(code.slice(2))
    return status >= 200 && status <= 599 ? status : 500
  }
  if (code === '42501') return isAnonymous ? 401 : 403
  if (code === '22023') return /^role ".*" does not exist$/s.test(message) ? 401 : 400
  if (code === '21000') return message.endsWith('requires a WHERE clause') || UPSERT_TWICE.test(message) ? 400 : 500
  return STATUSES.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400
}

function retryHeaders(status: number): [string, string][] {
  return status === 503 ? [['Retry-After', '1']] : []
}

const RaisedMessage = v.object({
  code: v.string(),
  message: v.string(),
  details: v.optional(v.nullable(v.string())),
  hint: v.optional(v.nullable(v.string())),
})
const RaisedDetail = v.object({
  status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
  headers: v.record(v.string(), v.string()),
  status_text: v.optional(v.nullable(v.string())),
})

/** `raise sqlstate 'PGRST'` defines the whole response: the body in the message, status and headers in the detail. */
function raisedResponse(error: DatabaseError): RestError {
  const message = v.safeParse(RaisedMessage, parseJson(error.message))
  if (!message.success) {
    return unreadableRaise(
      `Invalid JSON value for MESSAGE: '${error.message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    )
  }
  const detail = v.safeParse(RaisedDetail, parseJson(error.detail ?? ''))
  if (!detail.success) {
    const what =
      error.detail === undefined
        ? 'DETAIL is missing in the RAISE statement'
        : `Invalid JSON value for DETAIL: '${error.detail}'`
    return unreadableRaise(
      what,
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    )
  }
  const { code, message: text, details, hint } = message.output
  return new RestError(detail.output.status, code, text, {
    details,
    hint: hint ?? null,
    headers: Object.entries(detail.output.headers),
    statusText: detail.output.status_text ?? undefined,
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const unreadableRaise = (details: string, hint: string) =>
  new RestError(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, { details, hint })
