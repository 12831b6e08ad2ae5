import * as v from 'valibot'
import { StoredPhoto } from './photo-upload-client.ts'

/** A photo chosen for a form that is not submitted yet. It can be stored in IndexedDB. */
export const PickedPhoto = v.object({
  /** A local key, used only in this browser. */
  key: v.string(),
  name: v.string(),
  /** The chosen file, until it is uploaded. */
  file: v.nullable(v.instance(Blob)),
  stored: v.nullable(StoredPhoto),
  altText: v.string(),
})

export type PickedPhoto = v.InferOutput<typeof PickedPhoto>

/** Returns chosen files as photos waiting for upload. Files that are not pictures are rejected by the server. */
export function toPickedPhotos(files: readonly File[], createKey: () => string): PickedPhoto[] {
  return files.map((file) => ({ key: createKey(), name: file.name, file, stored: null, altText: '' }))
}

/** Returns the photos with one of them moved to another position. */
export function movePhoto<T extends { key: string }>(photos: readonly T[], key: string, to: number): T[] {
  const moved = photos.find((photo) => photo.key === key)
  if (!moved) return [...photos]
  return photos.filter((photo) => photo !== moved).toSpliced(to, 0, moved)
}
