import * as v from 'valibot'
import { type Supabase, takeData } from '#app/lib/supabase.ts'

/** The result of one fold; `busy` if another process was folding. */
const Fold = v.object({ changes: v.number(), cells: v.number(), busy: v.boolean() })

/** The maximum number of changes per call. The next call processes the rest. */
const MAX_CHANGES = 5000

/**
 * Updates the spot counts of the map with the changes since the last fold, until none are left. Call it with a client
 * that holds the secret key: after commands that publish, move or remove spots, and regularly as a chore. Costs one
 * short query if nothing changed. Throws DataError.
 */
export async function foldSpotCells(client: Supabase): Promise<void> {
  for (;;) {
    const fold = v.parse(Fold, takeData(await client.rpc('refresh_spot_cells', { max_changes: MAX_CHANGES })))
    if (fold.busy || fold.changes < MAX_CHANGES) return
  }
}
