import type { Editor } from '@tiptap/core'

/** Returns the ids of the spots in the order of the text, each once. */
export function listSpotIds(editor: Editor): string[] {
  const ids = new Set<string>()
  editor.state.doc.forEach((node) => {
    if (node.type.name === 'spot') ids.add(String(node.attrs.id))
  })
  return [...ids]
}

/** Returns the index of the last spot before the cursor, or 0. */
export function findCurrentSpot(editor: Editor): number {
  const { to } = editor.state.selection
  const ids = new Set<string>()
  let last = ''
  editor.state.doc.forEach((node, offset) => {
    if (node.type.name !== 'spot') return
    ids.add(String(node.attrs.id))
    if (offset < to) last = String(node.attrs.id)
  })
  return Math.max(0, [...ids].indexOf(last))
}

/** Returns the photos of the text; those without an id are not stored yet. */
export function listPhotos(editor: Editor): { id: string; isStored: boolean }[] {
  const photos: { id: string; isStored: boolean }[] = []
  editor.state.doc.forEach(({ type, attrs }) => {
    if (type.name === 'photo') photos.push({ id: String(attrs.id), isStored: attrs.id !== '' })
  })
  return photos
}
