import { formatCount } from '#app/lib/format/numbers.ts'
import { ScaleMarks } from './scale-marks.tsx'

const blocks = 5

/** A rating as a scale bar, followed by its number and the count of ratings. */
export function Rating({ value, count, width = 56 }: { value: number; count?: number; width?: number }) {
  const words = `Rated ${value.toFixed(1)} of ${blocks}${count === undefined ? '' : `, ${formatCount(count, 'review')}`}`
  return (
    <span className="rating">
      <ScaleMarks value={value} blocks={blocks} width={width} />
      <span className="sr-only">{words}</span>
      <b aria-hidden="true">{value.toFixed(1)}</b>
      {count !== undefined && (
        <span className="rating-count" aria-hidden="true">
          {count}
        </span>
      )}
    </span>
  )
}
