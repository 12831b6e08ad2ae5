import { type SpotFields, type SpotInput, toSpotChanges } from '#app/features/spots/form/spot-form-schema.ts'
import { formatPosition } from '#app/features/spots/spot-position.ts'
import type { LoadedSpotPage } from '../spot-page.ts'

type EditedSpot = Pick<LoadedSpotPage, 'spot' | 'exact_point'>

/** Returns the initial values of the form. Those who may read the exact position and address of an area edit these. */
export function toSpotFields({ spot, exact_point }: EditedSpot): SpotFields {
  return {
    position: formatPosition(exact_point ?? spot),
    title: spot.title,
    category: spot.category,
    tags: spot.tags.join(', '),
    description: spot.description,
    address: (exact_point ?? spot).address ?? '',
    website: spot.website ?? '',
    access: spot.access,
    visibility: spot.visibility,
    precision: spot.precision,
  }
}

/**
 * Returns the columns that the form changes. Untouched fields are left out, because the form rounds positions to a
 * metre, which would count as a change.
 */
export function findSpotChanges(page: EditedSpot, input: SpotInput): Partial<ReturnType<typeof toSpotChanges>> {
  const before = toSpotChanges({ ...input, ...toInput(page) })
  const after = toSpotChanges(input)
  const isSamePlace = formatPosition(input.position) === formatPosition(page.exact_point ?? page.spot)
  const changed = Object.entries(after).filter(([name, value]) => {
    if (name === 'lng' || name === 'lat') return !isSamePlace
    return JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before])
  })
  return Object.fromEntries(changed)
}

function toInput({ spot, exact_point }: EditedSpot): SpotInput {
  const { title, category, tags, description, access, visibility, precision } = spot
  return {
    position: exact_point ?? { lng: spot.lng, lat: spot.lat },
    title,
    category,
    tags,
    description,
    access,
    visibility,
    precision,
    address: (exact_point ?? spot).address ?? '',
    website: spot.website ?? '',
  }
}
