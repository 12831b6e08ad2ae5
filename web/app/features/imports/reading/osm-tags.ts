import { createPlace } from './create-place.ts'
import type { FileReading } from './read-place.ts'
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

/** Adds a place of OpenStreetMap by its tags. */
export function addTagged(
  reading: FileReading,
  tags: ReadonlyMap<string, string>,
  position: ReturnType<typeof toPoint>,
): void {
  const title = tags.get('name') ?? tags.get('name:en') ?? ''
  if ('reason' in position) {
    reading.unreadable.push({ title, reason: position.reason })
    return
  }
  const key = MAIN_KEYS.find((main) => tags.has(main))
  const value = key ? (tags.get(key) ?? '') : ''
  const address = [
    [tags.get('addr:street') ?? tags.get('addr:place'), tags.get('addr:housenumber')].filter(Boolean).join(' '),
    [tags.get('addr:postcode'), tags.get('addr:city')].filter(Boolean).join(' '),
  ]
  reading.places.push(
    createPlace(
      {
        title,
        description: tags.get('description') ?? '',
        address: address.filter(Boolean).join(', '),
        website: tags.get('website') ?? tags.get('contact:website') ?? '',
        sourceCategory: key === 'shop' ? `shop-${value}` : value,
      },
      position.point,
    ),
  )
}
