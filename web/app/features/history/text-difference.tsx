import { formatCount } from '#app/lib/format/numbers.ts'
import type { DifferenceBlock, DifferencePart, TextDifference } from './compare-texts.ts'
import './text-difference.css'

/** Unchanged text shorter than this is shown between two changes. */
const SHORT_TEXT = 240
/** Characters of unchanged text on either side of a change in the compact form. */
const CONTEXT = 60

/**
 * A difference of two texts: removed words are struck through, added ones underlined. Long unchanged parts are folded.
 * `isCompact` also cuts unchanged words that are far from a change.
 */
export function TextDifferenceView({
  difference,
  isCompact = false,
}: {
  difference: TextDifference
  isCompact?: boolean
}) {
  const shown = isCompact ? difference.filter(({ isChanged }) => isChanged) : difference
  return (
    <div className="text-difference" dir="auto">
      {shown.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a difference never move
        <Block key={index} block={block} isCompact={isCompact} />
      ))}
    </div>
  )
}

function Block({ block: { isChanged, parts }, isCompact }: { block: DifferenceBlock; isCompact: boolean }) {
  const text = parts.map((part) => part.text).join('')
  if (isChanged || text.length <= SHORT_TEXT) {
    return (
      <p>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a difference never move
          <Part key={index} part={isCompact ? shorten(part, index, parts.length) : part} />
        ))}
      </p>
    )
  }
  const paragraphs = text.split('\n').filter((line) => line.trim() !== '').length
  return (
    <details className="text-difference-same">
      <summary>Show {formatCount(paragraphs, 'unchanged paragraph')}</summary>
      <p>{text}</p>
    </details>
  )
}

function Part({ part: { kind, text } }: { part: DifferencePart }) {
  if (kind === 'removed') return <del>{text}</del>
  if (kind === 'added') return <ins>{text}</ins>
  return <span>{text}</span>
}

/** Keeps the words of an unchanged part that stand next to a change. */
function shorten(part: DifferencePart, index: number, count: number): DifferencePart {
  const { kind, text } = part
  const [isFirst, isLast] = [index === 0, index === count - 1]
  const room = isFirst || isLast ? CONTEXT : 2 * CONTEXT
  if (kind !== 'same' || (isFirst && isLast) || text.length <= room + 20) return part
  const start = isFirst ? '' : `${text.slice(0, CONTEXT).replace(/\S*$/, '')}`
  const end = isLast ? '' : `${text.slice(-CONTEXT).replace(/^\S*/, '')}`
  return { kind, text: `${start}…${end}` }
}
