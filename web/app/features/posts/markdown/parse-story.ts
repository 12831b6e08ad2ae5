import type { Token } from 'markdown-it'
import { tokenizeMarkdown } from '#app/lib/markdown/markdown.ts'
import { splitStory } from '../split-story.ts'
import { parseInline } from './parse-inline.ts'
import type { StoryNode } from './story-node.ts'

/** Nodes that contain blocks, by the token that opens them. */
const CONTAINERS: Record<string, (token: Token) => StoryNode> = {
  bullet_list_open: () => ({ type: 'bulletList', attrs: { tight: true }, content: [] }),
  ordered_list_open: (token) => ({
    type: 'orderedList',
    attrs: { start: Number(token.attrGet('start') ?? 1), tight: true },
    content: [],
  }),
  list_item_open: () => ({ type: 'listItem', content: [] }),
  blockquote_open: () => ({ type: 'blockquote', content: [] }),
}

/** Parses the Markdown of a story into the editor's document, with the same parser that renders it for readers. */
export function parseStory(body: string): StoryNode {
  const content = splitStory(body).flatMap((piece): StoryNode[] => {
    if (piece.kind === 'spot') return [{ type: 'spot', attrs: { id: piece.spotId } }]
    if (piece.kind === 'photo') {
      const { photoId, altText, caption } = piece
      return [{ type: 'photo', attrs: { id: photoId, alt: altText, caption } }]
    }
    return parseBlocks(tokenizeMarkdown(piece.markdown))
  })
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

function parseBlocks(tokens: Token[]): StoryNode[] {
  const root: StoryNode = { type: 'doc', content: [] }
  const open = [root]
  const add = (node: StoryNode) => open.at(-1)?.content?.push(node)
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token
    const container = CONTAINERS[token.type]?.(token)
    if (container) {
      add(container)
      open.push(container)
    } else if (token.type.replace('_close', '_open') in CONTAINERS) complete(open.pop())
    else if (token.type === 'table_open') {
      const end = tokens.findIndex(({ type }, at) => at > index && type === 'table_close')
      add({ type: 'markdownBlock', content: [{ type: 'text', text: writeTable(tokens.slice(index, end)) }] })
      index = end
    } else {
      if (token.type === 'paragraph_open' && !token.hidden) markLoose(open)
      const node = parseLeaf(token, tokens[index - 1])
      if (node) add(node)
    }
  }
  return root.content ?? []
}

/** A paragraph that is not hidden makes the list around its item a loose one. */
function markLoose(open: StoryNode[]): void {
  const list = open.at(-1)?.type === 'listItem' ? open.at(-2) : undefined
  if (list) list.attrs = { ...list.attrs, tight: false }
}

/** Every list item starts with a paragraph, and no container is empty. */
function complete(node: StoryNode | undefined): void {
  if (!node?.content) return
  const isItem = node.type === 'listItem'
  if (isItem ? node.content[0]?.type !== 'paragraph' : node.content.length === 0) node.content.unshift(emptyOf(node))
}

function emptyOf({ type }: StoryNode): StoryNode {
  return type.endsWith('List') ? { type: 'listItem', content: [{ type: 'paragraph' }] } : { type: 'paragraph' }
}

function parseLeaf(token: Token, before: Token | undefined): StoryNode | undefined {
  if (token.type === 'hr') return { type: 'horizontalRule' }
  if (token.type === 'fence' || token.type === 'code_block') {
    const text = token.content.replace(/\n$/, '')
    const language = token.info.trim() || null
    return { type: 'codeBlock', attrs: { language }, ...(text && { content: [{ type: 'text', text }] }) }
  }
  if (token.type !== 'inline') return undefined
  const content = parseInline(token.children ?? [])
  const level = before?.type === 'heading_open' ? levelOf(before.markup) : undefined
  return {
    ...(level ? { type: 'heading', attrs: { level } } : { type: 'paragraph' }),
    ...(content.length > 0 && { content }),
  }
}

function levelOf(markup: string): number {
  if (markup.startsWith('#')) return markup.length
  return markup === '=' ? 1 : 2
}

/** Writes a table as Markdown again: the editor shows it as its text. */
function writeTable(tokens: Token[]): string {
  const rows: string[][] = []
  const aligns: string[] = []
  tokens.forEach((token, index) => {
    if (token.type === 'tr_open') rows.push([])
    if (token.type !== 'th_open' && token.type !== 'td_open') return
    rows.at(-1)?.push((tokens[index + 1]?.content ?? '').replaceAll('|', '\\|'))
    if (token.type === 'th_open') aligns.push(ALIGNS[String(token.attrGet('style')).split(':')[1] ?? ''] ?? '---')
  })
  const [head = [], ...others] = rows
  return [head, aligns, ...others].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const ALIGNS: Record<string, string> = { left: ':--', center: ':-:', right: '--:' }
