import * as v from 'valibot'
import { ExportedSpot } from '#app/features/spots/exports/exported-spot.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'

/** The parts of an archive, which are read one after the other. */
export type ExportPart =
  | 'profile'
  | 'spots'
  | 'posts'
  | 'photos'
  | 'reviews'
  | 'comments'
  | 'lists'
  | 'list_items'
  | 'list_memberships'
  | 'follows'
  | 'blocks'
  | 'notifications'
  | 'notification_preferences'
  | 'mail_schedules'
  | 'suggestions'
  | 'reports'
  | 'post_drafts'

/** Rows per query. A small number keeps the garbage of large archives low. */
const PAGE = 300

const Rows = v.array(v.looseObject({ key: v.optional(v.string(), '') }))

/** A row of the archive as the database stores it. */
type ExportRow = Record<string, unknown>

/** Reads one part of an archive page by page; for items, those of one list. */
export type ExportReader = (part: ExportPart, list?: string) => AsyncGenerator<ExportRow[]>

/** Creates the reader of an export. `client` has the secret key; the database reads as the member, so that RLS decides. */
export function createExportReader(client: Supabase, exportId: string): ExportReader {
  return async function* (part, list) {
    for (let after: string | undefined; ; ) {
      const request = { export: exportId, part, most: PAGE, ...(list && { list }), ...(after && { after }) }
      const rows = v.parse(Rows, takeData(await client.rpc('read_data_export', request)))
      after = rows.at(-1)?.key
      yield rows.map(({ key: _, ...row }) => row)
      if (rows.length < PAGE) return
    }
  }
}

const Photo = v.object({
  id: v.string(),
  spot_id: v.nullable(v.string()),
  post_id: v.nullable(v.string()),
  storage_path: v.string(),
  width: v.number(),
  alt_text: v.string(),
  taken_at: v.nullable(v.string()),
  position: v.number(),
  created_at: v.string(),
})
/** A photo of the member. */
export type OwnPhoto = v.InferOutput<typeof Photo>

/** A list of the member. */
export const OwnList = v.looseObject({
  id: v.string(),
  title: v.string(),
  kind: v.string(),
  description: v.string(),
  visibility: v.string(),
})

/** A story of the member. */
export const OwnStory = v.looseObject({ slug: v.string(), title: v.string(), summary: v.string(), body: v.string() })

/** A spot with the data that only its own member may see, or with its note in a list or its review. */
export const ArchivedSpot = v.object({
  ...ExportedSpot.entries,
  visibility: v.string(),
  went_on: v.optional(v.nullable(v.string())),
  added_at: v.optional(v.string()),
  cover_photo_id: v.optional(v.nullable(v.string())),
})
export type ArchivedSpot = v.InferOutput<typeof ArchivedSpot>

/** A review of the member with its spot, which is null if the member may not see it any more. */
export const OwnReview = v.looseObject({
  rating: v.number(),
  body: v.string(),
  created_at: v.string(),
  spot: v.nullable(ArchivedSpot),
})

/** Lists all photos of the member in display order. */
export async function listPhotos(read: ExportReader): Promise<OwnPhoto[]> {
  const photos: OwnPhoto[] = []
  for await (const rows of read('photos')) photos.push(...rows.map((row) => v.parse(Photo, row)))
  return photos.sort((a, b) => a.position - b.position || a.created_at.localeCompare(b.created_at))
}

/** Yields the spots of a part as archives contain them. */
export async function* readSpots(
  read: ExportReader,
  part: 'spots' | 'list_items',
  list?: string,
): AsyncGenerator<ArchivedSpot[]> {
  for await (const rows of read(part, list)) yield rows.map((row) => v.parse(ArchivedSpot, row))
}
