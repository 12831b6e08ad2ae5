import { describeDataError } from '#app/lib/describe-data-error.ts'
import { DataError } from '#app/lib/supabase.ts'

const UNREACHABLE = 'The places could not be read and compared with the map. Check your connection and try again.'

/** Returns why chosen files could not be read or compared with the map, and what to do about it. */
export function describeReadError(error: unknown): string {
  // Browsers throw a TypeError for a part of the page that does not load.
  if (error instanceof TypeError) return UNREACHABLE
  if (!(error instanceof DataError)) return 'Something went wrong. Reload the page and choose your files again.'
  if (error.status === 0) return UNREACHABLE
  if (error.status === 401) return 'You are no longer signed in. Sign in again, then choose your files again.'
  const reason = describeDataError(error) ?? 'The server has a problem. Please try again in a moment.'
  return `The places could not be compared with the map. ${reason}`
}
