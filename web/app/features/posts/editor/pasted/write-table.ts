import { isOpenLink } from '#app/lib/markdown/is-open-link.ts'
import type { StoryMark, StoryNode } from '../../markdown/story-node.ts'
import { writeInline } from '../../markdown/write-inline.ts'

const MARKS: Record<string, string> = {
  B: 'bold',
  STRONG: 'bold',
  I: 'italic',
  EM: 'italic',
  S: 'strike',
  DEL: 'strike',
}
const ALIGNS: Record<string, string> = { left: ':--', center: ':-:', right: '--:' }

/** Converts a pasted table to Markdown, which the editor shows as text. The first row becomes the header. */
export function writePastedTable(table: HTMLTableElement): string {
  const rows = [...table.rows].map((row) => [...row.cells])
  const width = Math.max(0, ...rows.map((cells) => cells.reduce((sum, { colSpan }) => sum + colSpan, 0)))
  const [head = [], ...others] = rows.map((cells) => fill(cells, width))
  const aligns = Array.from({ length: width }, (_, index) => ALIGNS[alignOf(rows[0]?.[index])] ?? '---')
  return [head, aligns, ...others].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Markdown has no merged cells, so the remaining cells of a merged one are empty. */
function fill(cells: readonly HTMLTableCellElement[], width: number): string[] {
  const texts = cells.flatMap((cell) => [writeCell(cell), ...Array<string>(Math.max(0, cell.colSpan - 1)).fill('')])
  return [...texts, ...Array<string>(Math.max(0, width - texts.length)).fill('')]
}

function writeCell(cell: HTMLTableCellElement): string {
  return writeInline(listTexts(cell, []))
    .replaceAll(/\\?\s*\n/g, ' ')
    .replaceAll('|', '\\|')
}

function alignOf(cell: HTMLTableCellElement | undefined): string {
  return cell?.style.textAlign || cell?.align || ''
}

function listTexts(element: Element, marks: readonly StoryMark[]): StoryNode[] {
  return [...element.childNodes].flatMap((child): StoryNode[] => {
    if (child.nodeType === Node.TEXT_NODE)
      return [{ type: 'text', text: (child.textContent ?? '').replaceAll(/\s+/g, ' '), marks: [...marks] }]
    if (!(child instanceof Element)) return []
    if (child.tagName === 'BR') return [{ type: 'text', text: ' ' }]
    const texts = listTexts(child, [...marks, ...marksOf(child, marks)])
    return child.matches('p, div, li') ? [...texts, { type: 'text', text: ' ' }] : texts
  })
}

function marksOf(element: Element, before: readonly StoryMark[]): StoryMark[] {
  const { fontWeight = '', fontStyle = '' } = 'style' in element ? (element as HTMLElement).style : {}
  const found: StoryMark[] = []
  const name = MARKS[element.tagName]
  if (name && !(name === 'bold' && fontWeight === 'normal')) found.push({ type: name })
  if (/^(?:bold|[6-9]00)$/.test(fontWeight)) found.push({ type: 'bold' })
  if (fontStyle === 'italic') found.push({ type: 'italic' })
  const href = element.tagName === 'A' ? (element.getAttribute('href') ?? '') : ''
  if (isOpenLink(href)) found.push({ type: 'link', attrs: { href } })
  return found.filter(({ type }) => !before.some((mark) => mark.type === type))
}
