import { inspect } from 'node:util'
import type { Address } from '../http/connections/listen.ts'

/**
 * Returns the lines for the operator about an error that ends the process: its message, with that of its cause where it
 * adds the reason, and the stack if LOG_LEVEL=debug. Programming errors are named as defects, because operators cannot
 * fix them.
 */
export function describeFailure(error: unknown): string {
  const stack = process.env.LOG_LEVEL === 'debug' ? `${inspect(error)}\n` : ''
  return `${summarize(error)}\n${stack}`
}

function summarize(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isDefect = [TypeError, ReferenceError, SyntaxError, RangeError].some((kind) => error instanceof kind)
  if (isDefect) return `Hereabouts has a defect: ${error.message} (LOG_LEVEL=debug shows where).`
  const reason = error.cause instanceof Error && error.message.endsWith('failed.') ? ` ${error.cause.message}` : ''
  return `${error.message}${reason}`
}

/** Turns the system's error when a port cannot be opened into one for the operator. */
export function describeListenError(cause: unknown, { host, port }: Address): unknown {
  if (!(cause instanceof Error)) return cause
  const code = 'code' in cause ? cause.code : undefined
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is already in use by another program. Stop it, or set PORT to another one.`,
    EACCES: `This user may not open port ${port}. Set PORT to 1024 or more.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to one that it has.`,
    ENOTFOUND: `HOST ${host} is not an address of this machine.`,
  }
  return new Error(sentences[String(code)] ?? `Cannot listen on ${host}, port ${port}: ${cause.message}.`, { cause })
}
