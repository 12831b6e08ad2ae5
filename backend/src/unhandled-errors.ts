import { inspect } from 'node:util'
import { findFunctionScope } from './functions/loader/function-scope.ts'
import { createLog } from './http/log.ts'

/** Error codes of writes to a closed connection. */
const GONE = new Set(['EPIPE', 'ECONNRESET', 'ECONNABORTED', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'])

/**
 * Handles errors that nothing catches. A rejected promise without a handler and a lost connection only affect their own
 * request: they are logged. Errors of a function belong to its call. After any other error the state is unknown, so
 * `end` is called.
 */
export function handleUnhandledErrors(end: (error: unknown) => void): void {
  ignoreClosedOutput()
  process.on('unhandledRejection', (error) => tell('Unhandled promise rejection', error))
  process.on('uncaughtException', (error) => {
    const scope = findFunctionScope()
    if (scope) scope.fail(error)
    else if (isPeerGone(error)) tell('Connection lost', error)
    else end(error)
  })
}

/**
 * Lets the process go on when the reader of its output has ended, such as a terminal or a log collector. The log is
 * lost; a line about it would fail as well, and so on without end.
 */
export function ignoreClosedOutput(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
}

/** Returns true when an error only means that the peer has disconnected. The database driver writes to null then. */
export function isPeerGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && GONE.has(String(error.code))) return true
  return (
    error instanceof TypeError &&
    /[\\/]node_modules[\\/]postgres[\\/](?:cjs[\\/])?src[\\/]connection\.js/.test(error.stack ?? '')
  )
}

function tell(message: string, error: unknown): void {
  createLog('error').error(message, { error: inspect(error) })
}
