import { data, href } from 'react-router'
import { openPhotoFolder } from '#app/features/media/photo-folder.server.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { withoutBase } from '#app/platform/config/app-config.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { pageNotFound } from '#app/platform/errors/page/not-found.ts'
import { SIGN_UP_PATH } from '#app/platform/guard/guard.ts'
import { rememberReturnTarget } from '#app/platform/guard/return-target.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { requireAllowedPage } from '#app/platform/page-validation/page-validation.server.ts'
import { findViewer, getSupabase } from '#app/platform/session/session.server.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Page } from '#app/ui/layout/page.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { rejectSignedOut } from '../reject-signed-out.ts'
import { reloadsForm } from '../reloads-form.ts'
import { findSpotPage, type LoadedSpotPage } from '../spot-page.ts'
import type { Route } from './+types/spot-edit.ts'
import { findKeptSpot, saveSpot } from './save-spot.server.ts'
import { SpotEditForm } from './spot-edit-form.tsx'
import './spot-edit.css'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireAllowedPage(context)
  const viewer = requireMember(context, url)
  const page = await getOwnPage(context, params.id, url)
  return { page, viewerId: viewer.id, kept: await findKeptSpot(getSupabase(context), page) }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const [form, viewer] = [await request.formData(), findViewer(context)]
  if (!viewer) return data({ rejection: rejectSignedOut(form) }, { status: 400 })
  const page = await getOwnPage(context, params.id, url)
  const store = { supabase: getSupabase(context), folder: openPhotoFolder(context) }
  const rejection = await saveSpot(store, { page, viewerId: viewer.id, form })
  if (rejection) return data({ rejection }, { status: 400 })
  throw redirectTo(href('/spot/:id', { id: params.id }))
}

export const shouldRevalidate = reloadsForm

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Edit a spot') },
  { name: 'robots', content: 'noindex' },
]

export default function SpotEdit({ loaderData: { page, viewerId, kept }, actionData }: Route.ComponentProps) {
  return (
    <Page className="spot-edit">
      <p>
        <TextLink to={href('/spot/:id', { id: page.spot.id })} dir="auto">
          {page.spot.title}
        </TextLink>
      </p>
      <h1 className="title text-h2">Edit this spot</h1>
      {kept !== null && (
        <Notice kind="warn" className="mb-6">
          This spot was merged with another one, which others see instead.{' '}
          <TextLink to={spotUrl({ id: kept })}>Open the other spot</TextLink>
        </Notice>
      )}
      <SpotEditForm key={page.spot.id} page={page} viewerId={viewerId} rejection={actionData?.rejection} />
    </Page>
  )
}

/** The guard lets visitors open every path below `/spot/`, so this page sends them to sign up. */
function requireMember(context: Route.LoaderArgs['context'], url: URL) {
  const viewer = findViewer(context)
  if (!viewer)
    throw redirectTo(SIGN_UP_PATH, { headers: { 'set-cookie': rememberReturnTarget(withoutBase(url.pathname)) } })
  return viewer
}

/**
 * Returns the page of a spot that the viewer may edit: authors their own, moderators all they see. Throws 404 for
 * others.
 */
async function getOwnPage(context: Route.LoaderArgs['context'], id: string, url: URL): Promise<LoadedSpotPage> {
  const page = await findSpotPage(getSupabase(context), id, null)
  if (!page || !(page.viewer.is_author || page.viewer.is_moderator)) throw pageNotFound(url)
  return page
}
