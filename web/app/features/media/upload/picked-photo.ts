import * as v from 'valibot'
import { StoredPhoto } from './photo-upload-client.ts'

/** A photo that somebody chose for something that is not sent yet. It can be kept in the browser's own database. */
export const PickedPhoto = v.object({
  /** Ours, in this browser only. */
  key: v.string(),
  name: v.string(),
  /** The chosen file, until it is stored. */
  file: v.nullable(v.instance(Blob)),
  stored: v.nullable(StoredPhoto),
  altText: v.string(),
})

export type PickedPhoto = v.InferOutput<typeof PickedPhoto>

/** Chosen files as photos that wait to be sent. What is no picture by its type and name is left to the server to refuse. */
export function toPickedPhotos(files: readonly File[], createKey: () => string): PickedPhoto[] {
  return files.map((file) => ({ key: createKey(), name: file.name, file, stored: null, altText: '' }))
}

/** The photos with one of them moved to another place. */
export function movePhoto<T extends { key: string }>(photos: readonly T[], key: string, to: number): T[] {
  const moved = photos.find((photo) => photo.key === key)
  if (!moved) return [...photos]
  return photos.filter((photo) => photo !== moved).toSpliced(to, 0, moved)
}
