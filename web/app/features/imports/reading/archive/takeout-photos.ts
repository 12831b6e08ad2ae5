import * as v from 'valibot'
import { parseJson } from '../parse-json.ts'
import type { FileReading, ReadPlace } from '../read-place.ts'
import { decodeText } from '../text/decode-text.ts'
import type { PackedFile, PackedPhoto } from './unpack.ts'

/** Google describes each photo in a file of the same name: `mill.jpg.json`, `mill.jpg.supplemental-metadata.json`. */
const SIDECAR = /^(.*\.(?:jpe?g|png|heic|webp))(?:\.[a-z.-]*)?\.json$/i
/** A photo belongs to a place within this distance, in degrees of latitude: about 100 m. */
const NEAR_DEGREES = 0.0009

const Text = v.fallback(v.string(), '')
const Point = v.fallback(v.optional(v.object({ latitude: v.number(), longitude: v.number() })), undefined)
const Sidecar = v.object({ title: Text, description: Text, localPostCaption: Text, geoData: Point, geoDataExif: Point })

/** Separates the descriptions of photos, which are not places, from the other files. */
export function splitSidecars(
  files: PackedFile[],
  photos: PackedPhoto[],
): [files: PackedFile[], sidecars: PackedFile[]] {
  const names = new Set(photos.map(({ name }) => name))
  const isSidecar = ({ name }: PackedFile) => names.has(SIDECAR.exec(name)?.[1] ?? '')
  return [files.filter((file) => !isSidecar(file)), files.filter(isSidecar)]
}

/** Assigns each photo with a position to the nearest place around it, with its caption. */
export function placeSidecars(sidecars: PackedFile[], readings: FileReading[]): void {
  const places = readings.flatMap((reading) => reading.places).filter(({ point }) => point)
  for (const { name, bytes } of sidecars) {
    const parsed = parseJson(decodeText(bytes))
    const found = v.safeParse(Sidecar, 'value' in parsed ? parsed.value : null)
    if (!found.success) continue
    const { geoData, geoDataExif, description, localPostCaption } = found.output
    const place = [geoData, geoDataExif].map((point) => point && findNearest(places, point)).find(Boolean)
    const photo = SIDECAR.exec(name)?.[1]
    if (place && photo) {
      place.pictures ??= []
      place.pictures.push({ name: `/${photo}`, alt: description || localPostCaption })
    }
  }
}

function findNearest(places: ReadPlace[], at: { latitude: number; longitude: number }): ReadPlace | undefined {
  // Google writes 0, 0 for an unknown position.
  if (at.latitude === 0 && at.longitude === 0) return undefined
  const shrink = Math.cos((at.latitude * Math.PI) / 180)
  const measure = ({ point }: ReadPlace) =>
    point ? Math.hypot(point.lat - at.latitude, (point.lng - at.longitude) * shrink) : Number.POSITIVE_INFINITY
  const nearest = places.reduce<ReadPlace | undefined>(
    (best, place) => (best && measure(best) <= measure(place) ? best : place),
    undefined,
  )
  return nearest && measure(nearest) <= NEAR_DEGREES ? nearest : undefined
}
