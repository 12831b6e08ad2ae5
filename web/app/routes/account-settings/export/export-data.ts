import { findData, type Supabase } from '#app/lib/supabase.ts'

/** Returns the member's archive in any state. Null if there is none or it has expired. */
export async function findDataExport(supabase: Supabase) {
  const query = supabase.from('data_exports').select('id, status, done, total, byte_count, expires_at')
  return findData(await query.gt('expires_at', new Date().toISOString()).maybeSingle())
}

/** The archive of a member. */
export type DataExport = NonNullable<Awaited<ReturnType<typeof findDataExport>>>
