import { createPlace } from './create-place.ts'
import type { Attribution, FileReading } from './read-place.ts'
import type { toPoint } from './text/read-degrees.ts'

const MAIN_KEYS = [
  'tourism',
  'amenity',
  'historic',
  'natural',
  'leisure',
  'shop',
  'man_made',
  'waterway',
  'railway',
  'craft',
]

/** Joins the address tags of OpenStreetMap to one line. */
export function joinAddress(getPart: (part: string) => string | undefined): string {
  const street = [getPart('street') ?? getPart('place'), getPart('housenumber')]
  const city = [getPart('postcode'), getPart('city')]
  return [street, city]
    .map((parts) => parts.filter(Boolean).join(' '))
    .filter(Boolean)
    .join(', ')
}

/** Returns true for the tags of a named place that people visit, as opposed to a street or a boundary. */
export function isPlace(tags: ReadonlyMap<string, string>): boolean {
  return tags.has('name') && MAIN_KEYS.some((key) => tags.has(key))
}

/** Adds a place of OpenStreetMap by its tags. */
export function addTagged(
  reading: FileReading,
  tags: ReadonlyMap<string, string>,
  position: ReturnType<typeof toPoint>,
  attribution: Attribution,
): void {
  const title = tags.get('name') ?? tags.get('name:en') ?? ''
  if ('reason' in position) {
    reading.unreadable.push({ title, reason: position.reason })
    return
  }
  const key = MAIN_KEYS.find((main) => tags.has(main))
  const value = key ? (tags.get(key) ?? '') : ''
  reading.places.push(
    createPlace(
      {
        title,
        description: tags.get('description') ?? '',
        address: joinAddress((part) => tags.get(`addr:${part}`)),
        website: tags.get('website') ?? tags.get('contact:website') ?? '',
        sourceCategory: key === 'shop' ? `shop-${value}` : value,
        attribution,
      },
      position.point,
    ),
  )
}
