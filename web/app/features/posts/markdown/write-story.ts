import type { StoryNode } from './story-node.ts'
import { writeInline } from './write-inline.ts'

/**
 * Converts the editor's document to Markdown. Parsing the result gives the same document: special characters are
 * escaped. Empty paragraphs are left out, since Markdown has none.
 */
export function writeStory(doc: StoryNode): string {
  const text = writeBlocks(doc.content ?? [], false).join('\n')
  return text === '' ? '' : `${text}\n`
}

/** Returns the lines of blocks, separated by empty lines unless they are those of a tight list. */
function writeBlocks(nodes: readonly StoryNode[], isTight: boolean): string[] {
  const lines: string[] = []
  let before: { type: string; isAlternate: boolean } | undefined
  for (const node of nodes) {
    // Two lists in a row stay two lists only with different markers.
    const isAlternate = before?.type === node.type && !before.isAlternate
    const own = writeBlock(node, isAlternate)
    if (own.length === 0) continue
    if (lines.length > 0 && !isTight) lines.push('')
    lines.push(...own)
    before = { type: node.type, isAlternate }
  }
  return lines
}

function writeBlock(node: StoryNode, isAlternate: boolean): string[] {
  const { type, attrs = {}, content = [] } = node
  switch (type) {
    case 'heading':
      return writeHeading(Number(attrs.level ?? 2), content)
    case 'bulletList':
    case 'orderedList':
      return writeList(node, isAlternate)
    case 'blockquote':
      return writeBlocks(content, false).map((line) => (line === '' ? '>' : `> ${line}`))
    case 'codeBlock':
      return writeCode(textOf(node), String(attrs.language ?? ''))
    case 'markdownBlock':
      return textOf(node)
        .split('\n')
        .filter((line) => line.trim() !== '')
    case 'horizontalRule':
      return ['___']
    case 'spot':
      return [`/spot/${attrs.id}`]
    case 'photo':
      return attrs.id ? [writePhoto(String(attrs.id), String(attrs.alt ?? ''), String(attrs.caption ?? ''))] : []
    default:
      return writeParagraph(content)
  }
}

function writeParagraph(content: readonly StoryNode[]): string[] {
  const text = writeInline(content)
  return text === '' ? [] : text.split('\n').map(escapeLineStart)
}

function writeHeading(level: number, content: readonly StoryNode[]): string[] {
  const text = writeInline(content.map((node) => (node.type === 'hardBreak' ? { type: 'text', text: ' ' } : node)))
  // A # at the end would close the heading.
  return text === '' ? [] : [`${'#'.repeat(level)} ${text.replace(/(#+)$/, '\\$1')}`]
}

function writeList({ type, attrs = {}, content: items = [] }: StoryNode, isAlternate: boolean): string[] {
  const isOrdered = type === 'orderedList'
  const start = Math.min(Math.max(0, Number(attrs.start ?? 1)), 900_000_000)
  const isTight = attrs.tight !== false && items.every(isTightItem)
  const lines: string[] = []
  items.forEach((item, index) => {
    const marker = isOrdered ? `${start + index}${isAlternate ? ')' : '.'}` : markerOf(isAlternate)
    const [first = '', ...others] = writeItem(item, isTight)
    const indent = ' '.repeat(marker.length + 1)
    if (lines.length > 0 && !isTight) lines.push('')
    lines.push(first === '' ? marker : `${marker} ${first}`)
    lines.push(...others.map((line) => (line === '' ? '' : indent + line)))
  })
  return lines
}

/** A line of markers alone would be a thematic break, so the inner list starts on the next line. */
function writeItem({ content = [] }: StoryNode, isTight: boolean): string[] {
  const lines = writeBlocks(content, isTight)
  return /^[-*\s]+$/.test(lines[0] ?? '') ? ['', ...lines] : lines
}

function markerOf(isAlternate: boolean): string {
  return isAlternate ? '*' : '-'
}

/** A paragraph with lists below it needs no empty lines, unless Markdown would read the lists as its text. */
function isTightItem({ content = [] }: StoryNode): boolean {
  const [, ...others] = content.filter(hasText)
  return others.every(
    ({ type, attrs, content: items = [] }) =>
      type.endsWith('List') && (attrs?.start ?? 1) === 1 && items[0]?.content?.[0] && hasText(items[0].content[0]),
  )
}

function hasText(node: StoryNode): boolean {
  return writeBlock(node, false).length > 0
}

function writeCode(text: string, language: string): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [fence + language.replaceAll(/[`\s]+/g, ''), ...(text === '' ? [] : text.split('\n')), fence]
}

function writePhoto(id: string, alt: string, caption: string): string {
  const title = caption.trim() === '' ? '' : ` "${escapeAll(caption, /[\\"]/g)}"`
  return `![${escapeAll(alt, /[\\[\]]/g)}](/photo/${id}${title})`
}

function escapeAll(text: string, characters: RegExp): string {
  return text.replaceAll(/\s+/g, ' ').trim().replaceAll(characters, '\\$&')
}

/** Escapes characters that would start a heading, quote, list, rule or table, or embed a spot. */
function escapeLineStart(line: string): string {
  if (/^(?:\/spot\/[a-z0-9]+\/?$|#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=]+\s*$|[|:-][|:\s-]*$)/.test(line)) return `\\${line}`
  return line.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

function textOf({ content = [] }: StoryNode): string {
  return content.map(({ text = '' }) => text).join('')
}
