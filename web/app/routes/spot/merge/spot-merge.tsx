import { data, href } from 'react-router'
import * as v from 'valibot'
import { ChooseOther } from '#app/features/spots/merge/choose-other.tsx'
import { mergeSpots, undoMerge } from '#app/features/spots/merge/merge-command.ts'
import { MergeForm } from '#app/features/spots/merge/merge-form.tsx'
import { findMergePage, findSpotId } from '#app/features/spots/merge/merge-page.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { attemptCommand, withForm } from '#app/lib/form-command.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { pageNotFound } from '#app/platform/errors/page/not-found.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { requireAllowedPage } from '#app/platform/page-validation/page-validation.server.ts'
import { findViewer, getSupabase } from '#app/platform/session/session.server.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Page } from '#app/ui/layout/page.tsx'
import { PageTrail } from '../page-trail.tsx'
import type { Route } from './+types/spot-merge.ts'
import { UndoMerges } from './undo-merges.tsx'
import './spot-merge.css'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireAllowedPage(context)
  if (findViewer(context)?.isModerator !== true) throw pageNotFound(url)
  const otherId = findSpotId(url.searchParams.get('with') ?? '')
  const page = await findMergePage(getSupabase(context), params.id, otherId)
  if (!page) throw pageNotFound(url)
  return { page }
}

const undo = withForm(
  v.object({ undo: v.pipe(v.string(), v.digits(), v.maxLength(15), v.transform(Number)) }),
  ({ supabase }: { supabase: Supabase; form: FormData }, form) => undoMerge(supabase, form.undo),
)

export async function action({ request, params, context, url }: Route.ActionArgs) {
  if (findViewer(context)?.isModerator !== true) throw pageNotFound(url)
  const form = await request.formData()
  const isUndo = form.has('undo')
  const call = { supabase: getSupabase(context), spotId: params.id, form }
  const rejection = await (isUndo ? attemptCommand(undo, call) : attemptCommand(mergeSpots, call))
  if (rejection) return data({ rejection }, { status: 400 })
  const keptId = isUndo || form.get('keep') === 'spot' ? params.id : String(form.get('with'))
  throw redirectTo(href('/spot/:id/merge', { id: keptId }))
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Merge two spots') },
  { name: 'robots', content: 'noindex' },
]

export default function SpotMerge({ loaderData: { page }, actionData }: Route.ComponentProps) {
  const error = actionData && (actionData.rejection.message ?? 'Choose which spot stays.')
  return (
    <Page className="merge-page">
      <PageTrail to={spotUrl(page.spot)} title={page.spot.title} here="Compare and merge" />
      <h1 className="title text-h1">Compare and merge</h1>
      {error && <Notice kind="bad">{error}</Notice>}
      {page.other ? (
        <MergeForm key={page.other.id} spot={page.spot} other={page.other} />
      ) : (
        <ChooseOther page={page} name="with" />
      )}
      <UndoMerges merges={page.merges} />
    </Page>
  )
}
