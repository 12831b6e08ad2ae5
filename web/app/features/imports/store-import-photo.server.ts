import { PhotoError, type PhotoErrorCode } from '#app/features/media/photo-error.ts'
import type { PhotoFolder } from '#app/features/media/photo-folder.server.ts'
import { type PhotoStore, uploadPhoto } from '#app/features/media/upload/photo-upload.server.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import type { SendOne } from './send-photos.ts'
import { storeImportPicture } from './store-import-picture.server.ts'

/** All other failures may be temporary, so the photo is sent again. */
const PASSING: PhotoErrorCode[] = ['busy', 'not_stored', 'too_many']

/** Returns a store for one registered photo of an import. The database decides which spot, review or story gets it. */
export function openImportStore(
  { supabase, folder }: { supabase: Supabase; folder: PhotoFolder },
  importId: string,
  number: number,
): PhotoStore {
  return {
    supabase,
    folder,
    insert: async (row) => {
      const { id, width, height, placeholder, taken_at } = row
      const photo = { id, width, height, placeholder, taken_at }
      findData(await supabase.rpc('store_import_photo', { import: importId, number, photo }))
    },
  }
}

/** Creates the function that stores the photos of an import on the server, for browsers without JavaScript. */
export function createPhotoStorer(
  store: { supabase: Supabase; folder: PhotoFolder },
  importId: string,
  memberId: string,
): SendOne {
  return async ({ number, isPicture }, photo) => {
    try {
      if (isPicture) await storeImportPicture({ supabase: store.supabase, importId, number, memberId }, photo)
      else await uploadPhoto(openImportStore(store, importId, number), memberId, photo)
      return undefined
    } catch (error) {
      if (!(error instanceof PhotoError) || PASSING.includes(error.code)) throw error
      return error.message
    }
  }
}
