import { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { type RefObject, useLayoutEffect, useReducer, useState } from 'react'
import type { StoryNode } from '../markdown/story-node.ts'
import { CardViews } from './card-views.ts'
import { listStoryExtensions } from './story-extensions.ts'

/** The handlers of editor events. Each event uses the latest handlers. */
export interface EditorHandlers {
  onKey: (event: KeyboardEvent) => boolean
  onFiles: (files: readonly File[]) => boolean
  onAddress: (text: string) => boolean
  /** Called with pasted text that has no HTML. */
  onPlainText: (text: string) => boolean
  /** Extracts the pictures from pasted HTML. The returned HTML is inserted. */
  onHtml: (html: string) => string
  /** Called after HTML was pasted or dropped. */
  onPasted: () => void
}

/** The selection that the editor starts with, as positions of the document. The editor then has the focus. */
export interface StartSelection {
  anchor: number
  head: number
}

/**
 * Creates the editor in an element, with its cards. Every transaction renders the component again. The editor takes the
 * focus in the same task, because the member may be typing in the field that it replaces.
 */
export function useEditor(
  place: RefObject<HTMLElement | null>,
  doc: StoryNode | undefined,
  handlers: RefObject<EditorHandlers>,
  selection: StartSelection | undefined,
) {
  const [cards] = useState(() => new CardViews())
  const [editor, setEditor] = useState<Editor | null>(null)
  const [, render] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    if (!place.current || !doc) return
    const made = new Editor({
      element: place.current,
      extensions: listStoryExtensions(cards),
      content: doc,
      editorProps: {
        attributes: {
          class: 'prose-story story-prose compose-prose',
          'aria-label': 'Story',
          'aria-multiline': 'true',
          'aria-describedby': 'compose-help',
          role: 'textbox',
          dir: 'auto',
        },
        handleKeyDown: (_, event) => handlers.current.onKey(event),
        handlePaste: (_, event) => {
          const files = [...(event.clipboardData?.files ?? [])]
          const text = event.clipboardData?.getData('text/plain') ?? ''
          // Word adds a picture of the copied text to the clipboard.
          if ((text === '' && handlers.current.onFiles(files)) || handlers.current.onAddress(text)) return true
          if (!event.clipboardData?.getData('text/html') && handlers.current.onPlainText(text)) return true
          handlers.current.onPasted()
          return false
        },
        handleDrop: (_, event, __, isMoved) => {
          if (isMoved) return false
          if (handlers.current.onFiles([...((event as DragEvent).dataTransfer?.files ?? [])])) return true
          handlers.current.onPasted()
          return false
        },
        transformPastedHTML: (html) => handlers.current.onHtml(html),
      },
      onTransaction: render,
    })
    if (selection) start(made, selection)
    setEditor(made)
    return () => {
      made.destroy()
      setEditor(null)
    }
  }, [place, doc, cards, handlers, selection])
  return { editor, cards }
}

/** Sets the selection and the focus. The commands of Tiptap would set the focus one frame later. */
function start({ view }: Editor, { anchor, head }: StartSelection): void {
  const { doc, tr } = view.state
  view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(anchor), doc.resolve(head))))
  view.focus()
  // The editor shows the text at another height than the field.
  view.dispatch(view.state.tr.scrollIntoView())
}
