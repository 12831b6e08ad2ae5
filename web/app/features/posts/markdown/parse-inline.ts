import type { Token } from 'markdown-it'
import { listAddresses } from '#app/lib/markdown/markdown.ts'
import type { StoryMark, StoryNode } from './story-node.ts'

const MARKS: Record<string, string> = { strong_open: 'bold', em_open: 'italic', s_open: 'strike' }

/** Returns the inline tokens of a block as text nodes with marks, and line breaks. */
export function parseInline(tokens: Token[]): StoryNode[] {
  const nodes: StoryNode[] = []
  let marks: StoryMark[] = []
  for (const token of tokens) {
    const { type, content } = token
    if (type === 'softbreak' || type === 'hardbreak') nodes.push({ type: 'hardBreak' })
    else if (type === 'link_open') marks = [...marks, toLink(token)]
    else if (MARKS[type]) marks = [...marks, { type: MARKS[type] }]
    else if (type.endsWith('_close')) marks = marks.slice(0, -1)
    else if (type === 'code_inline') addText(nodes, content, [...marks, { type: 'code' }])
    else addText(nodes, content, marks)
  }
  return nodes.flatMap(linkAddresses)
}

/**
 * Links the URLs in a text. In Markdown, an escape as in `example\\.org` or a link without a URL can keep a URL from
 * being linked. The text is written back without either, and would then have links.
 */
function linkAddresses(node: StoryNode): StoryNode[] {
  const { text, marks = [] } = node
  if (text === undefined || marks.some((mark) => mark.type === 'link' || mark.type === 'code')) return [node]
  const nodes: StoryNode[] = []
  let end = 0
  for (const address of listAddresses(text)) {
    addText(nodes, text.slice(end, address.start), marks)
    const link = { type: 'link', attrs: { href: address.href, title: null, auto: true } }
    addText(nodes, text.slice(address.start, address.end), [...marks, link])
    end = address.end
  }
  if (end === 0) return [node]
  addText(nodes, text.slice(end), marks)
  return nodes
}

/** `auto` marks a link that is written as its bare URL. */
function toLink(token: Token): StoryMark {
  const isAuto = token.markup === 'linkify' || token.markup === 'autolink' || token.info === 'auto'
  return { type: 'link', attrs: { href: token.attrGet('href') ?? '', title: token.attrGet('title'), auto: isAuto } }
}

function addText(nodes: StoryNode[], text: string, marks: StoryMark[]): void {
  if (text === '') return
  const last = nodes.at(-1)
  // Merges two marks of one type, as in ****a****, and drops links without a URL.
  const unique = marks.filter(
    ({ type, attrs }, index) => attrs?.href !== '' && marks.findIndex((mark) => mark.type === type) === index,
  )
  if (last?.text !== undefined && JSON.stringify(last.marks ?? []) === JSON.stringify(unique)) last.text += text
  else nodes.push({ type: 'text', text, ...(unique.length > 0 && { marks: unique }) })
}
