import { getMemberName } from '#app/features/account/members/member-name.ts'
import { listSuggestions } from '#app/features/search/suggest-query.ts'
import { columnsOf } from '#app/features/spots/differences/spot-changes.ts'
import type { Json } from '#app/lib/database.types.ts'
import { withForm } from '#app/lib/form-command.ts'
import { type FormRejection, rejectField, rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { DataError, findData, type Supabase } from '#app/lib/supabase.ts'
import { findSpotChanges } from '../edit/edit-spot.ts'
import { findHistoryPage } from '../history/spot-history-page.ts'
import { findSpotPage } from '../spot-page.ts'
import {
  ClosedForm,
  DuplicateForm,
  listOutdatedFields,
  MovedForm,
  pickSeen,
  type SeenSpot,
  type SuggestedField,
  SuggestForm,
  toSeenSpot,
} from './suggest-fields.ts'

interface SuggestCall {
  supabase: Supabase
  spotId: string
  linkSecret: string | null
  form: FormData
}

/** A change of a field that another member saved while this one was writing. */
export interface LateChange {
  field: SuggestedField
  name: string
  at: string
}

export interface SuggestResponse {
  rejection: FormRejection
  /** The current spot and the changes since, if it changed in the meantime. */
  late?: { now: SeenSpot; changes: LateChange[] }
}

type SendArguments = { wanted?: Json; seen?: Json; kind?: 'closed' | 'moved' | 'duplicate'; duplicate_of?: string }

async function send({ supabase, spotId, linkSecret }: SuggestCall, reason: string, sent: SendArguments): Promise<void> {
  const link = linkSecret === null ? {} : { link_secret: linkSecret }
  findData(await supabase.rpc('send_suggestion', { spot_id: spotId, reason, ...sent, ...link }))
}

/** Sends the changes in the form. If the spot changed in the meantime, returns both versions. */
export async function sendEdit(call: SuggestCall): Promise<SuggestResponse | undefined> {
  const parsed = parseForm(SuggestForm, call.form)
  if (!parsed.accepted) return { rejection: parsed.rejection }
  const page = await findSpotPage(call.supabase, call.spotId, call.linkSecret)
  if (!page) return { rejection: rejectForm('This spot is no longer shown.', call.form) }
  const { seen, reason, ...input } = parsed.value
  const { visibility, precision } = page.spot
  const wanted = findSpotChanges(
    { spot: { ...page.spot, ...seen }, exact_point: null },
    { ...input, visibility, precision },
  )
  if (Object.keys(wanted).length === 0) return { rejection: rejectForm('Change something first.', call.form) }
  const now = toSeenSpot(page.spot)
  const outdated = listOutdatedFields(seen, now, wanted)
  if (outdated.length === 0) {
    try {
      await send(call, reason, { wanted, seen: pickSeen(seen, wanted) })
      return undefined
    } catch (error) {
      if (!(error instanceof DataError && error.code === 'PT409')) throw error
    }
  }
  const changes = await nameLateChanges(call, outdated)
  return { rejection: rejectForm('The spot changed while you were writing.', call.form), late: { now, changes } }
}

async function nameLateChanges({ supabase, spotId, linkSecret }: SuggestCall, fields: SuggestedField[]) {
  const history = await findHistoryPage(supabase, { id: spotId, linkSecret, before: null })
  return fields.map((field): LateChange => {
    const change = history?.changes.find(({ changes }) => columnsOf(field).some((column) => column in changes))
    return { field, name: getMemberName(change?.author ?? null), at: change?.created_at ?? '' }
  })
}

/** Suggests that the spot is closed for good. */
export const sendClosed = withForm(ClosedForm, (call: SuggestCall, { reason }) =>
  send(call, reason, { kind: 'closed', wanted: { status: 'closed' } }),
)

/** Suggests the place that the spot has moved to. */
export const sendMoved = withForm(MovedForm, (call: SuggestCall, { position, address, reason }) =>
  send(call, reason, { kind: 'moved', wanted: { ...position, ...(address && { address }) } }),
)

/** Reports another spot that shows the same place. */
export async function sendDuplicate(call: SuggestCall): Promise<FormRejection | undefined> {
  const parsed = parseForm(DuplicateForm, call.form)
  if (!parsed.accepted) return parsed.rejection
  const { other, reason } = parsed.value
  const found = await findOther(call, other)
  if (typeof found !== 'string') return rejectField('other', found.problem, call.form)
  await send(call, reason, { kind: 'duplicate', duplicate_of: found })
  return undefined
}

const SPOT_LINK = /\/spot\/([a-z0-9]{8,24})(?:$|[/?#])/
const SPOT_ID = /^[a-z0-9]{8,24}$/

/** Returns the id in a pasted link, that of the only spot with this name, or a pasted id. */
async function findOther({ supabase, spotId }: SuggestCall, typed: string): Promise<string | { problem: string }> {
  const [, linked] = SPOT_LINK.exec(typed) ?? []
  if (linked !== undefined) return linked
  const suggestions = await listSuggestions(supabase, typed)
  const ids = suggestions.flatMap((suggestion) =>
    suggestion.type === 'spot' && suggestion.id !== spotId ? [suggestion.id] : [],
  )
  const namesakes = suggestions.flatMap((found) =>
    found.type === 'spot' && found.id !== spotId && found.title === typed.trim() ? [found.id] : [],
  )
  // A name typed in full is not ambiguous because others resemble it.
  if (namesakes.length === 1 && namesakes[0] !== undefined) return namesakes[0]
  const [only] = ids
  if (only !== undefined && ids.length === 1) return only
  // A name of one word, such as "colosseum", looks like an id.
  if (only === undefined && SPOT_ID.test(typed)) return typed
  return {
    problem:
      only === undefined
        ? 'No spot has this name. Paste its link.'
        : 'Several spots match. Paste the link of the one you mean.',
  }
}
