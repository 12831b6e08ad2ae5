import * as v from 'valibot'
import { parsePosition } from '#app/lib/geo/parse-position.ts'
import { readAttribution } from '../attribution.ts'
import { createPlace } from '../create-place.ts'
import { parseJson } from '../parse-json.ts'
import {
  type ArchivedDetails,
  createReading,
  type FileReading,
  type PlacePhoto,
  type ReadPlace,
} from '../read-place.ts'
import { decodeText } from '../text/decode-text.ts'
import { shorten } from '../text/plain-text.ts'
import type { OwnArchive, OwnArchivePhotos } from './own-archive.ts'
import { Feature, pickDates } from './own-feature.ts'
import type { PackedFile } from './unpack.ts'

const PLACES = /^(?:spots|reviews|lists\/[^/]+)\.geojson$/
const NO_FEATURE = 'It is not a spot in the archive format.'

/** Reads the spots, lists and reviewed spots of a Hereabouts archive, in this order. Throws UnreadableFileError. */
export function readOwnArchive(files: PackedFile[], { photos }: OwnArchive): FileReading[] {
  const own = new Map<string, Feature>()
  const sorted = files.filter(({ name }) => PLACES.test(name)).toSorted((a, b) => rank(a) - rank(b))
  return sorted.map(({ name, bytes }) => {
    const reading = createReading(name, 'Hereabouts')
    for (const value of listFeatures(bytes)) {
      const found = v.safeParse(Feature, value)
      if (!found.success) reading.unreadable.push({ title: '', reason: NO_FEATURE })
      else {
        if (name === 'spots.geojson') own.set(found.output.id, found.output)
        addPlace(reading, found.output, { own, photos: pickPhotos(photos, found.output) })
      }
    }
    return reading
  })
}

function rank({ name }: PackedFile): number {
  if (name === 'spots.geojson') return 0
  return name === 'reviews.geojson' ? 2 : 1
}

function listFeatures(bytes: Uint8Array): unknown[] {
  const parsed = parseJson(decodeText(bytes))
  const value = 'value' in parsed ? (parsed.value as { features?: unknown } | null) : null
  return Array.isArray(value?.features) ? value.features : []
}

/** Returns the photos of a spot, each only once: those of its review with the review, the others with its first row. */
function pickPhotos(photos: OwnArchivePhotos, { id, properties }: Feature): PlacePhoto[] {
  const all = photos.get(id) ?? []
  const taken = properties.review ? all : all.filter(({ isOfReview }) => !isOfReview)
  photos.set(
    id,
    all.filter((photo) => !taken.includes(photo)),
  )
  const covers = new Set(properties.photo_files?.filter(({ is_cover }) => is_cover).map(({ file }) => file))
  return taken.map((photo) => (covers.has(photo.path[0] ?? '') ? { ...photo, isCover: true } : photo))
}

/** Only the file of the member's own spots has their exact points, so lists and reviews take the points from there. */
function addPlace(
  reading: FileReading,
  feature: Feature,
  { own, photos }: { own: Map<string, Feature>; photos: PlacePhoto[] },
): void {
  const { geometry, properties } = own.get(feature.id) ?? feature
  const [lng, lat] = geometry.coordinates
  if (parsePosition(`${lat}, ${lng}`).kind !== 'point') {
    reading.unreadable.push({ title: properties.title, reason: `The position is out of range: ${lat}, ${lng}.` })
    return
  }
  const { title, category, tags, description } = properties
  const { list, note, went_on, added_at, review } = feature.properties
  const place: ReadPlace = createPlace(
    {
      ...{ title, sourceCategory: category, tags, list },
      address: properties.address ?? '',
      website: properties.website ?? '',
    },
    { lng, lat },
  )
  const ownDetails = own.has(feature.id) && {
    ...(properties.visibility && { visibility: properties.visibility }),
    ...((properties.status === 'draft' || properties.status === 'closed') && { status: properties.status }),
    ...(properties.precision && { precision: properties.precision }),
    ...(properties.access && { access: properties.access }),
    ...pickDates(properties),
  }
  const attribution = readAttribution(properties.attribution)
  const isForeign = attribution && (!own.has(feature.id) || properties.source_name !== '')
  const details: ArchivedDetails = {
    source: feature.id,
    ...ownDetails,
    ...(note && { note }),
    ...(went_on && { went_on }),
    ...(added_at && { added_at }),
    ...(review && { review: { rating: review.rating, body: review.body, ...pickDates(review) } }),
  }
  // Markdown stays as it is.
  const whole = {
    ...{ ...place, description: shorten(description, 10_000), details },
    // The member wrote their own spots.
    ...(isForeign && { attribution }),
  }
  reading.places.push(photos.length > 0 ? { ...whole, photos } : whole)
}
