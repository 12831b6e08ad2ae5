import * as v from 'valibot'
import { type FormCommand, withForm } from '#app/lib/form-command.ts'
import type { IntentResponse } from '#app/lib/intent-form.ts'
import { limitedText } from '#app/lib/limited-text.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'

const ListId = v.pipe(v.string(), v.minLength(1), v.maxLength(40))

/** The list that a spot was saved to. `changed` is false if it was there already. */
const SavedTo = v.object({
  id: v.string(),
  title: v.string(),
  changed: v.optional(v.boolean(), true),
})

export type SavedTo = v.InferOutput<typeof SavedTo> & {
  /** False after the spot was taken off the list. Set by `set-list` only. */
  isOn?: boolean
}

/** The response to a saved spot: the list, or null if the member has used none and has to choose. */
export interface SaveResponse extends IntentResponse {
  savedTo?: SavedTo | null | undefined
}

interface SaveCall {
  supabase: Supabase
  spotId: string
  form: FormData
  savedTo?: SavedTo | null
}

const ToggleForm = v.object({
  list: ListId,
  on: v.pipe(
    v.picklist(['true', 'false']),
    v.transform((value) => value === 'true'),
  ),
})
const NoteForm = v.object({ list: ListId, note: limitedText('list_items.note') })
const WentForm = v.object({ list: ListId, went_on: v.pipe(v.string(), v.isoDate('Please choose a day.')) })
const NewListForm = v.object({
  title: v.pipe(limitedText('lists.title'), v.nonEmpty('Please give the list a name.')),
})

/** The forms of the save button and its chooser, on the page of the spot. */
export const saveCommands: Record<string, FormCommand<SaveCall>> = {
  save: async (call) => {
    const saved = findData(await call.supabase.rpc('save_spot', { spot: call.spotId }))
    call.savedTo = saved === null ? null : v.parse(SavedTo, saved)
    return undefined
  },
  'set-list': withForm(ToggleForm, async (call, { list, on }) => {
    const { supabase, spotId } = call
    const saved = v.parse(SavedTo, takeData(await supabase.rpc('set_on_list', { spot: spotId, list, is_on: on })))
    call.savedTo = { ...saved, isOn: on }
  }),
  'new-list': withForm(NewListForm, async (call, { title }) => {
    const { supabase, spotId } = call
    call.savedTo = v.parse(SavedTo, takeData(await supabase.rpc('create_list', { title, spot: spotId })))
  }),
  'list-note': withForm(NoteForm, async ({ supabase, spotId }, { list, note }) => {
    findData(await supabase.from('list_items').update({ note }).match({ list_id: list, spot_id: spotId }))
  }),
  went: withForm(WentForm, async ({ supabase, spotId }, { list, went_on }) => {
    findData(await supabase.from('list_items').update({ went_on }).match({ list_id: list, spot_id: spotId }))
  }),
}
