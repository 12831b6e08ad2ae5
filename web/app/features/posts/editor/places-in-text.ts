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

/** Returns the ids of the photos in the text. Those that are not stored yet have their local key. */
export function listPhotoIds(editor: Editor): string[] {
  const ids: string[] = []
  editor.state.doc.forEach(({ type, attrs }) => {
    if (type.name === 'photo') ids.push(String(attrs.id))
  })
  return ids
}

/** Replaces the local keys of photos by the ids of the stored photos. */
export function replacePhotoIds(editor: Editor, stored: ReadonlyMap<string, string>): void {
  if (!listPhotoIds(editor).some((id) => stored.has(id))) return
  editor.commands.command(({ tr, state }) => {
    state.doc.forEach((node, at) => {
      const id = node.type.name === 'photo' ? stored.get(String(node.attrs.id)) : undefined
      if (id !== undefined) tr.setNodeMarkup(at, undefined, { ...node.attrs, id })
    })
    tr.setMeta('addToHistory', false)
    return true
  })
}
