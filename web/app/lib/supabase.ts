import type { PostgrestError, SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types.ts'

/** A client of the app's data, with the permissions of the signed-in user. */
export type Supabase = SupabaseClient<Database>

/** An error response of the data service. `code` is a PostgREST code or an SQLSTATE. */
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

/** Returns the data of a response; throws {@link DataError}. The only place that unpacks `{ data, error }`. */
export function takeData<T>(response: { data: T; error: PostgrestError | null; status: number }): NonNullable<T> {
  if (response.error) throw new DataError(response.error, response.status)
  if (response.data === null || response.data === undefined) {
    throw new DataError({ code: 'no_data', message: 'The response contains no data.' }, response.status)
  }
  return response.data
}

/** Returns the data of a response that may be empty. Throws {@link DataError} on an error. */
export function findData<T>(response: { data: T; error: PostgrestError | null; status: number }): T | null {
  if (response.error) throw new DataError(response.error, response.status)
  return response.data
}
