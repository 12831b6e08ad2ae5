import type { Visibility } from '#app/features/spots/spot-summary.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import type { DraftRow } from './draft-rows.ts'

const BATCH = 500

/** The rows of an import and how they are imported. */
export interface ImportRequest {
  name: string
  rows: DraftRow[]
  visibility: Visibility
}

/**
 * Hands the rows to the server, which then imports them in the background. A batch is tried again when the connection
 * fails, and rows that arrive twice count once. Returns the id of the import. Throws DataError.
 */
export async function stageRows(
  supabase: Supabase,
  { name, rows, visibility }: ImportRequest,
  onProgress: (count: number) => void,
): Promise<string> {
  const chosen = rows.filter(({ isLeftOut }) => !isLeftOut).map((row, index) => toStaged(row, index + 1))
  const start = await supabase.rpc('start_import', { name: name.slice(0, 200), row_count: chosen.length, visibility })
  const id = takeData(start)
  for (let from = 0; from < chosen.length; from += BATCH) {
    const batch = chosen.slice(from, from + BATCH)
    await persist(async () => takeData(await supabase.rpc('add_import_rows', { import: id, rows: batch })))
    onProgress(from + batch.length)
  }
  await persist(async () => {
    const { error } = await supabase.rpc('set_import_status', { import: id, status: 'running' })
    if (error && error.code !== 'PT409') throw error
  })
  return id
}

function toStaged(row: DraftRow, number: number) {
  const { title, category, lng, lat, description, address, website, tags, list, state, reason, foundAs } = row
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
  }
}

const PAUSES_MS = [1000, 3000, 10_000]

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
