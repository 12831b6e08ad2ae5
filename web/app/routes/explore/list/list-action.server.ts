import { data, href } from 'react-router'
import { listUrl } from '#app/features/lists/list-url.ts'
import { markSpot } from '#app/features/lists/mark-commands.ts'
import { createReport } from '#app/features/reports/report-command.ts'
import { ReportForm } from '#app/features/reports/report-schema.ts'
import { toReportSent } from '#app/features/reports/report-url.ts'
import { createLinkCommands } from '#app/features/share/link-commands.ts'
import { attemptCommand, type FormCommand, withForm } from '#app/lib/form-command.ts'
import type { IntentResponse } from '#app/lib/intent-form.ts'
import { DataError, findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import { withoutBase } from '#app/platform/config/app-config.ts'
import { SIGN_UP_PATH } from '#app/platform/guard/guard.ts'
import { rememberReturnTarget } from '#app/platform/guard/return-target.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import type { Viewer } from '#app/platform/session/viewer.ts'
import {
  AddForm,
  BeenForm,
  CoverForm,
  DetailsForm,
  InviteForm,
  JoinForm,
  MoveForm,
  NoteForm,
  RowForm,
  SpotForm,
} from './list-forms.ts'
import { LEFT_OUT_PARAMETER } from './list-search.ts'

interface ListCall {
  supabase: Supabase
  viewer: Viewer
  list: string
  linkSecret: string | null
  form: FormData
  /** The additional result: the token of a new invitation, or a path to redirect to. */
  made: { token?: string; to?: string }
}

/** The response of the action: besides the outcome, the token of a new invitation. */
export interface ListResponse extends IntentResponse {
  token?: string | undefined
}

/** Rejects a text that was saved nowhere. The page would otherwise load again, and what was typed would be lost. */
function requireSaved(rows: unknown[], message: string): void {
  if (rows.length === 0) throw new DataError({ code: 'PT404', message }, 404)
}

const commands: Record<string, FormCommand<ListCall>> = {
  been: withForm(BeenForm, ({ supabase }, { spot, on }) =>
    markSpot(supabase, { spotId: spot, kind: 'been', isOn: on }),
  ),
  add: withForm(AddForm, async ({ supabase, list }, { spot, note, place }) => {
    const where = place === undefined ? {} : { place }
    findData(await supabase.rpc('set_on_list', { spot, list, is_on: true, note, ...where }))
  }),
  remove: withForm(SpotForm, async ({ supabase, list }, { spot }) => {
    findData(await supabase.rpc('set_on_list', { spot, list, is_on: false }))
  }),
  move: withForm(MoveForm, async ({ supabase, list }, { spot, after }) => {
    findData(await supabase.rpc('move_list_item', { list, spot, ...(after && { after_spot: after }) }))
  }),
  note: withForm(NoteForm, async ({ supabase, list }, { spot, note }) => {
    const place = { list_id: list, spot_id: spot }
    const saved = takeData(await supabase.from('list_items').update({ note }).match(place).select('spot_id'))
    requireSaved(saved, 'Not saved. The list was deleted, or this spot was removed from it. Copy your note to keep it.')
  }),
  cover: withForm(CoverForm, async ({ supabase, list }, { cover }) => {
    findData(await supabase.rpc('set_list_cover', { list, ...(cover && { spot: cover }) }))
  }),
  details: withForm(DetailsForm, async ({ supabase, list }, details) => {
    const saved = takeData(await supabase.from('lists').update(details).eq('id', list).select('id'))
    requireSaved(saved, 'Not saved. The list was deleted, or you may no longer edit it. Copy your text to keep it.')
  }),
  invite: withForm(InviteForm, async ({ supabase, list, made }, { role }) => {
    const invitation = takeData(await supabase.rpc('invite_to_list', { list, role })) as { token: string }
    made.token = invitation.token
  }),
  revoke: withForm(RowForm, async ({ supabase }, { id }) => {
    const revoked = { revoked_at: new Date().toISOString() }
    findData(await supabase.from('list_invitations').update(revoked).eq('id', id))
  }),
  'remove-member': withForm(RowForm, async ({ supabase, list }, { id }) => {
    findData(await supabase.from('list_members').delete().match({ list_id: list, member_id: id }))
  }),
  ...createLinkCommands<ListCall>(({ list }) => ({ list_id: list })),
  leave: async ({ supabase, viewer, list, made }) => {
    findData(await supabase.from('list_members').delete().match({ list_id: list, member_id: viewer.id }))
    made.to = `${href('/account')}#lists`
    return undefined
  },
  join: withForm(JoinForm, async ({ supabase, list, made }, { invite }) => {
    takeData(await supabase.rpc('join_list', { token: invite }))
    made.to = listUrl(list)
  }),
  copy: async ({ supabase, list, linkSecret, made }) => {
    const secret = linkSecret ? { link_secret: linkSecret } : {}
    const copy = takeData(await supabase.rpc('copy_list', { list, ...secret })) as { id: string; left_out: number }
    const leftOut = copy.left_out > 0 ? `&${new URLSearchParams({ [LEFT_OUT_PARAMETER]: String(copy.left_out) })}` : ''
    made.to = listUrl(copy.id) + leftOut
    return undefined
  },
  report: withForm(ReportForm, ({ supabase, viewer, list }, report) =>
    createReport(supabase, { page: { list_id: list }, reporterId: viewer.id, report }),
  ),
  delete: async ({ supabase, list, made }) => {
    findData(await supabase.rpc('delete_list', { list }))
    made.to = `${href('/account')}?${new URLSearchParams({ deleted: list })}#lists`
    return undefined
  },
}

/**
 * Runs a form of a list's page. Visitors are sent to sign up and come back to the list. Without JavaScript it redirects
 * back, so that a reload sends nothing twice; the link of a new invitation is shown at once, because it is not stored.
 */
export async function runListAction(request: Request, url: URL, supabase: Supabase, viewer: Viewer | null) {
  const form = await request.formData()
  const here = withoutBase(url.pathname) + url.search
  const intent = String(form.get('intent') ?? '')
  if (!viewer) {
    // When registration requires an invitation, an invitation to a list may allow its recipient to sign up.
    const query =
      intent === 'join' ? `?${new URLSearchParams({ invitation: String(form.get('invite') ?? '').slice(0, 100) })}` : ''
    return redirectTo(SIGN_UP_PATH + query, { headers: { 'set-cookie': rememberReturnTarget(here) } })
  }
  const command = Object.hasOwn(commands, intent) ? commands[intent] : undefined
  if (!command) return redirectTo(here)
  const [list, linkSecret] = [url.searchParams.get('list') ?? '', url.searchParams.get('link')]
  const call: ListCall = { supabase, viewer, list, linkSecret, form, made: {} }
  const rejection = await attemptCommand(command, call)
  const response: ListResponse = { intent, rejection, token: call.made.token }
  if (rejection) return data(response, { status: 400 })
  if (call.made.to) return redirectTo(call.made.to)
  if (request.headers.get('sec-fetch-dest') === 'document' && !response.token)
    return redirectTo(intent === 'report' ? toReportSent(listUrl(list, linkSecret)) : here)
  return response
}
