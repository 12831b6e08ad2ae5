import { respondWithPhoto } from '#app/features/media/photo-response.server.ts'
import { findData } from '#app/lib/supabase.ts'
import { loadSharp } from './load-sharp.ts'
import { missingResource } from './plain-response.ts'
import type { ResourceCall } from './resource-call.ts'

const WIDTH = 700
const HEIGHT = 610
/** A stored width that is large enough for the crop of most photos. */
const STORED_WIDTH = 960

/**
 * Serves a photo as cards show it, because the function that draws them decodes neither WebP nor AVIF:
 * `/photo/{photo id}/card.jpg`. For viewers who may see the photo.
 */
export async function serveCardPhoto({ request, supabase, parameters }: ResourceCall): Promise<Response> {
  const { photoId = '' } = parameters
  const found = findData(await supabase().from('photos').select('width').eq('id', photoId).maybeSingle())
  if (!found) return missingResource('There is no such photo.')
  const file = `${Math.min(found.width, STORED_WIDTH)}.webp`
  const photo = await respondWithPhoto(new Request(request.url), supabase(), { photoId, file })
  if (!photo.ok) return photo
  const sharp = await loadSharp()
  const picture = await sharp(await photo.arrayBuffer())
    .resize(WIDTH, HEIGHT, { fit: 'cover' })
    .jpeg({ quality: 88 })
    .toBuffer()
  const headers = { 'content-type': 'image/jpeg', 'cache-control': photo.headers.get('cache-control') ?? 'no-store' }
  return new Response(new Uint8Array(picture), { headers })
}
