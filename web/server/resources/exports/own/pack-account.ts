import * as v from 'valibot'
import { writePages } from '#app/features/spots/exports/export-response.ts'
import { createGeoJsonWriter } from '#app/features/spots/exports/format-geojson.ts'
import { createZip } from '../zip-stream.ts'
import { ACCOUNT_SCHEMA, SPOT_SCHEMA } from './archive-schemas.ts'
import { type SiteOfArchive, writeReadme } from './archive-texts.ts'
import {
  type ArchivedSpot,
  type ExportReader,
  listPhotos,
  OwnList,
  OwnReview,
  OwnStory,
  readSpots,
} from './export-reader.ts'
import { PICTURE_FILE, readPicture } from './own-picture.ts'
import { addPhotos, groupBySpot, placePhotos } from './pack-photos.ts'
import { writeAccount } from './write-account.ts'

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
  const spots = counted(collectCovers(readSpots(read, 'spots'), covers), count)
  yield* zip.addText('spots.geojson', writePages(spots, { ...head, title: 'My spots' }, spotWriter))
  yield* addLists(zip, read, head)
  yield* addReviews(zip, read, head)
  yield* addStories(zip, read)
  yield* addPhotos(zip, photos, readPhoto, count)
  yield* zip.end()
}

type Zip = ReturnType<typeof createZip>

async function* addLists(zip: Zip, read: ExportReader, head: SiteOfArchive): AsyncGenerator<Uint8Array> {
  for await (const lists of read('lists')) {
    for (const { id, title } of lists.map((list) => v.parse(OwnList, list))) {
      const writer = createGeoJsonWriter(() => ({ list: title }))
      const pages = await skipEmpty(readSpots(read, 'list_items', id))
      // A file without places would be reported as a problem by the import.
      if (pages) yield* zip.addText(`lists/${id}.geojson`, writePages(pages, { ...head, title }, writer))
    }
  }
}

async function* addStories(zip: Zip, read: ExportReader): AsyncGenerator<Uint8Array> {
  for await (const stories of read('posts')) {
    for (const { slug, title, summary, body } of stories.map((story) => v.parse(OwnStory, story)))
      yield* zip.addText(`stories/${slug}.md`, [`# ${title}\n\n${summary}\n\n${body}\n`])
  }
}

async function* addReviews(zip: Zip, read: ExportReader, head: SiteOfArchive): AsyncGenerator<Uint8Array> {
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

/** Adds the covers of the spots to a set, page by page, and leaves them out of the rows. */
async function* collectCovers(
  pages: AsyncGenerator<ArchivedSpot[]>,
  covers: Set<string>,
): AsyncGenerator<ArchivedSpot[]> {
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
