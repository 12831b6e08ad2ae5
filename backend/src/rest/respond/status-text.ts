import { STATUS_CODES } from 'node:http'

/** The reason phrase of a status. supabase-js hands it on, also where no HTTP lies between. */
export function statusText(status: number): string {
  return STATUS_CODES[status] ?? ''
}
