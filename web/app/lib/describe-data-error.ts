import { DataError } from './supabase.ts'

/** How PostgreSQL itself says no to a row or table; our own refusals are sentences already. */
const POSTGRES_DENIAL = /^(?:new row violates row-level security|permission denied)/i

/** What a rejection of the data service means for a person; undefined for failures that are not the person's. */
export function describeDataError(error: unknown): string | undefined {
  if (!(error instanceof DataError)) return undefined
  if (error.code === '42501')
    return POSTGRES_DENIAL.test(error.message) ? 'You do not have permission to do this.' : error.message
  if (error.code.startsWith('PT4')) return error.message
  if (error.code === '23514' || error.code === '22001')
    return 'A value is too long or not allowed. Please check your entries.'
  if (error.code === '23503') return 'This belongs to something that no longer exists.'
  return undefined
}
