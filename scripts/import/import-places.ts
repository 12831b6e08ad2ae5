import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import type { ImportedSpot } from './read-features.ts'
import type { WrittenProvenance } from './read-license.ts'
import { type PlaceWithPhotos, readPlaces } from './read-places.ts'

/** The number of places per call, which finishes well within the statement timeout of the data service. */
const BATCH_SIZE = 500
/** Changes to the map per call. A data service with a shorter statement timeout gets the small number. */
const LARGE_FOLD = 20_000
const SMALL_FOLD = 1000

const Checkpoint = v.nullable(
  v.object({ line: v.number(), imported: v.number(), known: v.number(), rejected: v.number() }),
)
const BatchResponse = v.object({
  imported: v.number(),
  rejects: v.array(v.object({ index: v.number(), reason: v.string() })),
})
const FoldResponse = v.object({ changes: v.number(), cells: v.number(), busy: v.boolean() })

/** A line that could not be imported. */
interface Rejection {
  line: number
  reason: string
}

/** The callbacks of an import. */
export interface ImportReport {
  /** Called after each batch with the lines read and the spots created so far, earlier runs included. */
  onProgress(progress: { line: number; imported: number }): void
  onReject(rejection: Rejection): void
  /** Called when the import resumes an earlier run. */
  onResume(line: number): void
}

/**
 * The totals over all runs of a file. `known` counts spots that existed before. `unknownCategories` are those of this
 * run, with their counts.
 */
export interface ImportSummary {
  line: number
  imported: number
  known: number
  rejected: number
  /** Photos added in this run. */
  photos: number
  unknownCategories: Map<string, number>
}

interface Batch {
  places: ImportedSpot[]
  lines: number[]
  rejected: number
  lastLine: number
}

/**
 * Imports a file of places in any format. Each batch is committed together with the line it reached, so that
 * an import resumes there after a kill and never creates a place twice. Updates the cells of the map at the end.
 */
export async function importPlaces(
  client: SupabaseClient,
  file: string,
  report: ImportReport,
  ofFile: WrittenProvenance = {},
): Promise<ImportSummary> {
  const importId = await toImportId(file)
  const before = await findCheckpoint(client, importId)
  const skip = before?.line ?? 0
  if (skip > 0) report.onResume(skip)
  const unknownCategories = new Map<string, number>()
  let imported = before?.imported ?? 0
  let batch = emptyBatch()
  const flush = async () => {
    imported += await sendBatch(client, importId, batch, report)
    report.onProgress({ line: batch.lastLine, imported })
    batch = emptyBatch()
  }
  const withPhotos: PlaceWithPhotos[] = []
  for await (const item of readPlaces(file, (place) => withPhotos.push(place), ofFile)) {
    if (item.line <= skip) continue
    batch.lastLine = item.line
    if ('reason' in item) {
      batch.rejected += 1
      report.onReject({ line: item.line, reason: item.reason })
    } else {
      batch.places.push(item.spot)
      batch.lines.push(item.line)
      if (item.unknownCategory) {
        unknownCategories.set(item.unknownCategory, (unknownCategories.get(item.unknownCategory) ?? 0) + 1)
      }
    }
    if (batch.places.length >= BATCH_SIZE) await flush()
  }
  if (batch.lastLine > 0) await flush()
  const photos = await addPhotos(client, file, withPhotos, report)
  await countForMap(client)
  const after = await findCheckpoint(client, importId)
  return { line: 0, imported: 0, known: 0, rejected: 0, ...after, photos, unknownCategories }
}

async function addPhotos(
  client: SupabaseClient,
  file: string,
  places: PlaceWithPhotos[],
  { onReject }: ImportReport,
): Promise<number> {
  if (places.length === 0) return 0
  // Loaded on demand, because most files have no photos to process.
  const { importPhotos } = await import('./import-photos.ts')
  return importPhotos(client, await openAsBlob(file), places, onReject)
}

function emptyBatch(): Batch {
  return { places: [], lines: [], rejected: 0, lastLine: 0 }
}

/**
 * Identifies a file by its content. A renamed or moved file continues the same import, a changed one starts a new one.
 */
async function toImportId(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

async function findCheckpoint(client: SupabaseClient, importId: string) {
  return v.parse(Checkpoint, await call(client, 'find_import', { import_id: importId }))
}

async function sendBatch(
  client: SupabaseClient,
  importId: string,
  batch: Batch,
  report: ImportReport,
): Promise<number> {
  const { places, rejected, lastLine } = batch
  const response = v.parse(
    BatchResponse,
    await call(client, 'import_batch', { import_id: importId, last_line: lastLine, rejected, places }),
  )
  for (const { index, reason } of response.rejects) report.onReject({ line: batch.lines[index] ?? 0, reason })
  return response.imported
}

/**
 * Updates the counts of the map in large steps, or rebuilds them if that is faster. Continues in small steps if a large
 * one exceeds the statement timeout of the data service.
 */
async function countForMap(client: SupabaseClient): Promise<void> {
  let step: { max_changes: number; rebuild: null | false } = { max_changes: LARGE_FOLD, rebuild: null }
  for (;;) {
    const { data, error } = await client.rpc('refresh_spot_cells', step)
    if (error && step.rebuild === false) throw new Error(`Counting failed: ${error.message}`, { cause: error })
    if (error) step = { max_changes: SMALL_FOLD, rebuild: false }
    else {
      const { changes, busy } = v.parse(FoldResponse, data)
      if (changes === 0 && !busy) return
    }
  }
}

async function call(client: SupabaseClient, name: string, args: Record<string, unknown>): Promise<unknown> {
  const { data, error } = await client.rpc(name, args)
  if (error) throw new Error(`${name} failed: ${error.message}`, { cause: error })
  return data
}
