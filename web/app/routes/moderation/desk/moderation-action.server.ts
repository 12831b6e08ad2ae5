import { data } from 'react-router'
import * as v from 'valibot'
import { composeReason } from '#app/features/reports/removal-reasons.ts'
import { type MergeCall, mergeSpots, undoMerge } from '#app/features/spots/merge/merge-command.ts'
import { decideSuggestion } from '#app/features/spots/suggestions/decide-suggestion.server.ts'
import { findUnconfirmed } from '#app/lib/confirmed-form.ts'
import { attemptCommand, type FormCommand, withForm } from '#app/lib/form-command.ts'
import type { FormRejection } from '#app/lib/form-result.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import { withoutBase } from '#app/platform/config/app-config.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'

type HasChanged = (supabase: Supabase, form: FormData) => Promise<boolean>

interface Call {
  supabase: Supabase
  form: FormData
  /** Returns true if the item has changed since the moderator read it. */
  hasChanged: HasChanged | undefined
  /** Set by a command: the query of the page that the response leads to. */
  response: Record<string, string>
}

const kinds = ['spot', 'post', 'photo', 'review', 'comment', 'member', 'list'] as const
const Target = { kind: v.picklist(kinds), id: v.pipe(v.string(), v.maxLength(100)) }
const text = v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(1000, 'Use at most 1,000 characters.'))
const LogId = v.pipe(v.string(), v.digits(), v.transform(Number))

const DecisionForm = v.object({
  ...Target,
  verdict: v.picklist(['approved', 'removed', 'kept', 'restored']),
  chosen: v.optional(v.string(), ''),
  reason: text,
})
const Outcome = v.object({ log_id: v.nullable(v.number()) })

const NOTHING_REMOVED = 'Nothing was removed.'

const decide: FormCommand<Call> = withForm(
  DecisionForm,
  async ({ supabase, response }, { kind, id, verdict, chosen, reason }) => {
    const words = verdict === 'removed' ? { reason: composeReason(chosen, reason) } : {}
    note(response, verdict, takeData(await supabase.rpc('decide', { kind, id, verdict, ...words })))
  },
)

