import { data, href } from 'react-router'
import * as v from 'valibot'
import { createComment, deleteComment } from '#app/features/comments/comment-commands.ts'
import { CommentForm } from '#app/features/comments/comment-schema.ts'
import { markSpot } from '#app/features/lists/mark-commands.ts'
import { PhotoError } from '#app/features/media/photo-error.ts'
import type { PhotoFolder } from '#app/features/media/photo-folder.server.ts'
import { deleteReview, saveReview } from '#app/features/reviews/review-commands.ts'
import { ReviewForm } from '#app/features/reviews/review-schema.ts'
import { describeDataError } from '#app/lib/describe-data-error.ts'
import { attemptCommand, type FormCommand, withForm } from '#app/lib/form-command.ts'
import type { IntentReply } from '#app/lib/intent-form.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { withoutBase } from '#app/platform/config/app-config.ts'
import { SIGN_UP_PATH } from '#app/platform/guard/guard.ts'
import { rememberReturnTarget } from '#app/platform/guard/return-target.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import type { Viewer } from '#app/platform/session/viewer.ts'
import { addSpotPhoto } from './add-spot-photo.server.ts'
import { MarkForm, RemovalForm, ReportForm, RowForm } from './spot-forms.ts'

interface SpotCall {
  supabase: Supabase
  photoFolder: PhotoFolder
  viewer: Viewer
  spotId: string
  form: FormData
}

type SpotCommand = FormCommand<SpotCall>

const commands: Record<string, SpotCommand> = {
  mark: withForm(MarkForm, ({ supabase, spotId }, { kind, on }) => markSpot(supabase, { spotId, kind, isOn: on })),
  review: withForm(ReviewForm, ({ supabase, viewer, spotId }, review) =>
    saveReview(supabase, { spotId, authorId: viewer.id, review }),
  ),
  'delete-review': withForm(RowForm, ({ supabase }, { id }) => deleteReview(supabase, id)),
  comment: withForm(CommentForm, ({ supabase, viewer, spotId }, comment) =>
    createComment(supabase, { target: { spot_id: spotId }, authorId: viewer.id, comment }),
  ),
  'delete-comment': withForm(RowForm, ({ supabase }, { id }) => deleteComment(supabase, id)),
  report: withForm(ReportForm, async ({ supabase, viewer, spotId }, report) => {
    findData(await supabase.from('reports').insert({ ...report, spot_id: spotId, reporter_id: viewer.id }))
  }),
  remove: withForm(RemovalForm, async ({ supabase, spotId }, { reason }) => {
    findData(await supabase.rpc('remove_spot', { id: spotId, reason }))
  }),
  restore: withForm(v.object({ revision: v.pipe(v.string(), v.digits(), v.transform(Number)) }), async (call, form) => {
    findData(await call.supabase.rpc('restore_revision', { id: form.revision }))
  }),
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
  comment: '#comments',
  'delete-comment': '#comments',
}

/**
 * Runs a form of the page as the signed-in member. Visitors are sent to sign up and come back afterwards. Without
 * JavaScript it redirects back, so that a reload sends nothing twice.
 */
export async function runSpotAction(request: Request, url: URL, call: Omit<SpotCall, 'viewer'>, viewer: Viewer | null) {
  const { form } = call
  const intent = String(form.get('intent') ?? '')
  if (!viewer) return sendToJoin(url, form)
  const command = Object.hasOwn(commands, intent) ? commands[intent] : undefined
  if (!command) return redirectTo(toHere(url, form.get('then')))
  const rejection = await attemptCommand(command, { ...call, viewer }, describeSpotError)
  const reply: IntentReply = { intent, rejection }
  if (rejection) return data(reply, { status: 400 })
  if (intent === 'delete') return redirectTo(href('/account'))
  if (request.headers.get('sec-fetch-dest') === 'document')
    return redirectTo(toHere(url) + (RETURN_HASHES[intent] ?? ''))
  return reply
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

function sendToJoin(url: URL, form: FormData): Response {
  return redirectTo(SIGN_UP_PATH, { headers: { 'set-cookie': rememberReturnTarget(toHere(url, form.get('then'))) } })
}

/** Returns the URL of this page, with its link secret and the requested dialog. */
function toHere(url: URL, dialog: FormDataEntryValue | null = null): string {
  const search = new URLSearchParams()
  const link = url.searchParams.get('link')
  if (link) search.set('link', link)
  if (typeof dialog === 'string' && /^[a-z]+$/.test(dialog)) search.set('do', dialog)
  return `${withoutBase(url.pathname)}${search.size > 0 ? `?${search}` : ''}`
}
