import { randomUUID } from 'node:crypto'
import { StorageApiError } from '@supabase/supabase-js'
import { DataError, findData, type Supabase } from '#app/lib/supabase.ts'
import { PhotoError } from '../photo-error.ts'
import type { PhotoFolder } from '../photo-folder.server.ts'
import type { ProcessedPhoto } from '../processing/photo-processing.server.ts'

/** The files of a photo never change; a new photo gets a new id. */
const CACHE_SECONDS = String(365 * 24 * 60 * 60)

/** A stored photo that belongs to no spot yet, with the metadata that prefills the form. */
export interface UploadedPhoto {
  id: string
  width: number
  height: number
  placeholder: string
  position: { lng: number; lat: number } | null
  /** ISO 8601. */
  takenAt: string | null
}

/** The row of a photo whose files are stored. */
interface PhotoRow {
  id: string
  author_id: string
  storage_path: string
  width: number
  height: number
  placeholder: string
  taken_at: string | null
}

/** The clients that store a photo: its row as the signed-in member, its files as the server. */
export interface PhotoStore {
  supabase: Supabase
  folder: PhotoFolder
  /** Inserts the row, in place of the default as a new photo of the member. Throws DataError. */
  insert?: (row: PhotoRow) => Promise<void>
}

/**
 * Processes a photo, stores its sizes under `<author>/<photo id>/` and its row in table photos. Stores either
 * everything or nothing. Throws {@link PhotoError} with a message for the member.
 */
export async function uploadPhoto(store: PhotoStore, authorId: string, file: Blob): Promise<UploadedPhoto> {
  // Loaded with the first photo: the library takes 50 ms and 30 MB.
  const { processPhoto } = await import('../processing/photo-processing.server.ts')
  const photo = await processPhoto(file)
  const id = randomUUID()
  const folder = `${authorId}/${id}`
  const paths = photo.files.map(({ width, format }) => `${folder}/${width}.${format}`)
  try {
    await storeFiles(store.folder, folder, photo)
    await createRow(store, { id, authorId, folder, photo })
  } catch (cause) {
    await store.folder.remove(paths)
    throw toPhotoError(cause)
  }
  const { width, height, placeholder, position, takenAt } = photo
  return { id, width, height, placeholder, position, takenAt }
}

/** Rate limits and quotas are reported to the member; all other errors are internal. */
function toPhotoError(cause: unknown): PhotoError {
  if (cause instanceof DataError && cause.code === 'PT429') return new PhotoError('too_many', cause.message, { cause })
  if (cause instanceof DataError && ['PT404', 'PT409'].includes(cause.code ?? '')) {
    return new PhotoError('not_expected', cause.message, { cause })
  }
  if (cause instanceof StorageApiError && cause.statusCode === '403') {
    return new PhotoError('no_room', cause.message, { cause })
  }
  return new PhotoError('not_stored', 'The photo could not be stored. Please try again.', { cause })
}

async function storeFiles(photos: PhotoFolder, folder: string, { files }: ProcessedPhoto): Promise<void> {
  const uploads = files.map(({ width, format, content }) =>
    photos.upload(`${folder}/${width}.${format}`, content, {
      contentType: `image/${format}`,
      cacheControl: CACHE_SECONDS,
    }),
  )
  // Waits for all uploads, so that none is still running while a failure deletes the others.
  for (const { error } of await Promise.all(uploads)) if (error) throw error
}

async function createRow(
  { supabase, insert }: PhotoStore,
  { id, authorId, folder, photo }: { id: string; authorId: string; folder: string; photo: ProcessedPhoto },
): Promise<void> {
  const { width, height, placeholder, takenAt } = photo
  const row = { id, author_id: authorId, storage_path: folder, width, height, placeholder, taken_at: takenAt }
  if (insert) await insert(row)
  else findData(await supabase.from('photos').insert(row))
}
