import { type Supabase, takeData } from '#app/lib/supabase.ts'

/**
 * Counts spots, cities and members anew for the start page when the kept counts are old. Call it now and then as a chore, with a
 * client that holds the secret key. Throws DataError.
 */
export async function refreshStatistics(client: Supabase): Promise<void> {
  takeData(await client.rpc('refresh_statistics'))
}
