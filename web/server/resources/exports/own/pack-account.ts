import * as v from 'valibot'
import { widestPhoto } from '#app/features/media/photo-sizes.ts'
import { writePages } from '#app/features/spots/exports/export-response.ts'
import { createGeoJsonWriter } from '#app/features/spots/exports/format-geojson.ts'
import { createZip } from '../zip-stream.ts'
import { ACCOUNT_SCHEMA, ARCHIVE_VERSION, SPOT_SCHEMA } from './archive-schemas.ts'
import { type SiteOfArchive, writeReadme } from './archive-texts.ts'
import {
  type ArchivedSpot,
  type ExportPart,
  type ExportReader,
  listPhotos,
  OwnList,
  type OwnPhoto,
  OwnReview,
  OwnStory,
  readSpots,
} from './export-reader.ts'
import { PICTURE_FILE, readPicture } from './own-picture.ts'

/** A ZIP archive without Zip64 is limited to 4 GB. Photos beyond this total size are left out and listed in a file. */
const MAX_PHOTO_BYTES = 3.5 * 1024 ** 3

/** The sources of an archive. */
export interface ArchiveSource {
  read: ExportReader
  /** Reads a file of the bucket `photos`. Null if it is gone. */
  readPhoto: (path: string) => Promise<Uint8Array | null>
  /** Reads a file of the bucket `avatars`. Null if it is gone. */
  readAvatar: (path: string) => Promise<Uint8Array | null>
  head: SiteOfArchive
  /** Called after each step with the number of packed spots and photos. */
  onProgress?: (done: number) => void
}

/**
 * Yields the archive of all content of a member: spots, lists and reviews as GeoJSON, stories as Markdown, the rest
 * as JSON, and all photos grouped by spot.
 */
export async function* packAccount({
  read,
  readPhoto,
  readAvatar,
  head,
  onProgress,
}: ArchiveSource): AsyncGenerator<Uint8Array> {
  const zip = createZip()
  const [profile] = (await read('profile').next()).value ?? []
  const picture = await readPicture(profile, readAvatar)
  const photos = placePhotos(await listPhotos(read))
  let done = 0
  const count = (more: number) => {
    done += more
    onProgress?.(done)
  }
  const addJson = (name: string, value: unknown) => zip.addText(name, [`${JSON.stringify(value, null, 2)}\n`])
  yield* zip.addText('README.md', [writeReadme(head)])
  yield* addJson('hereabouts/spot.schema.json', SPOT_SCHEMA)
  yield* addJson('hereabouts/account.schema.json', ACCOUNT_SCHEMA)
  yield* zip.addText(
    'hereabouts/account.json',
    writeAccount(read, head, {
      profile: profile ? { ...profile, ...(picture && { avatar_file: PICTURE_FILE }) } : null,
      photos,
    }),
  )
  if (picture) yield* zip.addPicture(PICTURE_FILE, picture)
  const files = groupBySpot(photos)
  const covers = new Set<string>()
  const spotWriter = createGeoJsonWriter((spot) => ({
    photo_files: (files.get(spot.id) ?? []).map(({ file, photo }) => ({
      ...{ file, alt: photo.alt_text, taken_at: photo.taken_at, is_cover: covers.has(photo.id) },
    })),
  }))
  const spots = counted(noteCovers(readSpots(read, 'spots'), covers), count)
  yield* zip.addText('spots.geojson', writePages(spots, { ...head, title: 'My spots' }, spotWriter))
  for await (const lists of read('lists')) {
    for (const { id, title } of lists.map((list) => v.parse(OwnList, list))) {
      const writer = createGeoJsonWriter(() => ({ list: title }))
      const pages = await skipEmpty(readSpots(read, 'list_items', id))
      // A file without places would be reported as a problem by the import.
      if (pages) yield* zip.addText(`lists/${id}.geojson`, writePages(pages, { ...head, title }, writer))
    }
  }
  yield* addReviews(zip, read, head)
  for await (const stories of read('posts')) {
    for (const { slug, title, summary, body } of stories.map((story) => v.parse(OwnStory, story)))
      yield* zip.addText(`stories/${slug}.md`, [`# ${title}\n\n${summary}\n\n${body}\n`])
  }
  yield* addPhotos(zip, photos, readPhoto, count)
  yield* zip.end()
}

const ACCOUNT_PARTS: Exclude<ExportPart, 'profile' | 'spots' | 'list_items'>[] = [
  ...(['lists', 'posts', 'reviews', 'comments', 'follows', 'blocks', 'notifications', 'photos'] as const),
  ...(['notification_preferences', 'mail_schedules'] as const),
]

