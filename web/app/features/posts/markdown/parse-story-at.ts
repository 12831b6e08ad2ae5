import { parseStory } from './parse-story.ts'
import type { StoryNode } from './story-node.ts'
import { writeStory } from './write-story.ts'

/** Characters for private use. Like letters, they do not end words or delimiters of Markdown. */
const [START, END] = ['\uE000', '\uE001'] as const

/** Nodes without content count as one position of the document, as in ProseMirror. */
const LEAVES = new Set(['spot', 'photo', 'hardBreak', 'horizontalRule'])

/** The distance in characters up to which a position in the text replaces an offset inside Markdown syntax. */
const REACH = 8

/**
 * Parses the Markdown of a story with a selection in it. `start` and `end` are offsets as text fields count them, and
 * `from` and `to` the positions in the document. A position inside of syntax moves to the text next to it. Space,
 * line breaks and empty paragraphs before the end are kept, although Markdown ignores them, because the writer is about
 * to continue there.
 */
export function parseStoryAt(body: string, start: number, end: number): { doc: StoryNode; from: number; to: number } {
  const text = body.replaceAll(/\r\n?/g, '\n')
  const plain = parseStory(text)
  const written = writeStory(plain)
  const marked = insertMark(text, end, END, written)
  if (marked === undefined) {
    const { size } = removeMarks(plain)
    return { doc: plain, from: size, to: size }
  }
  const range = start < end ? insertMark(marked, start, START, written) : undefined
  const { doc, size, found } = removeMarks(parseStory(range ?? marked))
  const to = found.get(END) ?? size
  return { doc, from: found.get(START) ?? to, to }
}

/** Inserts a mark near an offset, where it does not change the meaning of the text. Undefined if there is no place. */
function insertMark(text: string, offset: number, mark: string, written: string): string | undefined {
  for (const [at, before] of listPlaces(text, offset)) {
    const marked = text.slice(0, at) + before + mark + text.slice(at)
    const { doc, found } = removeMarks(parseStory(marked))
    if (found.has(mark) && writeStory(doc) === written) return marked
  }
  return undefined
}

/** Lists offsets and what to insert there before the mark, the best first. */
function* listPlaces(text: string, offset: number): Generator<[at: number, before: string]> {
  const near = (distance: number) =>
    [offset + distance, offset - distance].filter((at) => at >= 0 && at <= text.length).map((at) => [at, ''] as const)
  yield [offset, '']
  for (const [at, before] of near(1)) yield [at, before]
  // The start of a heading or list without text, or the line of a spot or photo.
  for (const before of [' ', '\n', '\n\n']) yield [offset, before]
  for (let distance = 2; distance <= REACH; distance++) for (const [at, before] of near(distance)) yield [at, before]
  const lineEnd = text.indexOf('\n', offset)
  yield [lineEnd === -1 ? text.length : lineEnd, '']
  yield [text.lastIndexOf('\n', offset - 1) + 1, '']
  yield [text.length, '\n\n']
}

/** Removes the marks from a document and returns their positions, and its size. */
function removeMarks({ content = [], ...doc }: StoryNode) {
  const found = new Map<string, number>()
  let size = 0
  const visit = (node: StoryNode): StoryNode[] => {
    if (LEAVES.has(node.type)) size += 1
    else if (node.text === undefined) {
      size += 1
      const inner = node.content?.flatMap(visit)
      size += 1
      return [{ ...node, ...(inner && { content: inner }) }]
    } else {
      let text = ''
      for (const letter of node.text) {
        if (letter === START || letter === END) found.set(letter, size + text.length)
        else text += letter
      }
      size += text.length
      return text === '' ? [] : [removeFromAddresses({ ...node, text })]
    }
    return [node]
  }
  const cleaned = content.flatMap(visit)
  return { doc: { ...doc, content: cleaned }, size, found }
}

/** Removes the marks from the URLs of links: a bare URL in the text is both text and link. */
function removeFromAddresses({ marks, ...node }: StoryNode): StoryNode {
  const remove = (address: string) =>
    [START, END].reduce((rest, mark) => rest.replaceAll(mark, '').replaceAll(encodeURIComponent(mark), ''), address)
  return {
    ...node,
    ...(marks && {
      marks: marks.map(({ attrs, ...mark }) => ({
        ...mark,
        ...(attrs && { attrs: { ...attrs, ...(attrs.href !== undefined && { href: remove(String(attrs.href)) }) } }),
      })),
    }),
  }
}
