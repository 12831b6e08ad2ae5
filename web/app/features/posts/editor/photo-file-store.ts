import { createStore, del, entries, type UseStore } from 'idb-keyval'
import * as v from 'valibot'
import type { StoredPhoto } from '#app/features/media/upload/photo-upload-client.ts'
import { PickedPhoto } from '#app/features/media/upload/picked-photo.ts'
import { setAtOnce } from '#app/lib/set-at-once.ts'

/** A chosen photo on this device, until the server has it. */
const StoredFile = v.object({ memberId: v.string(), photo: PickedPhoto, keptAt: v.number() })

/** Photos of abandoned drafts are deleted after this time. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

let store: UseStore | undefined

function openStore(): UseStore {
  store ??= createStore('hereabouts-story-photos', 'files')
  return store
}

/** Stores photos of a story on this device. Without a database or space they last as long as the page. */
export async function savePhotoFiles(memberId: string, photos: readonly PickedPhoto[]): Promise<void> {
  const keptAt = Date.now()
  const all = photos.map((photo) => setAtOnce(photo.key, { memberId, photo, keptAt }, openStore()))
  await Promise.all(all).catch(() => undefined)
}

/** Returns the photos with these keys that are on this device. */
export async function findPhotoFiles(memberId: string, keys: ReadonlySet<string>): Promise<PickedPhoto[]> {
  try {
    const found: PickedPhoto[] = []
    for (const [key, value] of await entries(openStore())) {
      const kept = v.safeParse(StoredFile, value)
      if (!kept.success || kept.output.keptAt < Date.now() - LIFETIME_MS) await del(key, openStore())
      else if (kept.output.memberId === memberId && keys.has(kept.output.photo.key)) found.push(kept.output.photo)
    }
    return found
  } catch {
    // Private windows of some browsers have no IndexedDB.
    return []
  }
}

/**
 * Replaces the local file of a photo by the id of the stored photo. If the page closes before the draft is saved again,
 * the draft still refers to the photo by its local key, which is resolved here.
 */
export async function saveStoredPhoto(memberId: string, photo: PickedPhoto, stored: StoredPhoto): Promise<void> {
  const kept = { memberId, photo: { ...photo, file: null, stored }, keptAt: Date.now() }
  await setAtOnce(photo.key, kept, openStore()).catch(() => undefined)
}

/** Deletes a photo from this device that the story no longer uses. */
export async function deletePhotoFile(key: string): Promise<void> {
  await del(key, openStore()).catch(() => undefined)
}
