import { data, href } from 'react-router'
import * as v from 'valibot'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { attemptCommand, withForm } from '#app/lib/form-command.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { pageNotFound } from '#app/platform/errors/not-found.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { requireAllowedPage } from '#app/platform/page-validation/page-validation.server.ts'
import { findViewer, getSupabase } from '#app/platform/session/session.server.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Page } from '#app/ui/layout/page.tsx'
import { PageTrail } from '../page-trail.tsx'
import type { Route } from './+types/spot-merge.ts'
import { ChooseOther } from './choose-other.tsx'
import { MergeForm } from './merge-form.tsx'
import { findMergePage, MERGED_FIELDS } from './spot-merge-page.ts'
import { UndoMerges } from './undo-merges.tsx'
import './spot-merge.css'

const SPOT_ID = /(?:\/spot\/|^)([a-z0-9]{8,24})(?:$|[/?#])/

export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireAllowedPage(context)
  if (findViewer(context)?.isModerator !== true) throw pageNotFound(url)
  const [, otherId = null] = SPOT_ID.exec(url.searchParams.get('with') ?? '') ?? []
  const page = await findMergePage(getSupabase(context), params.id, otherId)
  if (!page) throw pageNotFound(url)
  return { page, asked: url.searchParams.get('with') ?? '' }
}

const Side = v.picklist(['spot', 'other'])

/** Which spot is kept, and from which one each field comes. */
const MergeFields = v.object({
  with: v.pipe(v.string(), v.regex(/^[a-z0-9]{8,24}$/)),
  keep: Side,
  ...v.entriesFromList(MERGED_FIELDS, v.optional(Side)),
})

interface MergeCall {
  supabase: Supabase
  spotId: string
  form: FormData
}

const merge = withForm(MergeFields, async ({ supabase, spotId }: MergeCall, { with: otherId, keep, ...sides }) => {
  const [kept, merged] = keep === 'spot' ? [spotId, otherId] : [otherId, spotId]
  const taken = MERGED_FIELDS.filter((field) => sides[field] !== undefined && sides[field] !== keep)
  findData(await supabase.rpc('merge_spots', { kept_id: kept, merged_id: merged, taken }))
})

const undo = withForm(
  v.object({ undo: v.pipe(v.string(), v.digits(), v.maxLength(15), v.transform(Number)) }),
  async ({ supabase }: MergeCall, form) => {
    findData(await supabase.rpc('undo_merge', { id: form.undo }))
  },
)

export async function action({ request, params, context, url }: Route.ActionArgs) {
  if (findViewer(context)?.isModerator !== true) throw pageNotFound(url)
  const form = await request.formData()
  const isUndo = form.has('undo')
  const rejection = await attemptCommand(isUndo ? undo : merge, {
    supabase: getSupabase(context),
    spotId: params.id,
    form,
  })
  if (rejection) return data({ rejection }, { status: 400 })
  const keptId = isUndo || form.get('keep') === 'spot' ? params.id : String(form.get('with'))
  throw redirectTo(href('/spot/:id/merge', { id: keptId }))
}

export const meta: Route.MetaFunction = () => [
  { title: 'Merge two spots | Hereabouts' },
  { name: 'robots', content: 'noindex' },
]

export default function SpotMerge({ loaderData: { page, asked }, actionData }: Route.ComponentProps) {
  const error = actionData && (actionData.rejection.message ?? 'Choose which spot stays.')
  return (
    <Page className="merge-page">
      <PageTrail to={spotUrl(page.spot)} title={page.spot.title} here="Compare and merge" />
      <h1 className="title text-h1">Compare and merge</h1>
      {error && <Notice kind="bad">{error}</Notice>}
      {page.other ? (
        <MergeForm key={page.other.id} spot={page.spot} other={page.other} />
      ) : (
        <ChooseOther page={page} asked={asked} />
      )}
      <UndoMerges merges={page.merges} />
    </Page>
  )
}