/** Writes everything except the spots, row by row, because there may be many notifications and comments. */
async function* writeAccount(
  read: ExportReader,
  { siteName, siteUrl }: SiteOfArchive,
  { profile, photos }: { profile: object | null; photos: PlacedPhoto[] },
): AsyncGenerator<string> {
  const fileOf = new Map(photos.map(({ photo, file }) => [photo.id, file]))
  const start = { format: 'hereabouts', version: ARCHIVE_VERSION, exported_at: new Date().toISOString() }
  const whole = { ...start, site: { name: siteName, url: siteUrl }, profile }
  yield JSON.stringify(whole, null, 2).slice(0, -2)
  for (const part of ACCOUNT_PARTS) {
    yield `,\n  "${part}": [`
    let isFirst = true
    for await (const rows of read(part)) {
      // The spots of reviews are in their own file, with their positions.
      const texts = rows.map(({ spot: _, ...row }) => {
        const file = part === 'photos' && { file: fileOf.get(String(row.id)) }
        return `\n    ${JSON.stringify({ ...row, ...file })}`
      })
      if (texts.length > 0) yield (isFirst ? '' : ',') + texts.join(',')
      isFirst &&= texts.length === 0
    }
    yield '\n  ]'
  }
  yield '\n}\n'
}

async function* addReviews(
  zip: ReturnType<typeof createZip>,
  read: ExportReader,
  head: SiteOfArchive,
): AsyncGenerator<Uint8Array> {
  const reviews = new Map<string, v.InferOutput<typeof OwnReview>>()
  const pages = async function* () {
    for await (const rows of read('reviews')) {
      reviews.clear()
      const page = rows.map((row) => v.parse(OwnReview, row)).filter((review) => review.spot)
      for (const review of page) if (review.spot) reviews.set(review.spot.id, review)
      yield page.flatMap(({ spot }) => spot ?? [])
    }
  }
  const writer = createGeoJsonWriter(({ id }) => {
    const { rating, body, created_at } = reviews.get(id) ?? {}
    return { review: { rating, body, created_at } }
  })
  const all = await skipEmpty(pages())
  if (all) yield* zip.addText('reviews.geojson', writePages(all, { ...head, title: 'My reviews' }, writer))
}

interface PlacedPhoto {
  photo: OwnPhoto
  file: string
}

/** Returns the file name of each photo: `photos/{spot or story}/{number}.webp`, numbered in display order. */
function placePhotos(photos: OwnPhoto[]): PlacedPhoto[] {
  const counts = new Map<string, number>()
  return photos.map((photo) => {
    const folder = photo.spot_id ?? photo.post_id ?? 'unused'
    const number = (counts.get(folder) ?? 0) + 1
    counts.set(folder, number)
    return { photo, file: `photos/${folder}/${String(number).padStart(3, '0')}.webp` }
  })
}

function groupBySpot(photos: PlacedPhoto[]): Map<string, PlacedPhoto[]> {
  return Map.groupBy(photos, ({ photo }) => photo.spot_id ?? '')
}

async function* addPhotos(
  zip: ReturnType<typeof createZip>,
  photos: PlacedPhoto[],
  readPhoto: ArchiveSource['readPhoto'],
  count: (more: number) => void,
): AsyncGenerator<Uint8Array> {
  const missing: string[] = []
  let bytes = 0
  for (const { photo, file } of photos) {
    const path = `${photo.storage_path}/${widestPhoto(photo.width)}.webp`
    const picture = bytes < MAX_PHOTO_BYTES ? await readPhoto(path) : null
    if (!picture) missing.push(file)
    else {
      bytes += picture.length
      yield* zip.addPicture(file, picture)
    }
    count(1)
  }
  if (missing.length > 0) yield* zip.addText('photos-left-out.md', [`${missing.join('\n')}\n`])
}

/** Adds the covers of the spots to a set, page by page, and leaves them out of the rows. */
async function* noteCovers(pages: AsyncGenerator<ArchivedSpot[]>, covers: Set<string>): AsyncGenerator<ArchivedSpot[]> {
  for await (const page of pages) {
    yield page.map(({ cover_photo_id: cover, ...spot }) => {
      if (cover) covers.add(cover)
      return spot
    })
  }
}

async function* counted<Row>(pages: AsyncGenerator<Row[]>, count: (more: number) => void): AsyncGenerator<Row[]> {
  for await (const page of pages) {
    yield page
    count(page.length)
  }
}

/** Reads the first page, and returns all of them. Undefined if the first page is empty. */
async function skipEmpty<Row>(pages: AsyncGenerator<Row[]>): Promise<AsyncGenerator<Row[]> | undefined> {
  const first = await pages.next()
  if (first.done || first.value.length === 0) return undefined
  return (async function* () {
    yield first.value
    yield* pages
  })()
}
