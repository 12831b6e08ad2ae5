import type { Editor } from '@tiptap/core'
import { useCallback, useState } from 'react'
import { href } from 'react-router'
import type { PickedPhoto } from '#app/features/media/upload/picked-photo.ts'
import { useFileUrls } from '#app/features/media/upload/use-file-urls.ts'
import { usePhotoUploads } from '#app/features/media/upload/use-photo-uploads.ts'
import { createUuid } from '#app/lib/create-uuid.ts'
import type { StoredStoryPhoto } from '../compose/story-photos.ts'

/** Puts chosen files into the text and uploads them. Each photo of the text learns its id once it is stored. */
export function usePhotoFiles(editor: Editor | null, onPhoto: (photo: StoredStoryPhoto) => void) {
  const [files, setFiles] = useState<readonly PickedPhoto[]>([])
  const urls = useFileUrls(files)
  const { progress, retry } = usePhotoUploads(files, href('/submit/photos'), (key, stored) => {
    setFiles((before) => before.map((file) => (file.key === key ? { ...file, stored, file: null } : file)))
    onPhoto(stored)
    editor?.commands.command(({ tr, state }) => {
      state.doc.forEach((node, at) => {
        if (node.type.name === 'photo' && node.attrs.key === key)
          tr.setNodeMarkup(at, undefined, { ...node.attrs, id: stored.id })
      })
      tr.setMeta('addToHistory', false)
      return true
    })
  })
  const add = useCallback(
    (chosen: readonly File[]) => {
      const pictures = chosen.filter(
        ({ type, name }) => type.startsWith('image/') || /\.(?:heic|heif|avif)$/i.test(name),
      )
      if (!editor || pictures.length === 0) return false
      const picked = pictures.map((file) => ({ key: createUuid(), name: file.name, file, stored: null, altText: '' }))
      setFiles((before) => [...before, ...picked])
      const nodes = picked.map(({ key }) => ({ type: 'photo', attrs: { key } }))
      editor
        .chain()
        .focus()
        .insertContent([...nodes, { type: 'paragraph' }])
        .run()
      return true
    },
    [editor],
  )
  return { add, progress, retry, urlOf: (key: string) => urls.get(key) }
}
