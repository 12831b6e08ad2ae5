import * as v from 'valibot'
import {
  type ChangedField,
  columnsOf,
  FIELD_LABELS,
  listChangedFields,
} from '#app/features/spots/differences/spot-changes.ts'
import type { Json } from '#app/lib/database.types.ts'
import { describeDataError } from '#app/lib/describe-data-error.ts'
import { type FormRejection, rejectForm } from '#app/lib/form-result.ts'
import { limitedText } from '#app/lib/limited-text.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { findSuggestionsPage, type Suggestion } from './suggestions-page.ts'

const Verdict = v.picklist(['accept', 'decline'])
const Field = v.picklist([...Object.keys(FIELD_LABELS), 'duplicate'])

/** One button of the form: a decision on one field, on the rest, or on an earlier decision. */
const DecisionForm = v.object({
  accept: v.optional(Field),
  decline: v.optional(Field),
  undo: v.optional(Field),
  rest: v.optional(Verdict),
  withdraw: v.optional(v.literal('1')),
  seen: v.pipe(v.optional(v.string(), '{}'), v.parseJson(), v.record(v.string(), v.unknown())),
  answer: limitedText('suggestions.answer'),
})

type Decided = v.InferOutput<typeof DecisionForm>

interface DecideCall {
  supabase: Supabase
  spotId: string
  suggestionId: number
  form: FormData
}

/** Runs the button that was pressed. Returns the error, if any. */
export async function decideSuggestion(call: DecideCall): Promise<FormRejection | undefined> {
  const parsed = parseForm(DecisionForm, call.form)
  if (!parsed.accepted) return { ...parsed.rejection, message: 'This decision is incomplete. Please try again.' }
  try {
    await runDecision(call, parsed.value)
    return undefined
  } catch (error) {
    const sentence = describeDataError(error)
    if (sentence === undefined) throw error
    return rejectForm(sentence, call.form)
  }
}

async function runDecision({ supabase, spotId, suggestionId }: DecideCall, decided: Decided): Promise<void> {
  if (decided.withdraw) {
    findData(await supabase.from('suggestions').delete().eq('id', suggestionId))
    return
  }
  const page = await findSuggestionsPage(supabase, spotId, suggestionId)
  const suggestion = page?.suggestions.find(({ id }) => id === suggestionId)
  const verdicts = suggestion ? toVerdicts(suggestion, decided) : {}
  const call = { id: suggestionId, verdicts, seen: decided.seen as Json, answer: decided.answer }
  findData(await supabase.rpc('decide_suggestion', call))
}

function toVerdicts(suggestion: Suggestion, { accept, decline, undo, rest }: Decided): Record<string, string | null> {
  if (suggestion.kind === 'duplicate') return { duplicate: 'decline' }
  const given: [string | undefined, string | null][] = [
    [accept, 'accept'],
    [decline, 'decline'],
    [undo, null],
  ]
  const open = rest ? listChangedFields(suggestion.changes).filter((field) => !isDecided(suggestion, field)) : []
  const entries = [
    ...given.flatMap(([field, verdict]) => (field === undefined ? [] : [[field as ChangedField, verdict] as const])),
    ...open.map((field) => [field, rest ?? null] as const),
  ]
  return Object.fromEntries(
    entries.flatMap(([field, verdict]) =>
      columnsOf(field)
        .filter((column) => column in suggestion.changes)
        .map((column) => [column, verdict]),
    ),
  )
}

function isDecided({ decisions }: Suggestion, field: ChangedField): boolean {
  return columnsOf(field).some((column) => column in decisions)
}