const commands: Record<string, FormCommand<Call>> = {
  decide: async (call) => {
    if (await call.hasChanged?.(call.supabase, call.form)) {
      call.response.did = 'changed'
      return undefined
    }
    const isRemoval = call.form.get('verdict') === 'removed'
    return (isRemoval && findUnconfirmed(call.form, NOTHING_REMOVED)) || decide(call)
  },
  ask: withForm(v.object({ ...Target, question: text }), async ({ supabase, response }, { kind, id, question }) => {
    note(response, 'asked', takeData(await supabase.rpc('ask_author', { kind, id, question })))
  }),
  move: withForm(v.object({ ...Target, to: v.string() }), async ({ supabase, response }, { kind, id, to }) => {
    note(response, 'moved', takeData(await supabase.rpc('move_reported', { kind, id, to_spot: to })))
  }),
  merge: async ({ supabase, form, response }) => {
    const call: MergeCall = { supabase, spotId: String(form.get('spot')), form }
    const rejection = await mergeSpots(call)
    response.did = 'merged'
    response.log = String(call.merge)
    return rejection
  },
  'undo-merge': withForm(v.object({ log: LogId }), async ({ supabase, response }, { log }) => {
    await undoMerge(supabase, log)
    response.did = 'undone'
  }),
  suggestion: async ({ supabase, form, response }) => {
    const suggestionId = Number(form.get('suggestion'))
    const rejection = await decideSuggestion({ supabase, spotId: String(form.get('spot') ?? ''), suggestionId, form })
    response.did = 'noted'
    if (form.get('rest') === 'accept') response.did = 'accepted'
    if (form.get('rest') === 'decline' || form.get('decline') === 'duplicate') response.did = 'declined'
    return rejection
  },
  undo: withForm(v.object({ log: LogId }), async ({ supabase, response }, { log }) => {
    findData(await supabase.rpc('undo_decision', { log_id: log }))
    response.did = 'undone'
  }),
  'restore-all': withForm(v.object({ log: LogId }), async ({ supabase, response }, { log }) => {
    findData(await supabase.rpc('restore_contributions', { log_id: log }))
    response.did = 'restored'
  }),
  member: withForm(
    v.object({
      member: v.pipe(v.string(), v.uuid()),
      act: v.string(),
      reason: text,
      until: v.optional(v.string(), ''),
    }),
    async ({ supabase, response }, { member, act, reason, until }) => {
      const day = /^\d{4}-\d\d-\d\d$/.test(until) ? { until: `${until}T00:00:00Z` } : {}
      note(response, act, takeData(await supabase.rpc('moderate_member', { member, action: act, reason, ...day })))
    },
  ),
  'remove-all': async (call) => {
    const { supabase, form, response } = call
    const items = form.getAll('item').map(String)
    const unconfirmed = findUnconfirmed(form, NOTHING_REMOVED)
    // Without JavaScript the page comes back, with the same items selected.
    if (unconfirmed) return { ...unconfirmed, values: { ...unconfirmed.values, items: items.join(' ') } }
    const member = String(form.get('member') ?? '')
    const outcome = takeData(
      await supabase.rpc('remove_contributions', {
        member,
        items: form.has('all') ? undefined : items,
        reason: String(form.get('reason') ?? '').trim() || 'Spam',
        with_ban: form.has('ban'),
      }),
    )
    note(response, 'removed-all', outcome)
    return undefined
  },
  resend: withForm(v.object({ delivery: LogId }), async ({ supabase, response }, { delivery }) => {
    findData(await supabase.rpc('resend_webhook_delivery', { id: delivery }))
    response.did = 'resent'
  }),
}

/** The result of a rejected form of the moderation screens. */
export interface ModerationRejection {
  intent: string
  rejection: FormRejection
}

/**
 * Handles the forms of the moderation screens. A decision redirects to the next item. The query describes the
 * decision and how to undo it, so that this also works without JavaScript.
 */
export async function runModerationAction(request: Request, url: URL, supabase: Supabase, hasChanged?: HasChanged) {
  const form = await request.formData()
  const intent = String(form.get('intent') ?? '')
  const command = Object.hasOwn(commands, intent) ? commands[intent] : undefined
  const call: Call = { supabase, form, hasChanged, response: {} }
  if (!command) return redirectTo(withoutBase(url.pathname))
  const rejection = await attemptCommand(command, call)
  if (rejection) return data<ModerationRejection>({ intent, rejection }, { status: 400 })
  return redirectTo(toResponse(url, form, call.response), { redirectCode: 303 })
}

/**
 * Adds the result to the query of the response. A decision without a log entry was made by another moderator, as the page
 * of the item shows.
 */
function note(response: Record<string, string>, did: string, outcome: unknown): void {
  const { log_id } = v.parse(Outcome, outcome)
  response.did = log_id === null ? 'late' : did
  if (log_id !== null) response.log = String(log_id)
}

/** Returns the URL after a form: the next item, or the same one while more is to be decided or read. */
function toResponse(url: URL, form: FormData, response: Record<string, string>): string {
  const search = new URLSearchParams()
  for (const key of ['q', 'filter', 'member', 'action', 'actor', 'month']) {
    const value = url.searchParams.get(key)
    if (value) search.set(key, value)
  }
  const staysOpen = ['late', 'noted', 'changed'].includes(response.did ?? '')
  const next = form.get(staysOpen ? 'item' : 'next')
  if (typeof next === 'string' && /^\d+$/.test(next)) search.set('item', next)
  for (const [key, value] of Object.entries(response)) search.set(key, value)
  return `${withoutBase(url.pathname)}?${search}`
}
