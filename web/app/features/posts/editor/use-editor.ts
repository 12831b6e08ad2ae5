import { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useReducer, useState } from 'react'
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

/** Creates the editor in an element, with its cards. Every transaction renders the component again. */
export function useEditor(
  place: RefObject<HTMLElement | null>,
  doc: StoryNode | undefined,
  handlers: RefObject<EditorHandlers>,
) {
  const [cards] = useState(() => new CardViews())
  const [editor, setEditor] = useState<Editor | null>(null)
  const [, render] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
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
    setEditor(made)
    return () => {
      made.destroy()
      setEditor(null)
    }
  }, [place, doc, cards, handlers])
  return { editor, cards }
}
