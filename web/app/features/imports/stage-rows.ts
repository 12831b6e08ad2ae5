import type { Visibility } from '#app/features/spots/spot-summary.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import type { DraftRow } from './draft-rows.ts'
import type { OwnArchive } from './reading/read-own-archive.ts'

const BATCH = 500
/** Stories of one request, which are up to 200 kB each. */
const STORIES = 10
const MOST_STORIES = 5000

/** The rows of an import and how they are imported. */
export interface ImportRequest {
  name: string
  rows: DraftRow[]
  /** The visibility of the new spots. `archive` keeps the visibility that each spot has in the Hereabouts archive. */
  visibility: Visibility | 'archive'
  archive?: OwnArchive | undefined
}

/** A row as the server takes it. */
export type StagedRow = ReturnType<typeof toStaged>

/** Creates an import, and returns its id and the rows to send. Throws DataError. */
export async function startImport(
  supabase: Supabase,
  { name, rows, visibility, archive }: ImportRequest,
): Promise<{ id: string; rows: StagedRow[] }> {
  const keepsVisibility = visibility === 'archive'
  const chosen = rows
    .filter(({ isLeftOut }) => !isLeftOut)
    .map((row, index) => toStaged(keepsVisibility ? row : withoutVisibility(row), index + 1))
  const started = await supabase.rpc('start_import', {
    ...{ name: name.slice(0, 200), row_count: chosen.length },
    visibility: keepsVisibility ? 'private' : visibility,
  })
  const id = takeData(started)
  if (archive) await describeImport(supabase, id, archive, keepsVisibility)
  return { id, rows: chosen }
}

/** Stores the lists and stories of a Hereabouts archive with the import. Call it before its rows are sent. */
async function describeImport(
  supabase: Supabase,
  id: string,
  archive: OwnArchive,
  keepsVisibility: boolean,
): Promise<void> {
  const lists = archive.lists.map(({ visibility, ...list }) => (keepsVisibility ? { ...list, visibility } : list))
  const stories = archive.stories.slice(0, MOST_STORIES).map((story, index) => ({ ...story, number: index + 1 }))
  for (let from = 0; from === 0 || from < stories.length; from += STORIES) {
    const batch = { import: id, stories: stories.slice(from, from + STORIES), ...(from === 0 && { lists }) }
    await persist(async () => {
      const { error } = await supabase.rpc('describe_import', batch)
      if (error) throw error
    })
  }
}

function withoutVisibility(row: DraftRow): DraftRow {
  if (!row.details) return row
  const { visibility: _, ...details } = row.details
  return { ...row, details }
}

/**
 * Sends the rows from a number on to the server, which then imports them in the background. A batch is retried when
 * the connection fails; rows that arrive twice count once. Throws DataError.
 */
export async function sendRows(
  supabase: Supabase,
  { id, rows, arrived = 0 }: { id: string; rows: StagedRow[]; arrived?: number },
  onProgress: (count: number) => void = () => undefined,
): Promise<void> {
  // Batches arrive whole and in their order.
  for (let from = arrived - (arrived % BATCH); from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH)
    await persist(async () => takeData(await supabase.rpc('add_import_rows', { import: id, rows: batch })))
    onProgress(from + batch.length)
  }
  await persist(async () => {
    const { error } = await supabase.rpc('set_import_status', { import: id, status: 'running' })
    if (error && error.code !== 'PT409') throw error
  })
}

function toStaged(row: DraftRow, number: number) {
  const { title, category, lng, lat, description, address, website, tags, list, state, reason, foundAs, details } = row
  return {
    number,
    title,
    category,
    lng,
    lat,
    description,
    address,
    website,
    tags,
    list,
    ...(state === 'unreadable' && { reason }),
    ...(foundAs && { found_as: foundAs }),
    ...(details && { details: { ...details } }),
  }
}

const PAUSES_MS = [1000, 3000, 10_000, 30_000]

/** Tries again after a pause, because a server that restarts is back within seconds. */
async function persist<T>(attempt: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await attempt()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return attempt()
}
