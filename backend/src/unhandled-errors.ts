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
 * Keeps the process running when the reader of its output has exited, such as a terminal or a log collector. Logging
 * that would fail again, so the log is lost.
 */
export function ignoreClosedOutput(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
}

/** Returns true when an error only means that the peer has disconnected. */
const isPeerGone = (error: unknown) => error instanceof Error && 'code' in error && GONE.has(String(error.code))

function tell(message: string, error: unknown): void {
  createLog('error').error(message, { error: inspect(error) })
}
