import * as v from 'valibot'
import { type SpotFields, SpotForm, type SpotInput, toSpotChanges } from '#app/features/spots/form/spot-form-schema.ts'
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

/** Returns the values that a form was opened with, from its field `seen`. Undefined for a form without it. */
export function findSeenInput(form: FormData): SpotInput | undefined {
  const seen = v.safeParse(v.pipe(v.string(), v.parseJson(), SpotForm), form.get('seen'))
  return seen.success ? seen.output : undefined
}

/**
 * Returns the columns that the form changes, compared with the values it was opened with. Untouched fields are left
 * out: others may have changed them since, and the form rounds positions to a metre.
 */
export function findSpotChanges(
  page: EditedSpot,
  input: SpotInput,
  seen: SpotInput = toInput(page),
): Partial<ReturnType<typeof toSpotChanges>> {
  const before = toSpotChanges({ ...input, ...seen })
  const after = toSpotChanges(input)
  const isSamePlace = formatPosition(input.position) === formatPosition(seen.position)
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
