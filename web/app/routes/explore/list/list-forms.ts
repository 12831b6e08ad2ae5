import * as v from 'valibot'
import { Visibility } from '#app/features/spots/spot-summary.ts'
import { limitedText } from '#app/lib/limited-text.ts'

const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(40))
const Switch = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((value) => value === 'true'),
)
const OptionalId = v.pipe(
  v.optional(v.string(), ''),
  v.maxLength(40),
  v.transform((id) => id || undefined),
)

export const SpotForm = v.object({ spot: Id })
export const BeenForm = v.object({ spot: Id, on: Switch })
export const MoveForm = v.object({ spot: Id, after: OptionalId })
export const NoteForm = v.object({ spot: Id, note: limitedText('list_items.note') })
export const CoverForm = v.object({ cover: OptionalId })

/** Adds a spot. A note and a place restore one that was just removed. */
export const AddForm = v.object({
  spot: Id,
  note: v.optional(limitedText('list_items.note'), ''),
  place: v.optional(v.pipe(v.string(), v.digits(), v.maxLength(6), v.transform(Number))),
})

export const DetailsForm = v.object({
  title: v.pipe(limitedText('lists.title'), v.nonEmpty('Please give the list a title.')),
  description: limitedText('lists.description'),
  visibility: Visibility,
})

export const InviteForm = v.object({ role: v.picklist(['editor', 'viewer']) })
export const RowForm = v.object({ id: v.pipe(v.string(), v.uuid()) })
export const JoinForm = v.object({ invite: v.pipe(v.string(), v.maxLength(100)) })
