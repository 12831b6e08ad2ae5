import type { Visibility } from '#app/features/spots/spot-summary.ts'
import { DataError, findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import type { DraftRow } from './draft-rows.ts'
import { persist } from './persist.ts'
import type { OwnArchive } from './reading/archive/own-archive.ts'
import type { RecordKind } from './reading/archive/own-records.ts'
import { shorten } from './reading/text/plain-text.ts'
import { listStagedPhotos, registerPhotos, type StagedPhoto } from './stage-photos.ts'

const BATCH = 500
/** The number of stories per request. A story has up to 200 kB. */
const STORIES = 10
const MAX_STORIES = 5000
const UNSEEN: RecordKind[] = ['follow', 'block', 'setting']

/** The rows of an import and how they are imported. */
export interface ImportRequest {
  name: string
  rows: DraftRow[]
  /** The visibility of the new spots. `archive` keeps the visibility that each spot has in the Hereabouts archive. */
  visibility: Visibility | 'archive'
  archive?: OwnArchive | undefined
  /** Publishes the stories that were published before. Otherwise all stories become private drafts. */
  publishesStories?: boolean
  /** Which comments, follows, blocks and settings of the archive to restore. By default, only what others do not see. */
  records?: RecordKind[]
}

/** An import with the rows and photos to send to the server. */
export interface StagedImport {
  id: string
  rows: StagedRow[]
  photos: StagedPhoto[]
}

/** A row in the form that the server accepts. */
type StagedRow = ReturnType<typeof toStaged>

/** Creates an import, and returns its id with the rows and photos to send. Throws DataError. */
export async function startImport(
  supabase: Supabase,
  { name, rows, visibility, archive, publishesStories = false, records = UNSEEN }: ImportRequest,
): Promise<StagedImport> {
  const keepsVisibility = visibility === 'archive'
  const taken = rows.filter(({ isSkipped }) => !isSkipped)
  const chosen = taken.map((row, index) => toStaged(keepsVisibility ? row : withoutVisibility(row), index + 1))
  const started = await supabase.rpc('start_import', {
    ...{ name: shorten(name, 200), row_count: chosen.length },
    visibility: keepsVisibility ? 'private' : visibility,
  })
  const id = takeData(started)
  if (archive) {
    try {
      await describeImport(supabase, id, archive, { keepsVisibility, publishesStories })
      await addRecords(supabase, id, archive, records)
    } catch (error) {
      // Otherwise the history would show an import whose places are never sent.
      await supabase.rpc('discard_import', { import: id })
      throw error
    }
  }
  return { id, rows: chosen, photos: listStagedPhotos(taken, archive && chooseParts(archive, records)) }
}

/** Stores the lists and stories of a Hereabouts archive with the import. Call it before its rows are sent. */
async function describeImport(
  supabase: Supabase,
  id: string,
  archive: OwnArchive,
  { keepsVisibility, publishesStories }: { keepsVisibility: boolean; publishesStories: boolean },
): Promise<void> {
  const lists = archive.lists.map(({ visibility, ...list }) => (keepsVisibility ? { ...list, visibility } : list))
  const stories = archive.stories.slice(0, MAX_STORIES).map((story, index) => {
    const { title, summary, body, tags, cover_photo_id: cover, status, visibility = 'private' } = story
    const { created_at, published_at } = story
    const isPublished = publishesStories && (status === 'published' || status === 'closed')
    return {
      ...{ number: index + 1, title, summary, body, tags, ...(cover && { cover }), created_at, published_at },
      ...(isPublished && { status: 'published', visibility }),
    }
  })
  for (let from = 0; from === 0 || from < stories.length; from += STORIES) {
    const batch = { import: id, stories: stories.slice(from, from + STORIES), ...(from === 0 && { lists }) }
    await persist(async () => findData(await supabase.rpc('describe_import', batch)))
  }
}

/**
 * Stores the chosen records with the import. They are numbered among all records, because a reply names its comment by
 * that number.
 */
async function addRecords(supabase: Supabase, id: string, { records }: OwnArchive, kinds: RecordKind[]): Promise<void> {
  const chosen = records.flatMap((record, index) =>
    kinds.includes(record.kind) ? { number: index + 1, ...record } : [],
  )
  for (let from = 0; from < chosen.length; from += BATCH) {
    const batch = chosen.slice(from, from + BATCH)
    await persist(async () => takeData(await supabase.rpc('add_import_records', { import: id, records: batch })))
  }
}

/** The picture belongs to the settings. */
function chooseParts({ stories, picture }: OwnArchive, records: RecordKind[]) {
  return { stories, picture: records.includes('setting') ? picture : undefined }
}

function withoutVisibility(row: DraftRow): DraftRow {
  if (!row.details) return row
  const { visibility: _, ...details } = row.details
  return { ...row, details }
}

/**
 * Sends the rows that have not `arrived` to the server, and registers their photos. The server then imports the rows in
 * the background. A batch is retried when the connection fails; rows that arrive twice count once. Throws DataError.
 */
export async function sendRows(
  supabase: Supabase,
  { id, rows, photos, arrived = 0 }: StagedImport & { arrived?: number },
  onProgress: (count: number) => void = () => undefined,
): Promise<void> {
  // Batches are stored whole and in order, so sending resumes at a batch boundary.
  for (let from = arrived - (arrived % BATCH); from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH)
    await persist(async () => takeData(await supabase.rpc('add_import_rows', { import: id, rows: batch })))
    onProgress(from + batch.length)
  }
  await registerPhotos(supabase, id, photos)
  await persist(async () => {
    const { error, status } = await supabase.rpc('set_import_status', { import: id, status: 'running' })
    if (error && error.code !== 'PT409') throw new DataError(error, status)
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
