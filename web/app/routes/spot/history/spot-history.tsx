import { data, href } from 'react-router'
import * as v from 'valibot'
import { listSpotDifferences, readMove } from '#app/features/spots/differences/spot-differences.server.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { attemptCommand, withForm } from '#app/lib/form-command.ts'
import { formatMonth } from '#app/lib/format/dates.ts'
import { capitalize, writeNumber } from '#app/lib/format/number-words.ts'
import { pickPlural } from '#app/lib/format/numbers.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { pageNotFound } from '#app/platform/errors/page/not-found.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { requireAllowedPage } from '#app/platform/page-validation/page-validation.server.ts'
import { findViewer, getSupabase } from '#app/platform/session/session.server.ts'
import { Page } from '#app/ui/layout/page.tsx'
import { PageTrail } from '../page-trail.tsx'
import type { Route } from './+types/spot-history.ts'
import { HistoryList } from './history-list.tsx'
import { RevisionView } from './revision-view.tsx'
import { findHistoryPage, type HistoryPage, type Revision } from './spot-history-page.ts'
import './spot-history.css'

const RowNumber = v.pipe(v.string(), v.digits(), v.maxLength(15), v.transform(Number))

export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireAllowedPage(context)
  const { searchParams } = url
  const query = { id: params.id, linkSecret: searchParams.get('link'), before: readNumber(searchParams.get('before')) }
  const page = await findHistoryPage(getSupabase(context), query)
  if (!page) throw pageNotFound(url)
  const wanted = readNumber(searchParams.get('change'))
  const revision = page.changes.find(({ id }) => id === wanted) ?? page.changes[0]
  const differences = revision ? await listSpotDifferences(revision.changes, locate(page, revision)) : []
  return { page, revision, differences, before: query.before }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  const call = { form, supabase: getSupabase(context) }
  if (!findViewer(context)) throw redirectTo(href('/spot/:id/history', { id: params.id }))
  const rejection = await attemptCommand(restore, call)
  if (rejection) return data({ rejection }, { status: 400 })
  throw redirectTo(href('/spot/:id/history', { id: params.id }))
}

const restore = withForm(v.object({ revision: RowNumber }), async ({ supabase }: RestoreCall, { revision }) => {
  findData(await supabase.rpc('restore_revision', { id: revision }))
})

interface RestoreCall {
  form: FormData
  supabase: Supabase
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(`History of ${loaderData?.page.spot.title ?? 'a spot'}`) },
  { name: 'robots', content: 'noindex' },
]

export default function SpotHistory({ loaderData, actionData }: Route.ComponentProps) {
  const { page, revision, differences, before } = loaderData
  const { spot, count } = page
  return (
    <Page className="spot-history">
      <PageTrail to={spotUrl(spot)} title={spot.title} here="History" />
      <h1 className="title text-h1">
        {capitalize(writeNumber(count))} {pickPlural(count, 'change', 'changes')} since {formatMonth(spot.created_at)}
      </h1>
      <div className="history-columns">
        {revision ? (
          <RevisionView
            page={page}
            revision={revision}
            differences={differences}
            error={actionData?.rejection.message}
          />
        ) : (
          <p className="history-empty">No one has changed this spot since it was marked.</p>
        )}
        <HistoryList page={page} selected={revision?.id} before={before} />
      </div>
    </Page>
  )
}

function readNumber(text: string | null): number | null {
  const parsed = v.safeParse(RowNumber, text)
  return parsed.success ? parsed.output : null
}

/** Returns the position of the spot after a revision: that after the newest change without the later moves. */
function locate({ spot, changes }: HistoryPage, revision: Revision): { lng: number; lat: number } {
  const later = changes.slice(0, changes.indexOf(revision))
  return later.reduce((here, { changes }) => readMove(changes, here).from, { lng: spot.lng, lat: spot.lat })
}
