import * as v from 'valibot'
import { withForm } from '#app/lib/form-command.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import { MERGED_FIELDS } from './merge-page.ts'

const Side = v.picklist(['spot', 'other'])

/** The kept spot, and the source of each field. */
const MergeFields = v.object({
  with: v.pipe(v.string(), v.regex(/^[a-z0-9]{8,24}$/)),
  keep: Side,
  ...v.entriesFromList(MERGED_FIELDS, v.optional(Side)),
})

const Merged = v.object({ id: v.string(), merge: v.number() })

export interface MergeCall {
  supabase: Supabase
  spotId: string
  form: FormData
  /** Set by the command: the id of the merge, to undo it. */
  merge?: number
}

/** Merges the two spots of `MergeForm`. */
export const mergeSpots = withForm(MergeFields, async (call: MergeCall, { with: otherId, keep, ...sides }) => {
  const [kept, merged] = keep === 'spot' ? [call.spotId, otherId] : [otherId, call.spotId]
  const taken = MERGED_FIELDS.filter((field) => sides[field] !== undefined && sides[field] !== keep)
  const outcome = takeData(await call.supabase.rpc('merge_spots', { kept_id: kept, merged_id: merged, taken }))
  call.merge = v.parse(Merged, outcome).merge
})

/** Undoes a merge of the last 30 days. */
export async function undoMerge(supabase: Supabase, id: number): Promise<void> {
  findData(await supabase.rpc('undo_merge', { id }))
}
