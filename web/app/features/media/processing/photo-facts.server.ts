import ExifReader from 'exifreader'

/** The position and time in a photo's metadata. They only prefill the form of its author. */
export interface PhotoFacts {
  position: { lng: number; lat: number } | null
  /** ISO 8601. Times without a time zone are read as UTC. */
  takenAt: string | null
}

const NOTHING: PhotoFacts = { position: null, takenAt: null }

/** Reads position and time from a photo's EXIF data. Empty or damaged tags give null; never throws. */
export function readPhotoFacts(content: Uint8Array): PhotoFacts {
  try {
    const tags = ExifReader.load(Buffer.from(content), { expanded: true, includeUnknown: false })
    return { position: toPosition(tags.gps?.Longitude, tags.gps?.Latitude), takenAt: findTime(tags) }
  } catch {
    // A photo without readable metadata is still a valid photo.
    return NOTHING
  }
}

/** Empty tags read as NaN, and a GPS receiver without a fix writes zeros. */
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
