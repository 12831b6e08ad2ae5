import { data } from 'react-router'
import * as v from 'valibot'
import { commentCommands, createComment } from '#app/features/comments/comment-commands.ts'
import { CommentForm } from '#app/features/comments/comment-schema.ts'
import { linkComment } from '#app/features/comments/discussion-choice.ts'
import { markKinds, markSpot } from '#app/features/lists/mark-commands.ts'
import { removalCommands } from '#app/features/reports/removal-command.ts'
import { createReport } from '#app/features/reports/report-command.ts'
import { ReportForm } from '#app/features/reports/report-schema.ts'
import { toReportSent } from '#app/features/reports/report-url.ts'
import { createLinkCommands } from '#app/features/share/link-commands.ts'
import { attemptCommand, type FormCommand, withForm } from '#app/lib/form-command.ts'
import { rejectForm } from '#app/lib/form-result.ts'
import type { IntentResponse } from '#app/lib/intent-form.ts'
import { isStorable } from '#app/lib/is-storable.ts'
import { DataError, findData, type Supabase } from '#app/lib/supabase.ts'
import { withoutBase } from '#app/platform/config/app-config.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import type { Viewer } from '#app/platform/session/viewer.ts'

const MarkForm = v.object({
  spot: v.pipe(v.string(), v.regex(/^[a-z0-9]{1,40}$/)),
  kind: v.picklist(markKinds),
  on: v.pipe(
    v.picklist(['true', 'false']),
    v.transform((text) => text === 'true'),
  ),
})

interface PostCall {
  supabase: Supabase
  viewer: Viewer
  slug: string
  form: FormData
  /** The id of the comment that was created. */
  created?: string
}

type PostCommand = FormCommand<PostCall>

const commands: Record<string, PostCommand> = {
  mark: withForm(MarkForm, ({ supabase }, { spot, kind, on }) => markSpot(supabase, { spotId: spot, kind, isOn: on })),
  comment: withForm(CommentForm, async (call, comment) => {
    const target = { post_id: await getPostId(call) }
    call.created = await createComment(call.supabase, { target, authorId: call.viewer.id, comment })
  }),
  ...commentCommands,
  ...removalCommands,
  ...createLinkCommands<PostCall>(async (call) => ({ post_id: await getPostId(call) })),
  report: withForm(ReportForm, async (call, report) => {
    const page = { post_id: await getPostId(call) }
    await createReport(call.supabase, { page, reporterId: call.viewer.id, report })
  }),
}

const FoundPost = v.nullable(v.object({ post: v.object({ id: v.string() }) }))

/**
 * Returns the id of the story. Its title, and with it its address, may have changed since the page was opened. Throws a
 * DataError if the viewer can no longer see it.
 */
async function getPostId({ supabase, slug }: PostCall): Promise<string> {
  if (isStorable(slug)) {
    const post = findData(await supabase.from('posts').select('id').eq('slug', slug).maybeSingle())
    if (post) return post.id
    const renamed = v.parse(FoundPost, findData(await supabase.rpc('post_page', { slug })))
    if (renamed) return renamed.post.id
  }
  throw new DataError({ code: 'PT404', message: GONE }, 404)
}

const GONE = 'This story was deleted, or you can no longer see it. Nothing was sent.'

/** Runs a form of a story's page. Without JavaScript it redirects back, so that a reload sends nothing twice. */
export async function runPostAction(request: Request, url: URL, call: PostCall) {
  const intent = String(call.form.get('intent') ?? '')
  const command = Object.hasOwn(commands, intent) ? commands[intent] : undefined
  if (!command)
    return data(
      { intent, rejection: rejectForm('This form is unknown. Please reload the page and try again.', call.form) },
      400,
    )
  const rejection = await attemptCommand(command, call)
  const { created } = call
  const response: IntentResponse = { intent, rejection, created }
  if (rejection) return data(response, 400)
  if (request.headers.get('sec-fetch-dest') !== 'document') return response
  if (created) return redirectTo(withoutBase(url.pathname) + linkComment(url.searchParams, created))
  const here = withoutBase(url.pathname) + url.search
  return redirectTo(intent === 'report' ? toReportSent(here) : here)
}
