import { data } from 'react-router'
import { findSaveChooser } from '#app/features/lists/save-chooser-data.ts'
import { openPhotoFolder } from '#app/features/media/photo-folder.server.ts'
import { PrintCode } from '#app/features/share/print-code.tsx'
import { findMergedSpot, MERGED_HEADERS, MERGED_STATUS } from '#app/features/spots/find-merged-spot.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { renderMarkdown } from '#app/lib/markdown/markdown.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { pageNotFound } from '#app/platform/errors/page/not-found.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { requireAllowedPage } from '#app/platform/page-validation/page-validation.server.ts'
import { findViewer, getSupabase } from '#app/platform/session/session.server.ts'
import { Page } from '#app/ui/layout/page.tsx'
import type { Route } from './+types/spot.ts'
import { completeSave } from './action/pending-save.server.ts'
import { runSpotAction } from './action/spot-action.server.ts'
import { DialogProvider, isDialogName } from './dialogs/dialog-state.tsx'
import { SpotDialogs } from './dialogs/spot-dialogs.tsx'
import { SpotGallery } from './gallery/spot-gallery.tsx'
import { SpotActions } from './header/spot-actions.tsx'
import { SpotHeader } from './header/spot-header.tsx'
import { SpotNotices } from './header/spot-notices.tsx'
import { SpotLinks } from './meta/spot-links.tsx'
import { describeSpotPage } from './meta/spot-meta.ts'
import { findSpotOrigin, SpotOrigin } from './meta/spot-origin.tsx'
import { SaveSection } from './save-section.tsx'
import { getSpotMap } from './sidebar/spot-map.server.ts'
import { SpotSidebar } from './sidebar/spot-sidebar.tsx'
import { SpotDiscussion } from './spot-discussion.tsx'
import { loadChosenDiscussion, renderDiscussion } from './spot-discussion-data.ts'
import { findSpotPage } from './spot-page.ts'
import './spot.css'

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  requireAllowedPage(context)
  const supabase = getSupabase(context)
  const saved = findViewer(context) ? await completeSave(supabase, { request, spotId: params.id }) : undefined
  const isChoosing = url.searchParams.get('save') === '1' && findViewer(context) !== null
  const [page, chooser, chosen, origin] = await Promise.all([
    findSpotPage(supabase, params.id, url.searchParams.get('link')),
    isChoosing ? findSaveChooser(supabase, params.id) : null,
    loadChosenDiscussion(supabase, params.id, url.searchParams),
    findSpotOrigin(supabase, params.id),
  ])
  if (!page || page.spot.status === 'removed') await followMerge(supabase, params.id, url)
  if (!page) throw pageNotFound(url)
  const dialog = url.searchParams.get('do')
  const { reviews: _1, comments: _2, ...shown } = page
  const shownPage = {
    page: { ...shown, origin },
    discussion: renderDiscussion(page, chosen, url.searchParams, findViewer(context)?.id),
    staticMap: await getSpotMap(page),
    description: renderMarkdown(page.spot.description),
    dialog: isDialogName(dialog) ? dialog : null,
    chooser,
    saveProblem: saved?.problem,
  }
  return data(shownPage, saved === undefined ? {} : { headers: { 'set-cookie': saved.cookie } })
}

/** Redirects to the spot that this one was merged into, if there is one. */
async function followMerge(supabase: Supabase, id: string, url: URL): Promise<void> {
  const merged = await findMergedSpot(supabase, id, url.searchParams.get('link'))
  if (merged === null) return
  throw redirectTo(spotUrl({ id: merged }), { redirectCode: MERGED_STATUS, headers: MERGED_HEADERS })
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const [supabase, photoFolder] = [getSupabase(context), openPhotoFolder(context)]
  const call = { supabase, photoFolder, spotId: params.id, form: await request.formData() }
  return runSpotAction(request, url, call, findViewer(context))
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describeSpotPage(loaderData.page) : [])

export default function Spot({
  loaderData: { page, discussion, staticMap, description, dialog, chooser, saveProblem },
}: Route.ComponentProps) {
  return (
    <DialogProvider key={page.spot.id} initial={dialog}>
      <SpotLinks page={page} />
      <Page className="spot-page">
        <SpotNotices page={page} saveProblem={saveProblem} />
        <SpotDialogs page={page} />
        {chooser && <SaveSection spot={page.spot} chooser={chooser} />}
        <article className="spot" aria-label={page.spot.title}>
          <SpotHeader page={page} />
          <SpotGallery page={page} />
          <SpotActions page={page} />
          <SpotDescription html={description} />
          {page.origin && <SpotOrigin origin={page.origin} />}
          <PrintCode />
          <SpotSidebar page={page} staticMap={staticMap} own={discussion.reviews.own} />
          <SpotDiscussion page={page} discussion={discussion} />
        </article>
      </Page>
    </DialogProvider>
  )
}

function SpotDescription({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by renderMarkdown, which lets no HTML of members through
  return <div className="prose spot-text" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
}
