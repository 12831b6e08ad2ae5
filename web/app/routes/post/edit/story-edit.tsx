import { openPhotoFolder } from '#app/features/media/photo-folder.server.ts'
import { uploadPhoto } from '#app/features/media/upload/photo-upload.server.ts'
import { runComposeAction } from '#app/features/posts/compose/compose-action.server.ts'
import { findStoryEditor } from '#app/features/posts/compose/draft/story-commands.ts'
import { StoryForm } from '#app/features/posts/compose/story-form.tsx'
import { parseStory } from '#app/features/posts/markdown/parse-story.ts'
import { createUuid } from '#app/lib/create-uuid.ts'
import { isStorable } from '#app/lib/is-storable.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { pageNotFound } from '#app/platform/errors/page/not-found.ts'
import { requireViewer } from '#app/platform/guard/guard.server.ts'
import { requireAllowedPage } from '#app/platform/page-validation/page-validation.server.ts'
import type { ScreenHandle } from '#app/platform/screen-handle.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import type { Route } from './+types/story-edit.ts'

export const handle: ScreenHandle = { fillsWindow: true }

export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireAllowedPage(context)
  const viewer = requireViewer(context)
  const page = await getEditor(context, params.slug, url)
  return { memberId: viewer.id, page, doc: parseStory(page.story.body), submissionKey: createUuid() }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = requireViewer(context)
  const page = await getEditor(context, params.slug, url)
  const supabase = getSupabase(context)
  const store = { supabase, folder: openPhotoFolder(context) }
  return runComposeAction(supabase, page.id, await request.formData(), (file) => uploadPhoto(store, viewer.id, file))
}

/** Newer data must not replace the draft that is being written. */
export function shouldRevalidate() {
  return false
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Edit a story') },
  { name: 'robots', content: 'noindex' },
]

export default function StoryEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { page } = loaderData
  return <StoryForm key={page.id} {...loaderData} nextStatus={page.next_status} rejection={actionData?.rejection} />
}

/** Returns the story for its author and for moderators; throws 404 for others. */
async function getEditor(context: Route.LoaderArgs['context'], address: string, url: URL) {
  const page = isStorable(address) ? await findStoryEditor(getSupabase(context), address) : null
  if (!page) throw pageNotFound(url)
  return page
}
