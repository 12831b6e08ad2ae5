import pg from 'pg'
import type { Result } from './statement.ts'

/** The fields of an error message of PostgreSQL that callers read. */
interface ErrorFields {
  severity: string
  code: string
  message: string
  detail?: string | undefined
  hint?: string | undefined
  constraint?: string | undefined
  routine?: string | undefined
}

/** An error that PostgreSQL reports, with its SQLSTATE in `code`. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly severity: string
  readonly code: string
  readonly detail: string | undefined
  hint: string | undefined
  readonly constraint: string | undefined
  readonly routine: string | undefined
  /** Results of the statements that the same round trip ran before the one that failed. */
  #completed: Result[] = []

  constructor({ severity, code, message, detail, hint, constraint, routine }: ErrorFields) {
    super(message)
    this.severity = severity
    this.code = code
    this.detail = detail
    this.hint = hint
    this.constraint = constraint
    this.routine = routine
  }

  get completed(): Result[] {
    return this.#completed
  }

  after(completed: Result[]): this {
    this.#completed = completed
    return this
  }
}

/** The connection was lost or could not be opened. `code` is the system's (`ECONNREFUSED`) or one of ours. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly code: string

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** Turns an error of the driver into a {@link DatabaseError} or a {@link ConnectionError}. */
export function toDatabaseError(error: unknown, fallbackCode = 'CONNECTION_CLOSED'): DatabaseError | ConnectionError {
  if (error instanceof DatabaseError || error instanceof ConnectionError) return error
  if (error instanceof pg.DatabaseError) {
    const { severity = 'ERROR', code = 'XX000', message, detail, hint, constraint, routine } = error
    return new DatabaseError({ severity, code, message, detail, hint, constraint, routine })
  }
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : fallbackCode
  return new ConnectionError(code, message, error)
}

/** Returns true when an error means that the connection was lost, whatever happened to the statement. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.severity === 'FATAL' || error.severity === 'PANIC'
  return error instanceof ConnectionError
}
