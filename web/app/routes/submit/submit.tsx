import { data, href, type ShouldRevalidateFunctionArgs } from 'react-router'
import { findMapPosition } from '#app/features/explore/position/map-position.ts'
import { openPhotoFolder } from '#app/features/media/photo-folder.server.ts'
import { uploadPhoto } from '#app/features/media/upload/photo-upload.server.ts'
import { runComposeAction } from '#app/features/posts/compose/compose-action.server.ts'
import { StoryForm } from '#app/features/posts/compose/story-form.tsx'
import { announceDraftPublished } from '#app/features/spots/draft/spot-draft-channel.ts'
import { deletePublishedSpotDraft } from '#app/features/spots/draft/spot-draft-store.ts'
import { createUuid } from '#app/lib/create-uuid.ts'
import type { FormRejection } from '#app/lib/form-result.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { FORM_KEPT_HEADERS } from '#app/platform/errors/failed-save/keep-form.ts'
import { requireViewer } from '#app/platform/guard/guard.server.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import type { ScreenHandle } from '#app/platform/screen-handle.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { showToast } from '#app/ui/feedback/toasts.ts'
import type { Route } from './+types/submit.ts'
import { type PublishedSpot, publishSpot } from './publish-spot.ts'
import { reachServer } from './reach-server.ts'
import { rememberThisForm } from './sign-in-again.tsx'
import { SubmitForm } from './submit-form.tsx'
import './submit.css'

/** Europe at a glance, for members without spots. */
const ANYWHERE = { lng: 10, lat: 47, zoom: 3.5 }
const NEAR_ZOOM = 12

export const handle: ScreenHandle = { fillsWindow: true }

export async function loader({ context, url }: Route.LoaderArgs) {
  const [viewer, supabase] = [requireViewer(context), getSupabase(context)]
  const given = isStory(url) ? undefined : findMapPosition(url.searchParams)
  // The status is denied to suspended members, who could only fail to save what they type here.
  const [nextStatus, found] = await Promise.all([
    supabase.rpc('initial_status').then(takeData),
    isStory(url) || given ? undefined : findSubmitStart(supabase, viewer.id),
  ])
  if (isStory(url)) return { kind: 'story' as const, memberId: viewer.id, submissionKey: createUuid(), nextStatus }
  const start = given ?? found ?? ANYWHERE
  return { kind: 'spot' as const, memberId: viewer.id, submissionKey: createUuid(), start }
}

/** Returns where the map opens: near the member's newest spot. */
async function findSubmitStart(supabase: Supabase, memberId: string) {
  const query = supabase
    .from('spots')
    .select('lng, lat')
    .eq('author_id', memberId)
    .order('created_at', { ascending: false })
  const last = findData(await query.limit(1).maybeSingle())
  return last ? { ...last, zoom: NEAR_ZOOM } : ANYWHERE
}

/** The response of the form: the published spot, or the errors. Pages without JavaScript are redirected instead. */
interface SubmitResponse {
  published: PublishedSpot | undefined
  rejection: FormRejection | undefined
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const [supabase, viewer, form] = [getSupabase(context), requireViewer(context), await request.formData()]
  const store = { supabase, folder: openPhotoFolder(context) }
  if (isStory(url)) return runComposeAction(supabase, null, form, (file) => uploadPhoto(store, viewer.id, file))
  const storePhotos = (files: File[]) =>
    Promise.all(files.map(async (file) => (await uploadPhoto(store, viewer.id, file)).id))
  const result = await publishSpot(supabase, form, storePhotos)
  if (!result.accepted) return data(reject(result.rejection), { status: 400 })
  if (!form.has('scripted')) throw redirectTo(href('/spot/:id', { id: result.value.id }))
  return data<SubmitResponse>({ published: result.value, rejection: undefined })
}

/**
 * With JavaScript, deletes the draft only after the spot was published. It stays when the network or the session is
 * lost.
 */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  if (isStory(new URL(request.url))) return serverAction()
  const form = await request.clone().formData()
  const reached = await reachServer(() => serverAction())
  if (reached.state === 'signed-out') {
    rememberThisForm()
    return redirectTo(href('/auth/login'), { headers: FORM_KEPT_HEADERS })
  }
  if (reached.state === 'lost')
    return data(reject({ message: reached.message, fieldErrors: {}, values: {} }), { status: 503 })
  const published = 'published' in reached.response ? reached.response.published : undefined
  if (!published) return data(reached.response, { status: 400 })
  const submissionKey = String(form.get('submission_key'))
  await deletePublishedSpotDraft(String(form.get('member')), submissionKey)
  announceDraftPublished({ submissionKey, spotId: published.id })
  showToast(describePublished(published, String(form.get('visibility'))))
  return redirectTo(href('/spot/:id', { id: published.id }))
}

/**
 * Changing the step is not a navigation, and the form does not depend on server data. A spot and a story are different
 * forms.
 */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
}: Pick<ShouldRevalidateFunctionArgs, 'currentUrl' | 'nextUrl'>) {
  return isStory(currentUrl) !== isStory(nextUrl)
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(loaderData?.kind === 'story' ? 'Write a story' : 'Add a spot') },
  { name: 'description', content: 'Mark a place that you would send a friend to.' },
  { name: 'robots', content: 'noindex' },
]

export default function Submit({ loaderData, actionData }: Route.ComponentProps) {
  const rejection = actionData?.rejection
  if (loaderData.kind === 'spot') return <SubmitForm key={loaderData.memberId} {...loaderData} rejection={rejection} />
  return <StoryForm {...loaderData} page={null} doc={EMPTY_DOC} rejection={rejection} />
}

const EMPTY_DOC = { type: 'doc', content: [{ type: 'paragraph' }] }

/** Returns true for `/submit?kind=story`, which writes a story instead. */
function isStory({ searchParams }: URL): boolean {
  return searchParams.get('kind') === 'story'
}

function reject(rejection: FormRejection): SubmitResponse {
  return { published: undefined, rejection }
}

function describePublished({ status }: PublishedSpot, visibility: string): string {
  if (status === 'pending') return 'Sent. It will be published after a review.'
  if (visibility === 'private') return 'Saved. Only you can see it.'
  if (visibility === 'link') return 'Published. Share its link with those who may see it.'
  return 'Published. It is on the map.'
}
