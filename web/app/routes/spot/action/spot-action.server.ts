import { data, href } from 'react-router'
import { commentCommands, createComment } from '#app/features/comments/comment-commands.ts'
import { CommentForm } from '#app/features/comments/comment-schema.ts'
import { linkComment } from '#app/features/comments/discussion-choice.ts'
import { markSpot } from '#app/features/lists/mark-commands.ts'
import { rememberSave } from '#app/features/lists/remembered-save.server.ts'
import { type SavedTo, type SaveResponse, saveCommands } from '#app/features/lists/save-commands.ts'
import { PhotoError } from '#app/features/media/photo-error.ts'
import type { PhotoFolder } from '#app/features/media/photo-folder.server.ts'
import { removalCommands } from '#app/features/reports/removal-command.ts'
import { createReport } from '#app/features/reports/report-command.ts'
import { ReportForm } from '#app/features/reports/report-schema.ts'
import { toReportSent } from '#app/features/reports/report-url.ts'
import { deleteReview, restoreReview } from '#app/features/reviews/review-commands.ts'
import { createLinkCommands } from '#app/features/share/link-commands.ts'
import { describeDataError } from '#app/lib/describe-data-error.ts'
import { attemptCommand, type FormCommand, withForm } from '#app/lib/form-command.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { withoutBase } from '#app/platform/config/app-config.ts'
import { SIGN_UP_PATH } from '#app/platform/guard/guard.ts'
import { rememberReturnTarget } from '#app/platform/guard/return-target.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import type { Viewer } from '#app/platform/session/viewer.ts'
import { addSpotPhoto } from './add-spot-photo.server.ts'
import { saveReviewForm } from './save-review.server.ts'
import { MarkForm, RemovalForm, RowForm } from './spot-forms.ts'

interface SpotCall {
  supabase: Supabase
  photoFolder: PhotoFolder
  viewer: Viewer
  spotId: string
  form: FormData
  /** Set by commands that save the spot; null if the member has to choose a list. */
  savedTo?: SavedTo | null
  /** The id of the comment that was created. */
  created?: string
}

type SpotCommand = FormCommand<SpotCall>

const commands: Record<string, SpotCommand> = {
  ...saveCommands,
  mark: withForm(MarkForm, ({ supabase, spotId }, { kind, on }) => markSpot(supabase, { spotId, kind, isOn: on })),
  ...commentCommands,
  ...removalCommands,
  review: saveReviewForm,
  'delete-review': withForm(RowForm, ({ supabase }, { id }) => deleteReview(supabase, id)),
  'restore-review': withForm(RowForm, ({ supabase }, { id }) => restoreReview(supabase, id)),
  comment: withForm(CommentForm, async (call, comment) => {
    const { supabase, viewer, spotId } = call
    call.created = await createComment(supabase, { target: { spot_id: spotId }, authorId: viewer.id, comment })
  }),
  report: withForm(ReportForm, ({ supabase, viewer, spotId }, report) =>
    createReport(supabase, { page: { spot_id: spotId }, reporterId: viewer.id, report }),
  ),
  remove: withForm(RemovalForm, async ({ supabase, spotId }, { reason }) => {
    findData(await supabase.rpc('remove_spot', { id: spotId, reason }))
  }),
  ...createLinkCommands<SpotCall>(({ spotId }) => ({ spot_id: spotId })),
  photo: addSpotPhoto,
  confirm: plain(({ supabase, spotId }) => supabase.rpc('confirm_spot', { id: spotId })),
  close: plain(({ supabase, spotId }) => supabase.rpc('close_spot', { id: spotId })),
  reopen: plain(({ supabase, spotId }) => supabase.rpc('close_spot', { id: spotId, is_closed: false })),
  approve: plain(({ supabase, spotId }) => supabase.rpc('approve_spot', { id: spotId })),
  delete: plain(({ supabase, spotId }) => supabase.rpc('delete_spot', { id: spotId })),
}

/** The part of the page that a form without JavaScript returns to. */
const RETURN_HASHES: Record<string, string> = {
  review: '#reviews',
  'delete-review': '#reviews',
  'delete-comment': '#comments',
  'edit-comment': '#comments',
}

/**
 * Runs a form of the page as the signed-in member. Visitors are sent to sign up and come back afterwards. Without
 * JavaScript it redirects back, so that a reload sends nothing twice.
 */
export async function runSpotAction(request: Request, url: URL, call: Omit<SpotCall, 'viewer'>, viewer: Viewer | null) {
  const { form } = call
  const intent = String(form.get('intent') ?? '')
  if (!viewer) return sendToJoin(url, form, call.spotId)
  const command = Object.hasOwn(commands, intent) ? commands[intent] : undefined
  if (!command) return redirectTo(toHere(url, form.get('then')))
  const spotCall: SpotCall = { ...call, viewer }
  const rejection = await attemptCommand(command, spotCall, describeSpotError)
  const { savedTo, created } = spotCall
  const response: SaveResponse = { intent, rejection, savedTo, created }
  if (rejection) return data(response, { status: 400 })
  if (intent === 'delete') return redirectTo(href('/account'))
  if (request.headers.get('sec-fetch-dest') !== 'document') return response
  if (savedTo === null) return redirectTo(`${withoutBase(url.pathname)}?${withSave(url)}`)
  if (intent === 'report') return redirectTo(toReportSent(toHere(url)))
  if (created) return redirectTo(withoutBase(url.pathname) + linkComment(keepSearch(url), created))
  return redirectTo(toHere(url) + (RETURN_HASHES[intent] ?? ''))
}

function describeSpotError(error: unknown): string | undefined {
  return error instanceof PhotoError ? error.message : describeDataError(error)
}

function plain(run: (call: SpotCall) => PromiseLike<Parameters<typeof findData>[0]>): SpotCommand {
  return async (call) => {
    findData(await run(call))
    return undefined
  }
}

function sendToJoin(url: URL, form: FormData, spotId: string): Response {
  const headers = new Headers({ 'set-cookie': rememberReturnTarget(toHere(url, form.get('then'))) })
  const isSave = form.get('intent') === 'mark' && form.get('kind') === 'want' && form.get('on') === 'true'
  if (isSave) headers.append('set-cookie', rememberSave(spotId))
  return redirectTo(SIGN_UP_PATH, { headers })
}

/** Returns the query of this page with the chooser of lists. */
function withSave(url: URL): URLSearchParams {
  const search = new URLSearchParams(url.searchParams)
  search.set('save', '1')
  return search
}

/** Returns the URL of this page, with its link secret and the requested dialog. */
function toHere(url: URL, dialog: FormDataEntryValue | null = null): string {
  const search = keepSearch(url)
  if (typeof dialog === 'string' && /^[a-z]+$/.test(dialog)) search.set('do', dialog)
  return `${withoutBase(url.pathname)}${search.size > 0 ? `?${search}` : ''}`
}

/** Returns the parameters that stay in the URL after a form without JavaScript. */
function keepSearch(url: URL): URLSearchParams {
  const search = new URLSearchParams()
  const link = url.searchParams.get('link')
  if (link) search.set('link', link)
  if (url.searchParams.get('save') === '1') search.set('save', '1')
  return search
}
