import type { StoryMark, StoryNode } from './story-node.ts'

/** A word with its marks, and the white space before it. */
interface Word {
  text: string
  gap: string
  isCode: boolean
  marks: StoryMark[]
}

const DELIMITERS: Record<string, string> = { bold: '**', italic: '_', strike: '~~' }
const LETTER = /[^\s\p{P}\p{S}]/u
/** URLs that Markdown accepts unchanged between angle brackets. */
const BARE_ADDRESS = /^(?:https?:\/\/[^\s<>\\]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)$/

/** Converts text with marks to Markdown. Line breaks become line ends. */
export function writeInline(nodes: readonly StoryNode[]): string {
  const words = listWords(nodes)
  const writer = new InlineWriter()
  for (const [index, word] of words.entries()) writer.add(word, words.slice(index + 1))
  return writer.end()
}

/** Splits text at white space, because delimiters must not be next to it. */
function listWords(nodes: readonly StoryNode[]): Word[] {
  const words: Word[] = []
  let gap = ''
  for (const { type, text = '', marks = [] } of nodes) {
    if (type === 'hardBreak') gap += '\n'
    else if (marks.some((mark) => mark.type === 'code')) {
      addCode(words, { text, gap, isCode: true, marks: marks.filter((mark) => mark.type !== 'code') })
      gap = ''
    } else {
      for (const part of text.split(/(\s+)/)) {
        if (part === '') continue
        if (part.trim() === '') gap += part.replaceAll(/[\r\n]/g, ' ')
        else {
          words.push({ text: part, gap, isCode: false, marks })
          gap = ''
        }
      }
    }
  }
  return words
}

/** Joins code with the same marks, because adjacent spans such as `a``b` would have another meaning. */
function addCode(words: Word[], code: Word): void {
  const before = words.at(-1)
  const isOne =
    before?.isCode &&
    code.gap === '' &&
    before.marks.filter(isWritten).length === code.marks.filter(isWritten).length &&
    before.marks.every((mark) => code.marks.some((one) => isSame(one, mark)))
  if (before && isOne) before.text += code.text
  else words.push(code)
}

class InlineWriter {
  #text = ''
  #open: StoryMark[] = []
  /** Set after delimiters that must not be followed directly by a letter. */
  #needsNoLetter = false

  add(word: Word, following: readonly Word[]): void {
    const wanted = word.marks.filter(isWritten)
    const kept = this.#open.findIndex((mark) => !wanted.some((one) => isSame(one, mark)))
    this.#close(kept === -1 ? this.#open.length : kept)
    this.#addGap(word.gap)
    const missing = wanted.filter((mark) => !this.#open.some((one) => isSame(one, mark)))
    const bare = missing.find((mark) => isBare(word, mark, following))
    const lasting = missing
      .filter((mark) => mark !== bare)
      .toSorted((a, b) => countWords(b, following) - countWords(a, following))
    const text = writeWord(word, bare !== undefined)
    for (const [index, mark] of lasting.entries()) this.#start(mark, index === lasting.length - 1 ? text : '*')
    this.#addText(text)
  }

  end(): string {
    this.#close(0)
    return this.#text
  }

  #addGap(gap: string): void {
    if (this.#text === '' || gap === '') return
    const breaks = gap.split('\n').length - 1
    // Empty lines would end the paragraph.
    this.#text += breaks === 0 ? gap : `\n${'\\\n'.repeat(breaks - 1)}`
    this.#needsNoLetter = false
  }

  #start(mark: StoryMark, next: string): void {
    const delimiter = DELIMITERS[mark.type] ?? '['
    const isStuck = delimiter === '_' || (delimiter !== '[' && !LETTER.test(firstOf(next)))
    if (isStuck) this.#text = endWithEntity(this.#text)
    this.#text += delimiter
    this.#open.push(mark)
    this.#needsNoLetter = false
  }

