import { widestPhoto } from '#app/features/media/photo-sizes.ts'
import { type SpotPages, toByteStream, writePages } from '#app/features/spots/exports/export-response.ts'
import { type ExportedSpot, type ExportHead, sortPhotos } from '#app/features/spots/exports/exported-spot.ts'
import { createKmlWriter } from '#app/features/spots/exports/format-kml.ts'
import { createConcurrencyGate } from '#app/lib/concurrency-gate.server.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { loadSharp } from '../load-sharp.ts'
import { createZip } from './zip-stream.ts'

/** The maximum number of photos per spot. */
const MAX_PER_SPOT = 3
/** The maximum number of photos per file, which are about 100 MB. Further ones are left out. */
export const MAX_KMZ_PHOTOS = 1000
/** Wide enough for the balloon of a map program. */
const WIDTH = 960
const QUALITY = 80

class OverloadError extends Error {}

/** Conversion is expensive, so one photo is converted at a time. */
const inTurn = createConcurrencyGate({
  running: 1,
  waiting: 50,
  createError: () => new OverloadError('Too many photos are being packed right now. Try again in a minute.'),
})

interface Picture {
  id: string
  width: number
  path: string
}

/** Returns spots as a KMZ: the KML first, then its photos as JPEG, which every map program shows. */
export function streamKmz(pages: SpotPages, head: ExportHead, supabase: Supabase): ReadableStream<Uint8Array> {
  return toByteStream(packKmz(pages, head, supabase))
}

async function* packKmz(pages: SpotPages, head: ExportHead, supabase: Supabase): AsyncGenerator<Uint8Array> {
  const zip = createZip()
  const pictures: Picture[] = []
  const writer = createKmlWriter((spot) => choosePictures(spot, pictures).map(({ path }) => path))
  yield* zip.addText('doc.kml', writePages(pages, head, writer))
  for (const picture of pictures) {
    const jpeg = await inTurn(() => makeJpeg(picture, supabase))
    if (jpeg) yield* zip.addPicture(picture.path, jpeg)
  }
  yield* zip.end()
}

function choosePictures({ photos }: ExportedSpot, pictures: Picture[]): Picture[] {
  const most = Math.min(MAX_PER_SPOT, MAX_KMZ_PHOTOS - pictures.length)
  const chosen = sortPhotos(photos)
    .slice(0, most)
    .map(({ id, width }) => ({ id, width, path: `photos/${id}.jpg` }))
  pictures.push(...chosen)
  return chosen
}

/** Reads a photo as the viewer. Null if it was hidden or deleted in the meantime. */
async function makeJpeg({ id, width }: Picture, supabase: Supabase): Promise<Uint8Array | null> {
  const photo = findData(await supabase.from('photos').select('storage_path').eq('id', id).maybeSingle())
  if (!photo) return null
  const size = width > WIDTH ? WIDTH : widestPhoto(width)
  const { data } = await supabase.storage.from('photos').download(`${photo.storage_path}/${size}.webp`)
  if (!data) return null
  const sharp = await loadSharp()
  return new Uint8Array(
    await sharp(await data.arrayBuffer())
      .jpeg({ quality: QUALITY })
      .toBuffer(),
  )
}
