import * as v from 'valibot'
import { PhotoError } from '#app/features/media/photo-error.ts'
import { uploadPhoto } from '#app/features/media/upload/photo-upload.server.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import type { BundleSpot } from './bundle-format.ts'

/** The number of photos that one run of the chore fetches. */
const PHOTOS_PER_RUN = 20
/** The folder of the stored photos, which belongs to no member. */
const FOLDER = 'bundles'

const Due = v.array(v.object({ spot_id: v.string(), address: v.string() }))

/**
 * Returns the photos of a spot to fetch: only those on its own site, so that a bundle cannot direct requests
 * elsewhere.
 */
export function listOwnPhotos({ photos }: BundleSpot, site: string, most: number): string[] {
  return [...new Set(photos.filter((address) => address.startsWith(`${site}/photo/`)))].slice(0, most)
}

/**
 * Fetches some of the waiting photos, and stores them like those of members. Failed ones are retried after a day.
 * `fetchPhoto` is a guarded fetch with a size limit.
 */
export async function fetchBundlePhotos(
  client: Supabase,
  fetchPhoto: (address: string) => Promise<Response>,
): Promise<void> {
  const due = v.parse(Due, takeData(await client.rpc('take_bundle_photos', { most: PHOTOS_PER_RUN })))
  for (const { spot_id, address } of due) {
    const response = await fetchPhoto(address).catch(() => undefined)
    if (response?.status !== 200) continue
    const store = {
      supabase: client,
      folder: client.storage.from('photos'),
      insert: async ({ author_id: _, ...photo }: { author_id: string }) => {
        findData(await client.rpc('store_bundle_photo', { spot_id, address, photo }))
      },
    }
    await uploadPhoto(store, FOLDER, await response.blob()).catch((error: unknown) => {
      if (!(error instanceof PhotoError)) throw error
    })
  }
}
