import { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useReducer, useState } from 'react'
import type { StoryNode } from '../markdown/story-node.ts'
import { CardViews } from './card-views.ts'
import { listStoryExtensions } from './story-extensions.ts'

/** The handlers of editor events. The newest ones are used. */
export interface EditorHandlers {
  onKey: (event: KeyboardEvent) => boolean
  onFiles: (files: readonly File[]) => boolean
  onAddress: (text: string) => boolean
  /** Gets pasted text that comes without HTML. */
  onPlainText: (text: string) => boolean
  /** Takes the pictures out of pasted HTML. The result goes into the text. */
  onHtml: (html: string) => string
  /** Is called after HTML was pasted or dropped. */
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
          // Word puts a picture of the text beside the text.
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
