import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import type { PickedPhoto } from '#app/features/media/upload/picked-photo.ts'
import { useFileUrls } from '#app/features/media/upload/use-file-urls.ts'
import { usePhotoUploads } from '#app/features/media/upload/use-photo-uploads.ts'
import { createUuid } from '#app/lib/create-uuid.ts'
import type { StoredStoryPhoto } from '../compose/story-photos.ts'
import type { PastedPicture } from './pasted/clean-pasted-html.ts'
import { fetchPhotos } from './photo-cards.ts'
import { findPhotoFiles, savePhotoFiles, saveStoredPhoto } from './photo-file-store.ts'
import { listPhotoIds, replacePhotoIds } from './places-in-text.ts'

/**
 * Inserts chosen files into the text and uploads them. Until a photo is stored, the text contains its local key
 * instead of its id, and its file stays on this device. An upload that a reload or crash interrupts therefore starts
 * again.
 */
export function usePhotoFiles(
  editor: Editor | null,
  {
    memberId,
    photos,
    onPhoto,
  }: { memberId: string; photos: readonly StoredStoryPhoto[]; onPhoto: (photo: StoredStoryPhoto) => void },
) {
  const [files, setFiles] = useState<readonly PickedPhoto[]>([])
  const urls = useFileUrls(files)
  const stored = useRef(new Map<string, string>())
  const { progress, retry } = usePhotoUploads(files, href('/submit/photos'), (key, photo) => {
    setFiles((before) => before.map((file) => (file.key === key ? { ...file, stored: photo, file: null } : file)))
    onPhoto(photo)
    stored.current.set(key, photo.id)
    if (editor) replacePhotoIds(editor, stored.current)
    const file = files.find((one) => one.key === key)
    if (file) void saveStoredPhoto(memberId, file, photo)
  })
  useEffect(() => {
    if (!editor) return
    // Undo restores a photo that was removed during its upload, with its local key.
    const replace = () => replacePhotoIds(editor, stored.current)
    editor.on('update', replace)
    return () => {
      editor.off('update', replace)
    }
  }, [editor])

  const latest = useRef({ photos, onPhoto })
  latest.current = { photos, onPhoto }
  useEffect(() => {
    if (!editor) return
    let isGone = false
    const unknown = new Set(
      listPhotoIds(editor).filter((id) => !latest.current.photos.some((photo) => photo.id === id)),
    )
    if (unknown.size === 0) return
    void findPhotoFiles(memberId, unknown).then(async (found) => {
      if (isGone) return
      setFiles((before) => [...before, ...found.filter(({ key }) => !before.some((file) => file.key === key))])
      for (const { key, stored: photo } of found) {
        unknown.delete(key)
        if (!photo) continue
        latest.current.onPhoto(photo)
        stored.current.set(key, photo.id)
      }
      replacePhotoIds(editor, stored.current)
      // Stored just before a crash, so the server's copy of the text does not contain them yet.
      for (const photo of await fetchPhotos([...unknown])) latest.current.onPhoto(photo)
    })
    return () => {
      isGone = true
    }
  }, [editor, memberId])

  const upload = (picked: readonly PickedPhoto[]) => {
    setFiles((before) => [...before, ...picked])
    void savePhotoFiles(memberId, picked)
  }
  const add = (chosen: readonly File[]) => {
    const pictures = chosen.filter(({ type, name }) => type.startsWith('image/') || /\.(?:heic|heif|avif)$/i.test(name))
    if (!editor || pictures.length === 0) return false
    const picked = pictures.map((file) => toPicked(createUuid(), file))
    upload(picked)
    const nodes = picked.map(({ key }) => ({ type: 'photo', attrs: { id: key } }))
    editor
      .chain()
      .focus()
      .insertContent([...nodes, { type: 'paragraph' }])
      .run()
    return true
  }
  return {
    add,
    /** Uploads pictures that pasted HTML has put into the text. */
    addPasted: (pictures: readonly PastedPicture[]) => upload(pictures.map(({ key, file }) => toPicked(key, file))),
    progress,
    retry,
    urlOf: (key: string) => urls.get(key),
  }
}

function toPicked(key: string, file: File): PickedPhoto {
  return { key, name: file.name, file, stored: null, altText: '' }
}
