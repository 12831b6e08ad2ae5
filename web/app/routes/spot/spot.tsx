import { openPhotoFolder } from '#app/features/media/photo-folder.server.ts'
import { renderMarkdown } from '#app/lib/markdown/markdown.ts'
import { pageNotFound } from '#app/platform/errors/not-found.ts'
import { requireAllowedPage } from '#app/platform/page-validation/page-validation.server.ts'
import { findViewer, getSupabase } from '#app/platform/session/session.server.ts'
import { Page } from '#app/ui/layout/page.tsx'
import type { Route } from './+types/spot.ts'
import { runSpotAction } from './action/spot-action.server.ts'
import { DialogProvider, isDialogName } from './dialogs/dialog-state.tsx'
import { SpotDialogs } from './dialogs/spot-dialogs.tsx'
import { SpotGallery } from './gallery/spot-gallery.tsx'
import { SpotActions } from './header/spot-actions.tsx'
import { SpotHeader } from './header/spot-header.tsx'
import { SpotNotices } from './header/spot-notices.tsx'
import { SpotLinks } from './meta/spot-links.tsx'
import { describeSpotPage } from './meta/spot-meta.ts'
import { getSpotMap } from './sidebar/spot-map.server.ts'
import { SpotSidebar } from './sidebar/spot-sidebar.tsx'
import { SpotDiscussion } from './spot-discussion.tsx'
import { findSpotPage } from './spot-page.ts'
import './spot.css'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireAllowedPage(context)
  const page = await findSpotPage(getSupabase(context), params.id, url.searchParams.get('link'))
  if (!page) throw pageNotFound(url)
  const dialog = url.searchParams.get('do')
  return {
    page,
    staticMap: await getSpotMap(page),
    description: renderMarkdown(page.spot.description),
    dialog: isDialogName(dialog) ? dialog : null,
  }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const [supabase, photoFolder] = [getSupabase(context), openPhotoFolder(context)]
  const call = { supabase, photoFolder, spotId: params.id, form: await request.formData() }
  return runSpotAction(request, url, call, findViewer(context))
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describeSpotPage(loaderData.page) : [])

export default function Spot({ loaderData: { page, staticMap, description, dialog } }: Route.ComponentProps) {
  return (
    <DialogProvider key={page.spot.id} initial={dialog}>
      <SpotLinks page={page} />
      <Page className="spot-page">
        <SpotNotices page={page} />
        <SpotDialogs page={page} />
        <article className="spot" aria-label={page.spot.title}>
          <SpotHeader page={page} />
          <SpotGallery page={page} />
          <SpotActions page={page} />
          <SpotDescription html={description} />
          <SpotSidebar page={page} staticMap={staticMap} />
          <SpotDiscussion page={page} />
        </article>
      </Page>
    </DialogProvider>
  )
}

function SpotDescription({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by renderMarkdown, which lets no HTML of members through
  return <div className="prose spot-text" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
}
