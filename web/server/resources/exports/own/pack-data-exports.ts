import * as v from 'valibot'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import type { SiteOfArchive } from './archive-texts.ts'
import { createExportReader } from './export-reader.ts'
import { packAccount } from './pack-account.ts'

/** The size of the stored parts of an archive. One part is in memory at a time. */
const PART_BYTES = 8 * 1024 * 1024
/** The interval of progress reports. After a minute without one, the database assigns the export to another server. */
const REPORT_EVERY_MS = 2000

const Taken = v.nullable(v.object({ id: v.string(), member_id: v.string(), attempt: v.number() }))
type Taken = NonNullable<v.InferOutput<typeof Taken>>

/** Thrown when the export was deleted or another server has taken it over. */
class GoneError extends Error {}

/**
 * Packs all started exports one after the other and stores them in parts. Run it regularly with a client that has the
 * secret key. Any number of servers may run it: each export is assigned to one server, and to another if that server
 * dies. Throws the first failure. A failed export is retried, up to three attempts in all.
 */
export async function packDataExports(client: Supabase, getHead: () => Promise<SiteOfArchive>): Promise<void> {
  for (;;) {
    const taken = v.parse(Taken, findData(await client.rpc('take_data_export')))
    if (!taken) return
    try {
      await packExport(client, taken, await getHead())
    } catch (error) {
      if (!(error instanceof GoneError)) throw error
    }
  }
}

async function packExport(client: Supabase, taken: Taken, head: SiteOfArchive): Promise<void> {
  const report = createReport(client, taken)
  let done = 0
  const archive = packAccount({
    read: createExportReader(client, taken.id),
    readPhoto: (path) => readFile(client, 'photos', path),
    readAvatar: (path) => readFile(client, 'avatars', path),
    head,
    onProgress: (count) => {
      done = count
    },
  })
  const bucket = client.storage.from('exports')
  let [partCount, byteCount] = [0, 0]
  const store = async (part: Uint8Array) => {
    await report(done, true)
    const path = getPartPath({ ...taken, attempts: taken.attempt }, partCount)
    const { error } = await bucket.upload(path, part, { contentType: 'application/octet-stream', upsert: true })
    if (error) throw error
    partCount += 1
    byteCount += part.length
  }
  for await (const part of splitBytes(archive, PART_BYTES, () => report(done))) await store(part)
  const { id, attempt } = taken
  const counts = { part_count: partCount, part_bytes: PART_BYTES, byte_count: byteCount }
  takeData(await client.rpc('finish_data_export', { export: id, attempt, ...counts }))
}

/** Returns the file of a part of an archive in the bucket `exports`. */
export function getPartPath(
  { id, member_id, attempts }: { id: string; member_id: string; attempts: number },
  part: number,
): string {
  return `${member_id}/${id}/${attempts}-${part}`
}

/** Reads a picture with the secret key. This is permitted, because the member may read its row. */
async function readFile(client: Supabase, bucket: string, path: string): Promise<Uint8Array | null> {
  const { data } = await client.storage.from(bucket).download(path)
  return data && new Uint8Array(await data.arrayBuffer())
}

function createReport(client: Supabase, { id, attempt }: Taken) {
  let reportedAt = 0
  return async (done: number, isNeeded = false): Promise<void> => {
    if (!isNeeded && performance.now() - reportedAt < REPORT_EVERY_MS) return
    const isOurs = takeData(await client.rpc('report_data_export', { export: id, attempt, done }))
    if (!isOurs) throw new GoneError()
    reportedAt = performance.now()
  }
}

/** Joins chunks into parts of equal size, except for the last. `onChunk` runs after each chunk. */
async function* splitBytes(
  chunks: AsyncIterable<Uint8Array>,
  size: number,
  onChunk: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(size)
  let filled = 0
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      const taken = chunk.subarray(from, from + size - filled)
      part.set(taken, filled)
      filled += taken.length
      from += taken.length
      if (filled === size) {
        yield part
        part = new Uint8Array(size)
        filled = 0
      }
    }
    await onChunk()
  }
  if (filled > 0) yield part.subarray(0, filled)
}
