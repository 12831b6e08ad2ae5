import { randomUUID } from 'node:crypto'
import { AppError, type ErrorStatus } from '../../http/app-error.ts'
import { isClientGone } from '../../http/connections/client-gone.ts'
import { ConnectionError, DatabaseError } from '../../postgres/statements/database-error.ts'
import { errors, OAuthStyleError, WeakPasswordError } from '../errors.ts'
import type { AuthRequest } from './context.ts'

const VERSION_HEADER = 'X-Supabase-Api-Version'
const CURRENT_VERSION = '2024-01-01'

/** Invalid input: text that PostgreSQL cannot store, or nesting that it cannot parse. */
const CLIENT_SQL_STATES = new Set(['22021', '22P02', '22P05', '22001', '22003', '22007', '22008', '54001'])
/** A lock timeout or a deadlock. */
const LOCK_STATES = new Set(['55P03', '40P01'])
const STATEMENT_TIMEOUT = '57014'
/** `raise exception` in a trigger of the app: its message is meant for the member. `PTxxx` also sets the status. */
const RAISED_BY_APP = 'P0001'
/**
 * A violated constraint in a table of the app that a trigger writes to. Violations of our own constraints are handled
 * where they occur.
 */
const BROKEN_RULES = new Set(['23000', '23502', '23503', '23505', '23514', '23P01'])

/** Responds to any error, in the shape that the version header of the client requests (auth 1.1). */
export function renderError(request: AuthRequest, thrown: unknown): Response {
  if (thrown instanceof OAuthStyleError) {
    return request.json({ error: thrown.error, error_description: thrown.description }, 400)
  }
  const error = toAppError(thrown)
  const errorId = error.status >= 500 ? randomUUID() : undefined
  if (errorId && !isClientGone(thrown))
    request.var.dependencies.log.error('auth request failed', { errorId, path: request.req.path, error: thrown })
  request.header('x-sb-error-code', error.code)
  const retryAfterSeconds = error.status === 503 ? 1 : error.retryAfterSeconds
  if (retryAfterSeconds !== undefined) request.header('retry-after', String(retryAfterSeconds))
  const weak = error instanceof WeakPasswordError ? { weak_password: { reasons: error.reasons } } : {}
  if (usesCurrentVersion(request)) {
    request.header(VERSION_HEADER, CURRENT_VERSION)
    return request.json({ code: error.code, message: error.message, ...weak }, error.status)
  }
  const legacy = { code: error.status, error_code: error.code, msg: error.message }
  return request.json({ ...legacy, ...(errorId ? { error_id: errorId } : {}), ...weak }, error.status)
}

/** Returns the error that the client may read. Unexpected errors become a 500 that reveals nothing. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (isUnavailable(thrown)) return errors.overloaded(thrown)
  if (thrown instanceof DatabaseError) {
    if (LOCK_STATES.has(thrown.code)) return errors.refreshConflict(thrown)
    if (thrown.code === STATEMENT_TIMEOUT) return errors.timeout(thrown)
    if (thrown.code === RAISED_BY_APP || BROKEN_RULES.has(thrown.code)) return errors.rejectedByDatabase(thrown.message)
    const status = /^PT([45]\d\d)$/.exec(thrown.code)?.[1]
    if (status) return toRaised(Number(status) as ErrorStatus, thrown)
    if (CLIENT_SQL_STATES.has(thrown.code))
      return errors.validation('The request contains a value that cannot be stored')
  }
  return new AppError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information')
}

/** Returns true when all connections are busy, or the database cannot be reached. */
function isUnavailable(thrown: unknown): boolean {
  return thrown instanceof ConnectionError || (thrown instanceof DatabaseError && /^(?:53|57P0)/.test(thrown.code))
}

function toRaised(status: ErrorStatus, { message }: DatabaseError): AppError {
  return new AppError(status, status < 500 ? 'unknown' : 'unexpected_failure', message)
}

function usesCurrentVersion(request: AuthRequest): boolean {
  const version = request.req.header(VERSION_HEADER) ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && !Number.isNaN(Date.parse(version)) && version >= CURRENT_VERSION
}
