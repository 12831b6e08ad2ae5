import * as v from 'valibot'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'

const Files = v.array(v.object({ bucket: v.string(), name: v.string() }))

/** Files deleted in one call. */
const BATCH_SIZE = 200

/**
 * Deletes the queued files through the storage service, which alone can delete their contents. Run it regularly with
 * a client that has the secret key. Any number of servers may run it: each file is assigned to one server, and to
 * another if that server dies. Throws the first failure.
 */
export async function deleteUnusedFiles(client: Supabase): Promise<void> {
  for (;;) {
    const files = v.parse(Files, takeData(await client.rpc('take_file_deletions', { most: BATCH_SIZE })))
    if (files.length === 0) return
    for (const bucket of new Set(files.map((file) => file.bucket))) {
      const names = files.filter((file) => file.bucket === bucket).map(({ name }) => name)
      const { error } = await client.storage.from(bucket).remove(names)
      if (error) throw error
    }
  }
}

/**
 * Queues files without a row, and deletes photos without files. This covers cases that triggers cannot detect, such
 * as an upload whose server was killed.
 */
export async function reconcileFiles(client: Supabase): Promise<void> {
  findData(await client.rpc('reconcile_files'))
}
