import ExifReader from 'exifreader'

/** What a camera wrote into a photo. It goes into the form of its author and nowhere else. */
export interface PhotoFacts {
  position: { lng: number; lat: number } | null
  /** ISO 8601. A camera without a time zone tells the time of its clock; it is taken as UTC. */
  takenAt: string | null
}

const NOTHING: PhotoFacts = { position: null, takenAt: null }

/** Reads place and time from a photo's EXIF data. Tags that are empty or damaged give null; never throws. */
export function readPhotoFacts(content: Uint8Array): PhotoFacts {
  try {
    const tags = ExifReader.load(Buffer.from(content), { expanded: true, includeUnknown: false })
    return { position: toPosition(tags.gps?.Longitude, tags.gps?.Latitude), takenAt: findTime(tags) }
  } catch {
    // A photo without metadata, or with metadata that cannot be read, is a photo all the same.
    return NOTHING
  }
}

/** Empty tags read as NaN, and a receiver without a fix writes zeros. */
function toPosition(lng: number | undefined, lat: number | undefined): PhotoFacts['position'] {
  if (lng === undefined || lat === undefined || !Number.isFinite(lng) || !Number.isFinite(lat)) return null
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180 || (lat === 0 && lng === 0)) return null
  return { lng, lat }
}

function findTime({ exif }: ExifReader.ExpandedTags): string | null {
  const clock = exif?.DateTimeOriginal?.description ?? exif?.DateTimeDigitized?.description
  const [, year, month, day, time] = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d)/.exec(clock ?? '') ?? []
  if (time === undefined) return null
  const zone = exif?.OffsetTimeOriginal?.description ?? exif?.OffsetTime?.description ?? ''
  const moment = new Date(`${year}-${month}-${day}T${time}${/^[+-]\d\d:\d\d$/.test(zone) ? zone : 'Z'}`)
  const isPossible = moment.getTime() > 0 && moment.getTime() < Date.now() + 24 * 60 * 60 * 1000
  return isPossible ? moment.toISOString() : null
}
