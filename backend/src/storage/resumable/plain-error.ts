import type { Log } from '../../http/log.ts'
import { toFailure } from '../kernel/database-errors.ts'

export const TUS_VERSION = '1.0.0'

/** Renders the response to a request that failed before the library handled it. */
export function renderPlainError(error: unknown, log: Log): Response {
  const { status_code, body } = toPlainError(error, log) ?? { status_code: 400, body: '' }
  return rejectPlainly(status_code, body.trim())
}

/** Errors of the protocol are plain text with their real status. Returns undefined for those of the library. */
export function toPlainError(error: unknown, log: Log): { status_code: number; body: string } | undefined {
  if (error instanceof Object && 'status_code' in error) return undefined
  const failure = toFailure(error)
  if (failure.statusCode >= 500) log.error('resumable upload failed', { code: failure.code, error: failure.cause })
  return { status_code: failure.statusCode, body: `${failure.message}\n` }
}

/** Renders an error of the protocol as plain text. */
export function rejectPlainly(status: number, sentence: string): Response {
  const headers = {
    'tus-resumable': TUS_VERSION,
    'tus-version': TUS_VERSION,
    'content-type': 'text/plain; charset=utf-8',
  }
  return new Response(`${sentence}\n`, { status, headers })
}
