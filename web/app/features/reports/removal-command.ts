import * as v from 'valibot'
import { findUnconfirmed } from '#app/lib/confirmed-form.ts'
import { type FormCommand, withForm } from '#app/lib/form-command.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import { composeReason } from './removal-reasons.ts'

interface RemovalCall {
  supabase: Supabase
  form: FormData
}

const Target = { kind: v.picklist(['photo', 'review', 'comment']), id: v.pipe(v.string(), v.uuid()) }

const RemovalForm = v.object({
  ...Target,
  chosen: v.optional(v.string(), ''),
  reason: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(1000, 'Use at most 1,000 characters.')),
})

const removeContent: FormCommand<RemovalCall> = withForm(
  RemovalForm,
  async ({ supabase }, { kind, id, chosen, reason }) => {
    takeData(await supabase.rpc('decide', { kind, id, verdict: 'removed', reason: composeReason(chosen, reason) }))
  },
)

/**
 * Removes content of a page as a moderator. The author sees the reason, and the log offers to restore it for 30 days.
 */
export const removalCommands: Record<string, FormCommand<RemovalCall>> = {
  'remove-content': async (call) => findUnconfirmed(call.form, 'Nothing was removed.') ?? removeContent(call),
  'undo-removal': withForm(v.object(Target), async ({ supabase }, target) => {
    findData(await supabase.rpc('undo_removal', target))
  }),
}
