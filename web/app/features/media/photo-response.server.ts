import * as v from 'valibot'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { PHOTO_FORMATS } from './photo-sizes.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60
const PRIVATE_SECONDS = 60 * 60
/** Spots can be hidden or deleted, so shared caches must revalidate soon. */
const SHARED_SECONDS = 5 * 60

const PhotoAddress = v.object({
  photoId: v.pipe(v.string(), v.uuid()),
  file: v.pipe(v.string(), v.regex(new RegExp(`^[1-9]\\d{0,4}\\.(${PHOTO_FORMATS.join('|')})$`))),
})

interface VisiblePhoto {
  storage_path: string
  spots: { visibility: string; status: string } | null
}

/**
 * Serves `/photo/<photo id>/<width>.<format>`. All reads run as the viewer, so the RLS policies of the photo and its
 * spot decide. Photos that are hidden from the viewer get the same 404 as missing ones. Files never change, so the URL
 * serves as the ETag. Shared caches may store only photos of public spots.
 */
export async function respondWithPhoto(
  request: Request,
  supabase: Supabase,
  parameters: { photoId: string | undefined; file: string | undefined },
): Promise<Response> {
  const address = v.safeParse(PhotoAddress, parameters)
  if (!address.success) return notFound()
  const { photoId, file } = address.output
  const photo = await findVisiblePhoto(supabase, photoId)
  if (!photo) return notFound()
  const headers = new Headers({
    etag: `"${photoId}-${file}"`,
    'cache-control': toCacheControl(photo),
    'x-content-type-options': 'nosniff',
  })
  if (request.headers.get('if-none-match')?.includes(`"${photoId}-${file}"`)) {
    return new Response(null, { status: 304, headers })
  }
  const { data } = await supabase.storage.from('photos').download(`${photo.storage_path}/${file}`).asStream()
  if (!data) return notFound()
  headers.set('content-type', `image/${file.split('.')[1]}`)
  return new Response(data, { headers })
}

async function findVisiblePhoto(supabase: Supabase, photoId: string): Promise<VisiblePhoto | null> {
  const query = supabase.from('photos').select('storage_path, spots!photos_spot_id_fkey(visibility, status)')
  return findData(await query.eq('id', photoId).maybeSingle())
}

function toCacheControl({ spots }: VisiblePhoto): string {
  const isPublic = spots?.visibility === 'public' && (spots.status === 'published' || spots.status === 'closed')
  return isPublic
    ? `public, max-age=${YEAR_SECONDS}, s-maxage=${SHARED_SECONDS}, immutable`
    : `private, max-age=${PRIVATE_SECONDS}`
}

function notFound(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
