import type { NodeViewRendererProps } from '@tiptap/core'

type Attributes = Record<string, unknown>

/** A spot or a photo in the text. React draws it into `dom`. */
export interface CardView {
  key: string
  dom: HTMLElement
  type: string
  attrs: Attributes
  isSelected: boolean
  change: (attrs: Attributes) => void
  remove: () => void
  move: (step: -1 | 1) => void
}

/** The cards that the editor shows, for `useSyncExternalStore`. */
export class CardViews {
  #views: readonly CardView[] = []
  #listeners = new Set<() => void>()
  #lastKey = 0

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  list = () => this.#views

  /** Returns the node view of a card: an element whose contents the editor does not touch. */
  open({ editor, node, getPos }: NodeViewRendererProps) {
    const dom = document.createElement('div')
    dom.className = 'compose-card'
    dom.contentEditable = 'false'
    this.#lastKey += 1
    const key = String(this.#lastKey)
    const position = () => getPos() ?? 0
    const view: CardView = {
      key,
      dom,
      type: node.type.name,
      attrs: node.attrs,
      isSelected: false,
      change: (attrs) =>
        editor.commands.command(({ tr }) => {
          const now = tr.doc.nodeAt(position())
          if (now) tr.setNodeMarkup(position(), undefined, { ...now.attrs, ...attrs })
          return now !== null
        }),
      remove: () => {
        editor
          .chain()
          .deleteRange({ from: position(), to: position() + 1 })
          .focus()
          .run()
      },
      move: (step) => editor.commands.moveCard(position(), step),
    }
    this.#set([...this.#views, view])
    const update = (changes: Partial<CardView>) =>
      this.#set(this.#views.map((one) => (one.key === key ? { ...one, ...changes } : one)))
    return {
      dom,
      update: (next: typeof node) => {
        if (next.type !== node.type) return false
        update({ attrs: next.attrs })
        return true
      },
      selectNode: () => update({ isSelected: true }),
      deselectNode: () => update({ isSelected: false }),
      // Buttons and fields inside the card handle their own events.
      stopEvent: (event: Event) => event.target !== dom && !event.type.startsWith('drag'),
      ignoreMutation: () => true,
      destroy: () => this.#set(this.#views.filter((one) => one.key !== key)),
    }
  }

  #set(views: readonly CardView[]): void {
    this.#views = views
    for (const listener of this.#listeners) listener()
  }
}
