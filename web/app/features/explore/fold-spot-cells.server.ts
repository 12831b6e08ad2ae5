import * as v from 'valibot'
import { type Supabase, takeData } from '#app/lib/supabase.ts'

/** What one fold did; `busy` when another process was folding. */
const Fold = v.object({ changes: v.number(), cells: v.number(), busy: v.boolean() })

/** The changes of one call. More waiting ones are taken by the next call at once. */
const MAX_CHANGES = 5000

/**
 * Brings the counts of the map up to date with the spots that changed since the last fold, until none waits. Call it with a
 * client that holds the secret key: after a command that publishes, moves or removes spots, and now and then as a chore. It
 * costs one short query when nothing changed. Throws DataError.
 */
export async function foldSpotCells(client: Supabase): Promise<void> {
  for (;;) {
    const fold = v.parse(Fold, takeData(await client.rpc('refresh_spot_cells', { max_changes: MAX_CHANGES })))
    if (fold.busy || fold.changes < MAX_CHANGES) return
  }
}
