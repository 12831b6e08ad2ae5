import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { createPhotoReader } from '../../web/app/features/imports/photo-reader.ts'
import { UnreadableFileError } from '../../web/app/features/imports/reading/read-place.ts'
import { PhotoError } from '../../web/app/features/media/photo-error.ts'
import { uploadPhoto } from '../../web/app/features/media/upload/photo-upload.server.ts'
import type { PlaceWithPhotos } from './read-places.ts'

const FoundSpot = v.nullable(v.object({ id: v.string(), photo_count: v.number() }))

/**
 * Adds the photos of an archive to the spots that were imported from it, one at a time. Spots that have photos are
 * skipped, so a second run continues with the others. Returns the number of photos added.
 */
export async function importPhotos(
  client: SupabaseClient,
  file: Blob,
  places: PlaceWithPhotos[],
  onReject: (rejection: { line: number; reason: string }) => void,
): Promise<number> {
  const read = createPhotoReader([file])
  let added = 0
  for (const { line, spot, photos } of places) {
    const { title, category, lng, lat, source } = spot
    const found = await call(client, 'find_imported_spot', { place: { title, category, lng, lat, source } })
    const target = v.parse(FoundSpot, found)
    if (!target || target.photo_count > 0) continue
    for (const [position, { alt, ...photo }] of photos.entries()) {
      const insert = async (row: { id: string }) => {
        await call(client, 'add_imported_photo', { spot: target.id, photo: { ...row, alt_text: alt, position } })
      }
      try {
        if (photo.reason) throw new UnreadableFileError(photo.reason)
        const store = { supabase: client, folder: client.storage.from('photos'), insert }
        await uploadPhoto(store, target.id, await read(photo))
        added += 1
      } catch (error) {
        if (!(error instanceof PhotoError || error instanceof UnreadableFileError)) throw error
        onReject({ line, reason: `${photo.path.at(-1)}: ${error.message}` })
      }
    }
  }
  return added
}

async function call(client: SupabaseClient, name: string, args: Record<string, unknown>): Promise<unknown> {
  const { data, error } = await client.rpc(name, args)
  if (error) throw new Error(`${name} failed: ${error.message}`, { cause: error })
  return data
}
