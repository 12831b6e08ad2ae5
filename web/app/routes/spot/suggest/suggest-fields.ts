import * as v from 'valibot'
import { type ChangedField, columnsOf } from '#app/features/spots/differences/spot-changes.ts'
import { SpotForm, type SpotInput } from '#app/features/spots/form/spot-form-schema.ts'
import { limitedText } from '#app/lib/limited-text.ts'
import type { SpotDetail } from '../spot-page.ts'

/** The fields that members may suggest another value for, in the order of the form. */
export const SUGGESTED_FIELDS = [
  'title',
  'category',
  'position',
  'description',
  'tags',
  'address',
  'website',
  'access',
] as const satisfies (keyof SpotInput & ChangedField)[]

export type SuggestedField = (typeof SUGGESTED_FIELDS)[number]

/** The columns of a spot that a suggestion may change, as the member saw them. */
export const SeenSpot = v.object({
  title: v.string(),
  category: SpotForm.entries.category,
  tags: v.array(v.string()),
  description: v.string(),
  address: v.nullable(v.string()),
  website: v.nullable(v.string()),
  access: v.picklist(['free', 'fee', 'customers', 'permit', 'unknown']),
  lng: v.number(),
  lat: v.number(),
})

export type SeenSpot = v.InferOutput<typeof SeenSpot>

/** The form: the values of the spot, the values that the member saw, and the reason. */
export const SuggestForm = v.object({
  ...v.omit(SpotForm, ['visibility', 'precision']).entries,
  seen: v.pipe(v.string(), v.parseJson(), SeenSpot),
  reason: limitedText('suggestions.reason'),
})

export const ClosedForm = v.object({ reason: limitedText('suggestions.reason') })

export const MovedForm = v.object({
  position: SpotForm.entries.position,
  address: SpotForm.entries.address,
  reason: limitedText('suggestions.reason'),
})

export const DuplicateForm = v.object({
  other: v.pipe(v.string(), v.trim(), v.nonEmpty('Please enter the other spot.'), v.maxLength(500)),
  reason: limitedText('suggestions.reason'),
})

/** Returns the columns that a member sees. */
export function toSeenSpot(spot: SpotDetail): SeenSpot {
  const { title, category, tags, description, address, website, access, lng, lat } = spot
  return { title, category, tags, description, address, website, access, lng, lat }
}

/** Returns the values of those columns that a suggestion changes. */
export function pickSeen(seen: SeenSpot, wanted: Record<string, unknown>): Partial<SeenSpot> {
  return Object.fromEntries(Object.entries(seen).filter(([column]) => column in wanted))
}

/** Returns the fields that have changed since the member saw them. */
export function listOutdatedFields(seen: SeenSpot, now: SeenSpot, wanted: Record<string, unknown>): SuggestedField[] {
  const isOutdated = (column: string) =>
    column in wanted && JSON.stringify(seen[column as keyof SeenSpot]) !== JSON.stringify(now[column as keyof SeenSpot])
  return SUGGESTED_FIELDS.filter((field) => columnsOf(field).some(isOutdated))
}
