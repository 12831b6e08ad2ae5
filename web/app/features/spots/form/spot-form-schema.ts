import * as v from 'valibot'
import { categoryIds } from '#app/features/categories/categories.ts'
import { parsePosition } from '#app/lib/geo/parse-position.ts'
import { limitedText } from '#app/lib/limited-text.ts'
import { Visibility } from '../spot-summary.ts'
import { parseTags } from '../spot-tags.ts'

export const accesses = {
  unknown: 'Not known',
  free: 'Free for everyone',
  fee: 'For a fee',
  customers: 'For guests or customers',
  permit: 'With a permit',
} as const

const SpotAccess = v.picklist(['unknown', 'free', 'fee', 'customers', 'permit'])
const PositionPrecision = v.picklist(['exact', 'area'])

const Website = v.pipe(
  limitedText('spots.website'),
  v.transform((text) => (text === '' || /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`)),
  v.check(
    (text) => text === '' || (/^https?:\/\/[^\s/]+/i.test(text) && URL.canParse(text)),
    'Please enter an address such as https://example.org.',
  ),
)

const Position = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Please say where it is: move the map, or type a position.'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const reading = parsePosition(dataset.value)
    if (reading.kind === 'point') return reading.point
    addIssue({
      message:
        reading.kind === 'rejected' ? reading.reason : 'This is not a position. Enter one such as 45.0589, 7.7052.',
    })
    return NEVER
  }),
)

const Tags = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { tags, problem } = parseTags(dataset.value)
    if (!problem) return tags
    addIssue({ message: problem })
    return NEVER
  }),
)

/** The fields of the spot form as strings, by name. */
export const SpotForm = v.object({
  position: Position,
  title: v.pipe(limitedText('spots.title'), v.nonEmpty('Please enter a name.')),
  category: v.picklist(categoryIds, 'Please choose a category.'),
  tags: Tags,
  description: limitedText('spots.description'),
  address: limitedText('spots.address'),
  website: Website,
  access: v.fallback(SpotAccess, 'unknown'),
  visibility: v.picklist(Visibility.options, 'Please choose who may see it.'),
  precision: v.picklist(PositionPrecision.options, 'Please choose how exactly it is shown.'),
})

/** A valid spot. */
export type SpotInput = v.InferOutput<typeof SpotForm>

/** The typed and chosen values by field name. */
export type SpotFields = Record<keyof SpotInput, string>

/** An error message for each invalid field. */
export type SpotFieldErrors = Partial<Record<keyof SpotInput, string>>

export const EMPTY_SPOT_FIELDS: SpotFields = {
  position: '',
  title: '',
  category: '',
  tags: '',
  description: '',
  address: '',
  website: '',
  access: 'unknown',
  visibility: 'public',
  precision: 'exact',
}

/** Returns the errors in the order of the form; empty if everything is valid. */
export function findSpotFieldErrors(fields: SpotFields): SpotFieldErrors {
  const parsed = v.safeParse(SpotForm, fields)
  const errors: SpotFieldErrors = {}
  for (const issue of parsed.issues ?? []) {
    const name = v.getDotPath(issue) as keyof SpotInput | null
    if (name) errors[name] ??= issue.message
  }
  return errors
}

/** Returns the arguments of `submit_spot` and `update_spot`. */
export function toSpotChanges({ position, address, website, ...rest }: SpotInput) {
  return { ...rest, ...position, address: address || null, website: website || null }
}
