import { parsePosition } from '#app/lib/geo/parse-position.ts'
import type { OwnDetails } from './own-details.ts'
import type { FileReading, ReadPlace } from './read-place.ts'
import { tidy, toLine, toPlainText } from './text/plain-text.ts'
import { toPoint } from './text/read-degrees.ts'

/** A place as a file describes it. Texts may still be HTML. */
export type PlaceSource = Partial<
  Pick<
    ReadPlace,
    'title' | 'description' | 'address' | 'website' | 'sourceCategory' | 'list' | 'tags' | 'pictures' | 'attribution'
  >
> & { details?: OwnDetails | undefined }

/** The maximum lengths: those of the columns of `spots`, or less where a longer text is only noise. */
const MAX_LENGTH = { title: 200, description: 10_000, address: 300, website: 2000, category: 60, list: 120 }
const MAX_TAGS = 12
const MAX_PICTURES = 100
const TAG = /^[\p{L}\p{N}][\p{L}\p{N}-]{1,29}$/u

/** Creates a place from raw texts: converts HTML to plain text, adds missing schemes to links and normalises tags. */
export function createPlace(source: PlaceSource, point: ReadPlace['point']): ReadPlace {
  return {
    title: toLine(source.title ?? '', MAX_LENGTH.title),
    point,
    description: toPlainText(source.description ?? '', MAX_LENGTH.description),
    address: toLine(source.address ?? '', MAX_LENGTH.address),
    website: toWebsite(source.website ?? ''),
    sourceCategory: toLine(source.sourceCategory ?? '', MAX_LENGTH.category),
    tags: toTags(source.tags ?? []),
    list: toLine(source.list ?? '', MAX_LENGTH.list),
    ...(source.attribution && { attribution: source.attribution }),
    ...(source.details && { details: source.details }),
    ...(source.pictures?.length && { pictures: source.pictures.slice(0, MAX_PICTURES) }),
  }
}

/** Adds a place at a position in degrees, or the reason why the position is invalid. */
export function addAt(
  reading: FileReading,
  source: PlaceSource,
  lat: number | undefined,
  lng: number | undefined,
): void {
  const position = toPoint(lat, lng)
  if ('point' in position) {
    reading.places.push(createPlace(source, position.point))
    return
  }
  const other = toPoint(lng, lat)
  const swapped = 'point' in other ? createPlace(source, other.point) : undefined
  reading.unreadable.push({ title: source.title ?? '', reason: position.reason, ...(swapped && { swapped }) })
}

/** Adds a place without coordinates. Its position is read from the link if possible. */
export function addByLink(reading: FileReading, source: PlaceSource, link: string): void {
  const found = link ? parsePosition(link) : undefined
  const place = createPlace(source, found?.kind === 'point' ? found.point : null)
  if (place.point || place.title || place.address) reading.places.push(place)
  else reading.unreadable.push({ title: '', reason: 'There is neither a name nor a position.' })
}

function toWebsite(text: string): string {
  const trimmed = tidy(text)
  const link = /^www\.\S+$/i.test(trimmed) ? `https://${trimmed}` : trimmed
  const isLink = /^https?:\/\/[^\s/]+/i.test(link) && link.length <= MAX_LENGTH.website && URL.canParse(link)
  return isLink ? link : ''
}

/** Normalises tags to lower case with hyphens, and drops duplicates and invalid ones. */
export function toTags(tags: string[]): string[] {
  const clean = tags.map((tag) =>
    tag
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_]+/g, '-'),
  )
  return [...new Set(clean)].filter((tag) => TAG.test(tag)).slice(0, MAX_TAGS)
}
