import { collectAccountExport } from '#app/features/account/account-export.server.ts'
import { widestPhoto } from '#app/features/media/photo-sizes.ts'
import { type SpotPages, writePages } from '#app/features/spots/exports/export-response.ts'
import type { ExportedSpot, ExportHead } from '#app/features/spots/exports/exported-spot.ts'
import { createGeoJsonWriter } from '#app/features/spots/exports/format-geojson.ts'
import { writeSpots } from '#app/features/spots/exports/spot-writer.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { readListSpots, readOwnSpots } from '../spot-pages.ts'
import { createZip } from '../zip-stream.ts'
import { SPOT_SCHEMA, writeReadme } from './archive-texts.ts'

type Account = Awaited<ReturnType<typeof collectAccountExport>>
type Photo = Account['photos'][number]

/** ZIP archives of this kind end at 4 GB. Photos beyond this many bytes are left out and named in a file. */
const MOST_PHOTO_BYTES = 3.5 * 1024 ** 3

/**
 * Yields the archive of everything that a member made: spots and lists as GeoJSON, stories as Markdown, the rest as JSON,
 * and all photos in the order of their spots. Everything is read as the member.
 */
export async function* packAccount(
  supabase: Supabase,
  memberId: string,
  head: Omit<ExportHead, 'title'>,
): AsyncGenerator<Uint8Array> {
  const account = await collectAccountExport(supabase, memberId)
  const { photos, posts, lists, spots, ...rest } = account
  const places = placePhotos(photos)
  const zip = createZip()
  const addJson = (name: string, value: unknown) => zip.addText(name, [`${JSON.stringify(value, null, 2)}\n`])
  yield* zip.addText('README.md', [writeReadme(head)])
  yield* addJson('hereabouts/spot.schema.json', SPOT_SCHEMA)
  const details = new Map(spots.map((spot) => [spot.id, spot]))
  const ownWriter = createGeoJsonWriter((spot) => describeOwn(spot, details, places))
  yield* zip.addText(
    'spots.geojson',
    writePages(readOwnSpots(supabase, memberId), { ...head, title: 'My spots' }, ownWriter),
  )
  for (const { id, title } of lists) {
    const items = await listAll(readListSpots(supabase, id))
    // The import would report a file without places as a problem.
    if (items.length === 0) continue
    const writer = createGeoJsonWriter(() => ({ list: title }))
    yield* zip.addText(`lists/${id}.geojson`, [writeSpots(writer, items, { ...head, title })])
  }
  for (const { slug, title, summary, body } of posts) {
    yield* zip.addText(`stories/${slug}.md`, [`# ${title}\n\n${summary}\n\n${body}\n`])
  }
  // Positions are in the GeoJSON files only, so that nothing is imported twice.
  yield* addJson('hereabouts/account.json', { ...rest, lists, posts, photos })
  yield* addPhotos(zip, places, supabase)
  yield* zip.end()
}

async function listAll(pages: SpotPages): Promise<ExportedSpot[]> {
  const spots: ExportedSpot[] = []
  for await (const page of pages) spots.push(...page)
  return spots
}

/** What the own file of a spot has besides the shared one. */
function describeOwn(
  { id }: ExportedSpot,
  details: Map<string, Account['spots'][number]>,
  places: Map<Photo, string>,
): Record<string, unknown> {
  const spot = details.get(id)
  const own = [...places].filter(([photo]) => photo.spot_id === id)
  return {
    ...(spot && { visibility: spot.visibility, published_at: spot.published_at }),
    photo_files: own.map(([photo, file]) => ({ file, alt: photo.alt_text, taken_at: photo.taken_at })),
  }
}

/** Names the file of each photo: `photos/{spot or story}/{number}.webp`, in the order in which the page shows them. */
function placePhotos(photos: Photo[]): Map<Photo, string> {
  const sorted = photos.toSorted((a, b) => a.position - b.position || a.created_at.localeCompare(b.created_at))
  const counts = new Map<string, number>()
  return new Map(
    sorted.map((photo) => {
      const folder = photo.spot_id ?? photo.post_id ?? 'unused'
      const number = (counts.get(folder) ?? 0) + 1
      counts.set(folder, number)
      return [photo, `photos/${folder}/${String(number).padStart(3, '0')}.webp`]
    }),
  )
}

async function* addPhotos(
  zip: ReturnType<typeof createZip>,
  places: Map<Photo, string>,
  supabase: Supabase,
): AsyncGenerator<Uint8Array> {
  const missing: string[] = []
  let bytes = 0
  for (const [{ storage_path, width }, file] of places) {
    const path = `${storage_path}/${widestPhoto(width)}.webp`
    const { data } = bytes < MOST_PHOTO_BYTES ? await supabase.storage.from('photos').download(path) : { data: null }
    if (!data) missing.push(file)
    else {
      bytes += data.size
      yield* zip.addPicture(file, new Uint8Array(await data.arrayBuffer()))
    }
  }
  if (missing.length > 0) yield* zip.addText('photos-left-out.md', [`${missing.join('\n')}\n`])
}
