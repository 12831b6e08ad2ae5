import { respondWithPhoto } from '#app/features/media/photo-response.server.ts'
import type { ResourceCall } from './resource-call.ts'

/** One size of a photo, for viewers who may see its spot: `/photo/{photo id}/{width}.{format}`. */
export function answerPhoto({ request, supabase, parameters: { photoId, file } }: ResourceCall): Promise<Response> {
  return respondWithPhoto(request, supabase(), { photoId, file })
}