  #addText(text: string): void {
    const first = firstOf(text)
    this.#text += this.#needsNoLetter && LETTER.test(first) ? startWithEntity(text) : text
    this.#needsNoLetter = false
  }

  #close(from: number): void {
    for (const mark of this.#open.splice(from).toReversed()) {
      const delimiter = DELIMITERS[mark.type]
      this.#needsNoLetter = delimiter === '_' || (delimiter !== undefined && !LETTER.test(lastOf(this.#text)))
      this.#text += delimiter ?? `](${writeAddress(mark)})`
    }
  }
}

function isWritten({ type, attrs }: StoryMark): boolean {
  return type in DELIMITERS || (type === 'link' && typeof attrs?.href === 'string' && attrs.href !== '')
}

function isSame(a: StoryMark, b: StoryMark): boolean {
  return a.type === b.type && a.attrs?.href === b.attrs?.href && a.attrs?.title === b.attrs?.title
}

function countWords(mark: StoryMark, following: readonly Word[]): number {
  const end = following.findIndex(({ marks }) => !marks.some((one) => isSame(one, mark)))
  return end === -1 ? following.length : end
}

/** Returns true for a link whose text is its own URL, such as <https://example.org>. */
function isBare({ text, isCode }: Word, mark: StoryMark, following: readonly Word[]): boolean {
  return mark.attrs?.auto === true && !isCode && BARE_ADDRESS.test(text) && countWords(mark, following) === 0
}

function writeWord({ text, isCode }: Word, isBareLink: boolean): string {
  if (isBareLink) return `<${text}>`
  return isCode ? writeCode(text.replaceAll(/[\r\n]+/g, ' ')) : escapeText(text)
}

function writeCode(text: string): string {
  const runs = new Set([...text.matchAll(/`+/g)].map(([run]) => run.length))
  let length = 1
  while (runs.has(length)) length++
  const fence = '`'.repeat(length)
  const isPadded = /^`|`$/.test(text) || (/^ .* $/.test(text) && text.trim() !== '')
  return isPadded ? `${fence} ${text} ${fence}` : fence + text + fence
}

function escapeText(text: string): string {
  const isInWord = (at: number) => LETTER.test(text[at - 1] ?? ' ') && LETTER.test(text[at + 1] ?? ' ')
  return text
    .replaceAll(/[\\`*[\]<~_]/g, (sign, at: number) => (sign === '_' && isInWord(at) ? sign : `\\${sign}`))
    .replaceAll(/&(?=#?\w+;)/g, '\\&')
}

function writeAddress({ attrs = {} }: StoryMark): string {
  const address = String(attrs.href).replaceAll(/[\s<>\\]/g, encodeURIComponent)
  const title = typeof attrs.title === 'string' ? attrs.title.replaceAll(/\s+/g, ' ').replaceAll(/["\\]/g, '\\$&') : ''
  return `<${address}>${title && ` "${title}"`}`
}

function firstOf(text: string): string {
  return /^./su.exec(text)?.[0] ?? ''
}

function lastOf(text: string): string {
  return /.$/su.exec(text)?.[0] ?? ''
}

/**
 * Writes the last letter as an entity, and also the letter before its delimiters, because the entity would otherwise
 * disable them.
 */
function endWithEntity(text: string): string {
  const last = lastOf(text)
  if (!LETTER.test(last)) return text
  // Between letters an underscore needs no escape, but beside an entity it does.
  const before = text.slice(0, -last.length).replace(/([^\s\p{P}\p{S}])_$/u, '$1\\_')
  const delimiters = /(?:\*\*|~~|_)+$/.exec(before)?.[0] ?? ''
  const start = before.slice(0, before.length - delimiters.length)
  return (delimiters ? endWithEntity(start) : start) + delimiters + asEntity(last)
}

function startWithEntity(text: string): string {
  const first = firstOf(text)
  return asEntity(first) + text.slice(first.length).replace(/^_/, '\\_')
}

/** Writes a letter as an entity, which counts as punctuation next to delimiters. */
function asEntity(letter: string): string {
  return LETTER.test(letter) ? `&#${letter.codePointAt(0)};` : letter
}
