import type { PostgrestError, SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'

/** A client of the app's data, with the permissions of the signed-in user. */
export type Supabase = SupabaseClient<Database>

/** An error reply of the data service. `code` is a PostgREST code or an SQLSTATE. */
export class DataError extends Error {
  readonly code: string
  readonly status: number

  constructor(error: Pick<PostgrestError, 'code' | 'message'>, status: number) {
    super(error.message)
    this.name = 'DataError'
    this.code = error.code
    this.status = status
  }
}

/** Returns the data of a reply; throws {@link DataError}. The only place that unpacks `{ data, error }`. */
export function takeData<T>(reply: { data: T; error: PostgrestError | null; status: number }): NonNullable<T> {
  if (reply.error) throw new DataError(reply.error, reply.status)
  if (reply.data === null || reply.data === undefined) {
    throw new DataError({ code: 'no_data', message: 'The reply holds no data.' }, reply.status)
  }
  return reply.data
}

/** Returns the data of a reply that may be empty. Throws {@link DataError} on an error. */
export function findData<T>(reply: { data: T; error: PostgrestError | null; status: number }): T | null {
  if (reply.error) throw new DataError(reply.error, reply.status)
  return reply.data
}
