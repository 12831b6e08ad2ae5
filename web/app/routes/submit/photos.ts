import * as v from 'valibot'
import { openImportStore } from '#app/features/imports/store-import-photo.server.ts'
import { storeImportPicture } from '#app/features/imports/store-import-picture.server.ts'
import { deletePhoto } from '#app/features/media/photo-delete.server.ts'
import { openPhotoFolder } from '#app/features/media/photo-folder.server.ts'
import { uploadPhoto } from '#app/features/media/upload/photo-upload.server.ts'
import { respondToPhotoUpload } from '#app/features/media/upload/photo-upload-response.server.ts'
import { findViewer, getSupabase } from '#app/platform/session/session.server.ts'
import type { Route } from './+types/photos.ts'

const ImportPhoto = v.object({
  import: v.pipe(v.string(), v.uuid()),
  number: v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number)),
  picture: v.optional(v.string()),
})

/**
 * POST stores the photo in the body for the member, with `?import=` and `?number=` as a photo of an import and with
 * `&picture=1` as the profile picture. DELETE with `?id=` deletes it.
 */
export async function action({ request, context, url }: Route.ActionArgs) {
  const viewer = findViewer(context)
  if (!viewer) return Response.json({ message: 'Please sign in first.' }, { status: 401 })
  const store = { supabase: getSupabase(context), folder: openPhotoFolder(context) }
  if (request.method === 'POST') {
    if (!url.searchParams.has('import'))
      return respondToPhotoUpload(request, (file) => uploadPhoto(store, viewer.id, file))
    const photo = v.safeParse(ImportPhoto, Object.fromEntries(url.searchParams))
    if (!photo.success) return Response.json({ message: 'There is no such photo in this import.' }, { status: 404 })
    const { import: importId, number, picture } = photo.output
    return respondToPhotoUpload(request, (file) =>
      picture
        ? storeImportPicture({ supabase: store.supabase, importId, number, memberId: viewer.id }, file)
        : uploadPhoto(openImportStore(store, importId, number), viewer.id, file),
    )
  }
  if (request.method !== 'DELETE') return Response.json({ message: 'Send a photo by POST.' }, { status: 405 })
  const isGone = await deletePhoto(store.supabase, url.searchParams.get('id') ?? '')
  return new Response(null, { status: isGone ? 204 : 404 })
}

export function loader() {
  return new Response('Send a photo by POST.', { status: 405, headers: { allow: 'POST, DELETE' } })
}
