import * as v from 'valibot'
import { takeData } from '#app/lib/supabase.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import type { StoredStoryPhoto } from '../compose/story-photos.ts'

const UUID = v.pipe(v.string(), v.uuid())

/** Returns the photos with these ids that belong to no spot or story yet. Offline there are none. */
export async function fetchPhotos(ids: readonly string[]): Promise<StoredStoryPhoto[]> {
  const known = ids.filter((id) => v.is(UUID, id))
  if (known.length === 0) return []
  try {
    const client = await getBrowserClient()
    const query = client.from('photos').select('id, width, height, placeholder').in('id', known)
    return takeData(await query.is('post_id', null).is('spot_id', null))
  } catch {
    return []
  }
}
