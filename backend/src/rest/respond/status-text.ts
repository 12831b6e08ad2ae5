import { STATUS_CODES } from 'node:http'

/** Returns the reason phrase of a status. supabase-js passes it on, also for in-process responses. */
export function statusText(status: number): string {
  return STATUS_CODES[status] ?? ''
}
