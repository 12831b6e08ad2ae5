import { DataError } from './supabase.ts'

/** How PostgreSQL itself says no to a row or table; our own refusals are sentences already. */
const UNSPOKEN_REFUSAL = /^(?:new row violates row-level security|permission denied)/i

/** What a refusal of the data service means for a person; undefined for failures that are not the person's. */
export function describeDataError(error: unknown): string | undefined {
  if (!(error instanceof DataError)) return undefined
  if (error.code === '42501') return UNSPOKEN_REFUSAL.test(error.message) ? 'You may not do this here.' : error.message
  if (error.code.startsWith('PT4')) return error.message
  if (error.code === '23514' || error.code === '22001')
    return 'Something in it is longer or other than it may be. Please look again.'
  if (error.code === '23503') return 'What this belongs to is gone.'
  return undefined
}
