import { type ChangeObject, diffArrays } from 'diff'

/** A run of words that both versions have, or only one of them. */
export interface DifferencePart {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** One or more neighbouring lines of a text. */
export interface DifferenceBlock {
  isChanged: boolean
  parts: DifferencePart[]
}

/** The difference of two texts in reading order: blocks of unchanged lines between blocks that changed. */
export type TextDifference = DifferenceBlock[]

/**
 * The maximum number of changes, since the duration grows with its square. Beyond it, the whole old and new text is
 * shown.
 */
const MAX_CHANGED_WORDS = 2000
const MAX_CHANGED_LINES = 1000

/** Compares two texts line by line, and changed lines word by word, in every script. */
export function compareTexts(before: string, after: string): TextDifference {
  const [old, changed] = [splitLines(before), splitLines(after)]
  const lines = diffArrays(old, changed, { maxEditLength: MAX_CHANGED_LINES })
  if (lines === undefined) return [compareWords(before, after)]
  return groupRuns(lines).map(({ removed, added, same }) =>
    same.length > 0
      ? { isChanged: false, parts: [{ kind: 'same', text: same.join('\n') }] }
      : compareWords(removed.join('\n'), added.join('\n')),
  )
}

function compareWords(before: string, after: string): DifferenceBlock {
  const words = diffArrays(splitWords(before), splitWords(after), { maxEditLength: MAX_CHANGED_WORDS })
  if (words === undefined) return { isChanged: true, parts: listParts(before, after) }
  const parts = groupRuns(joinAcrossSpaces(words)).flatMap(({ removed, added, same }): DifferencePart[] =>
    same.length > 0 ? [{ kind: 'same', text: same.join('') }] : listParts(removed.join(''), added.join('')),
  )
  return { isChanged: true, parts }
}

/** Two changes with only a space between them read as one. */
function joinAcrossSpaces(changes: ChangeObject<string[]>[]): ChangeObject<string[]>[] {
  const isChange = (change: ChangeObject<string[]> | undefined) =>
    change !== undefined && (change.added || change.removed)
  return changes.flatMap((change, index) => {
    const isSpace = !isChange(change) && change.value.join('').trim() === ''
    if (!isSpace || !isChange(changes[index - 1]) || !isChange(changes[index + 1])) return [change]
    return [
      { ...change, removed: true, added: false },
      { ...change, removed: false, added: true },
    ]
  })
}

interface Run {
  removed: string[]
  added: string[]
  same: string[]
}

/** Collects neighbouring changes, so that all removed text of a place comes before all added text. */
function groupRuns(changes: ChangeObject<string[]>[]): Run[] {
  const runs: Run[] = []
  for (const { added, removed, value } of changes) {
    const last = runs.at(-1)
    const isChange = added || removed
    const run = last && isChange === (last.same.length === 0) ? last : { removed: [], added: [], same: [] }
    if (run !== last) runs.push(run)
    if (removed) run.removed.push(...value)
    else if (added) run.added.push(...value)
    else run.same.push(...value)
  }
  return runs
}

/** A space that ends both versions is part of neither change. */
function listParts(removed: string, added: string): DifferencePart[] {
  const end = removed !== '' && added !== '' && /\s$/.test(removed) && removed.at(-1) === added.at(-1) ? -1 : undefined
  const parts: DifferencePart[] = [
    { kind: 'removed', text: removed.slice(0, end) },
    { kind: 'added', text: added.slice(0, end) },
    { kind: 'same', text: end ? added.slice(end) : '' },
  ]
  return parts.filter(({ text }) => text !== '')
}

/** Forms and editors write different line breaks, which do not count as changes. */
function splitLines(text: string): string[] {
  return text === '' ? [] : text.split(/\r?\n/)
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** Splits a text into words, spaces and punctuation, even in scripts that have no spaces between words. */
function splitWords(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
