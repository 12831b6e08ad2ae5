import * as v from 'valibot'
import { Visibility } from '#app/features/spots/spot-summary.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { ListKind } from './list-kind.ts'

/** A list that the member may add a spot to. */
const SaveTarget = v.object({
  id: v.string(),
  kind: ListKind,
  title: v.string(),
  visibility: Visibility,
  /** True for lists with several members. */
  is_shared: v.boolean(),
  item_count: v.number(),
  is_on: v.boolean(),
  note: v.string(),
  /** The day of the visit, for "Been there"; null if the spot is not on the list. */
  went_on: v.nullable(v.string()),
})

/** The lists that a member may add a spot to, most recently used first: `save_chooser` in the database. */
const SaveChooser = v.object({ last_used: v.nullable(v.string()), lists: v.array(SaveTarget) })

export type SaveTarget = v.InferOutput<typeof SaveTarget>
export type SaveChooser = v.InferOutput<typeof SaveChooser>

/** Returns the lists for a spot; null if the member may not see it. */
export async function findSaveChooser(supabase: Supabase, spotId: string): Promise<SaveChooser | null> {
  const chooser = findData(await supabase.rpc('save_chooser', { spot: spotId }))
  return chooser === null ? null : v.parse(SaveChooser, chooser)
}
