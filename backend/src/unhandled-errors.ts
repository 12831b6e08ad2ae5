import { inspect } from 'node:util'

/** Codes of a peer that went away while it was written to. */
const GONE = new Set(['EPIPE', 'ECONNRESET', 'ECONNABORTED', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'])

/**
 * Decides what becomes of errors that nobody catches. A promise that nobody waits for and a peer that went away end nothing but
 * their own request: they are told and the program goes on. After any other error nobody knows what state it is in: `end` is asked.
 */
export function handleUnhandledErrors(end: (error: unknown) => void): void {
  process.on('unhandledRejection', (error) => tell('A failure that nobody waited for', error))
  process.on('uncaughtException', (error) => {
    if (isPeerGone(error)) tell('A connection was lost', error)
    else end(error)
  })
}

/** Whether an error only says that the other side of a socket is gone. The driver of the database then writes to null. */
export function isPeerGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && GONE.has(String(error.code))) return true
  return (
    error instanceof TypeError &&
    /[\\/]node_modules[\\/]postgres[\\/](?:cjs[\\/])?src[\\/]connection\.js/.test(error.stack ?? '')
  )
}

function tell(message: string, error: unknown): void {
  const entry = { time: new Date().toISOString(), level: 'error', message, error: inspect(error) }
  process.stderr.write(`${JSON.stringify(entry)}\n`)
}
