import { Extension, type Extensions, Mark, markInputRule, Node } from '@tiptap/core'
import { Fragment } from '@tiptap/pm/model'
import { NodeSelection } from '@tiptap/pm/state'
import StarterKit from '@tiptap/starter-kit'
import { isOpenLink } from '#app/lib/markdown/is-open-link.ts'
import type { CardViews } from './card-views.ts'
import { writePastedTable } from './pasted/write-table.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    story: {
      /** Moves the spot or photo at a position one block up or down. */
      moveCard: (position: number, step: -1 | 1) => ReturnType
    }
  }
}

/** The format of ids in the Markdown of a story. Pasted HTML may contain others. */
const SPOT_ID = /^[a-z0-9]{1,40}$/
const PHOTO_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the schema of the editor's document: exactly the constructs that the story's Markdown supports. */
export function listStoryExtensions(cards: CardViews): Extensions {
  return [
    StarterKit.configure({
      document: false,
      code: false,
      underline: false,
      heading: { levels: [1, 2, 3, 4, 5, 6] },
      link: {
        openOnClick: false,
        autolink: true,
        linkOnPaste: true,
        isAllowedUri: isOpenLink,
        HTMLAttributes: { rel: 'nofollow ugc noopener', target: null },
      },
      dropcursor: { color: 'var(--over)', width: 2 },
    }),
    Node.create({ name: 'doc', topNode: true, content: '(block | card)+' }),
    Code,
    MarkdownBlock,
    createCard('spot', { id: '' }, cards),
    createCard('photo', { id: '', alt: '', caption: '' }, cards),
    StoryAttributes,
    CardMoves,
    PublishKey,
  ]
}

const Code = Mark.create({
  name: 'code',
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: () => ['code', 0],
  addInputRules() {
    return [markInputRule({ find: /(?:^|\s)(`(?!\s)([^`]+)`)$/, type: this.type })]
  },
})

/** A table, shown as its Markdown. */
const MarkdownBlock = Node.create({
  name: 'markdownBlock',
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  renderHTML: () => ['pre', { 'data-markdown': '' }, ['code', 0]],
  parseHTML: () => [
    { tag: 'pre[data-markdown]', preserveWhitespace: 'full', priority: 60 },
    {
      tag: 'table',
      getContent: (table, schema) => {
        const markdown = writePastedTable(table as HTMLTableElement)
        return markdown === '' ? Fragment.empty : Fragment.from(schema.text(markdown))
      },
    },
  ],
})

/** Attributes of lists and links in Markdown that the editor does not show. */
const StoryAttributes = Extension.create({
  name: 'storyAttributes',
  addGlobalAttributes: () => [
    { types: ['bulletList', 'orderedList'], attributes: { tight: { default: true, rendered: false } } },
    { types: ['link'], attributes: { auto: { default: false, rendered: false }, title: { default: null } } },
  ],
})

function createCard(name: string, attributes: Record<string, string>, cards: CardViews) {
  return Node.create({
    name,
    group: 'card',
    atom: true,
    draggable: true,
    selectable: true,
    addAttributes: () =>
      Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, { default: value }])),
    parseHTML: () => [{ tag: `div[data-story-${name}]`, getAttrs: (element) => isCard(name, element) && null }],
    renderHTML: ({ HTMLAttributes }) => ['div', { [`data-story-${name}`]: '', ...HTMLAttributes }],
    addNodeView: () => (properties) => cards.open(properties),
  })
}

function isCard(name: string, { id }: HTMLElement): boolean {
  return (name === 'spot' ? SPOT_ID : PHOTO_ID).test(id)
}

/**
 * Ctrl+Enter opens the publish panel, which the page handles. Without this extension it would also insert a line break,
 * or replace a selected spot or photo by one.
 */
const PublishKey = Extension.create({
  name: 'publishKey',
  priority: 1000,
  addKeyboardShortcuts: () => ({ 'Mod-Enter': () => true }),
})

/** Alt with an arrow key moves the selected spot or photo between the blocks. */
const CardMoves = Extension.create({
  name: 'cardMoves',
  addCommands: () => ({
    moveCard:
      (position, step) =>
      ({ state, tr, dispatch }) => {
        const node = state.doc.nodeAt(position)
        const index = state.doc.resolve(position).index()
        const other = state.doc.maybeChild(index + step)
        if (!node || !other) return false
        if (dispatch) {
          tr.delete(position, position + node.nodeSize)
          const to = step < 0 ? position - other.nodeSize : position + other.nodeSize
          tr.insert(to, node)
          tr.setSelection(NodeSelection.create(tr.doc, to)).scrollIntoView()
        }
        return true
      },
  }),
  addKeyboardShortcuts() {
    const move = (step: -1 | 1) => {
      const { selection } = this.editor.state
      if (!(selection instanceof NodeSelection) || !selection.node.type.isInGroup('card')) return false
      return this.editor.commands.moveCard(selection.from, step)
    }
    return { 'Alt-ArrowUp': () => move(-1), 'Alt-ArrowDown': () => move(1) }
  },
})
