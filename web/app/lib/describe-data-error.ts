import type { PostgrestError } from '@supabase/supabase-js'
import { DataError } from './supabase.ts'

/** PostgreSQL's own messages for denied access. Our own errors are already written for users. */
const POSTGRES_DENIAL = /^(?:new row violates row-level security|permission denied)/i

/** Triggers reject values in sentences. PostgreSQL's own messages begin with a small letter and have no full stop. */
const SENTENCE = /^[A-Z].*\.$/s

/**
 * SQLSTATEs of invalid values: a failed check, a text that is too long, a number out of range, an invalid time, a day
 * that does not exist, a value of another type.
 */
const INVALID_VALUES = new Set(['23514', '22001', '22003', '22007', '22008', '22P02'])

/** Returns a message for a client error of the data service; undefined for server failures. */
export function describeDataError(error: unknown): string | undefined {
  if (!(error instanceof DataError)) return undefined
  if (error.code === '42501')
    return POSTGRES_DENIAL.test(error.message) ? 'You do not have permission to do this.' : error.message
  if (error.code.startsWith('PT4') || (error.code === '23514' && SENTENCE.test(error.message))) return error.message
  if (INVALID_VALUES.has(error.code)) return 'A value is too long or not allowed. Please check your entries.'
  if (error.code === '23503') return 'This belongs to something that no longer exists.'
  return undefined
}

/**
 * Throws an error with this sentence if a policy rejected a row: what it belongs to was removed, merged or hidden after
 * the member had opened the page. "You do not have permission" would not say so.
 */
export function throwIfDenied({ error }: { error: PostgrestError | null }, sentence: string): void {
  if (error?.code === '42501' && POSTGRES_DENIAL.test(error.message))
    throw new DataError({ code: 'PT404', message: sentence }, 404)
}
