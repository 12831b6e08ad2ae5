import { useEffect, useState } from 'react'
import { href } from 'react-router'
import type { PickedPhoto } from '#app/features/media/upload/picked-photo.ts'
import { useFileUrls } from '#app/features/media/upload/use-file-urls.ts'
import { usePhotoUploads } from '#app/features/media/upload/use-photo-uploads.ts'
import { createUuid } from '#app/lib/create-uuid.ts'
import { deletePhotoFile, findPhotoFiles, savePhotoFiles, saveStoredPhoto } from '../../editor/photo-file-store.ts'
import type { StoredStoryPhoto } from '../story-photos.ts'
import { isLocalCover, toLocalCover } from './local-cover.ts'

/**
 * Uploads a photo that only the cover shows. Until it is stored, its file stays on this device and its local key is the
 * cover, so that a lost network or a reload does not lose the choice.
 */
export function useCoverFile({
  memberId,
  cover,
  onChange,
  onPhoto,
}: {
  memberId: string
  cover: string
  onChange: (cover: string) => void
  onPhoto: (photo: StoredStoryPhoto) => void
}) {
  const [file, setFile] = useState<PickedPhoto>()
  const files = file ? [file] : []
  const urls = useFileUrls(files)
  const { progress, retry } = usePhotoUploads(files, href('/submit/photos'), (key, photo) => {
    if (key !== file?.key) return
    setFile(undefined)
    onPhoto(photo)
    // Another cover may have been chosen in the meantime.
    if (cover === toLocalCover(key)) onChange(photo.id)
    void saveStoredPhoto(memberId, file, photo)
  })
  const missing = isLocalCover(cover) && cover !== (file && toLocalCover(file.key)) ? cover : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handler is new in every render.
  useEffect(() => {
    if (missing === undefined) return
    let isGone = false
    void findPhotoFiles(memberId, new Set([missing.slice(toLocalCover('').length)])).then(([found]) => {
      if (isGone) return
      if (found?.stored) {
        onPhoto(found.stored)
        onChange(found.stored.id)
      } else if (found) setFile(found)
      // The browser has deleted the file.
      else onChange('')
    })
    return () => {
      isGone = true
    }
  }, [memberId, missing])
  const failure = file && progress[file.key]

  return {
    file,
    url: file && urls.get(file.key),
    failure: failure?.state === 'failed' ? failure : undefined,
    add: (chosen: File) => {
      const picked = { key: createUuid(), name: chosen.name, file: chosen, stored: null, altText: '' }
      if (file) void deletePhotoFile(file.key)
      setFile(picked)
      onChange(toLocalCover(picked.key))
      void savePhotoFiles(memberId, [picked])
    },
    retry: () => file && retry(file.key),
  }
}
