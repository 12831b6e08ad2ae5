import { formatCount, formatNumber, pickPlural } from '#app/lib/format/numbers.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { ScaleMarks } from '#app/ui/display/scale-marks.tsx'
import { describeRating } from './rating-words.ts'
import './reviews.css'

/** The minimum number of reviews for a distribution. */
const FEWEST = 5

/**
 * The average rating beside five bars, each a link to the reviews with that rating. Renders nothing if there are only a
 * few reviews.
 */
export function RatingDistribution({
  steps,
  chosen,
  linkTo,
}: {
  /** The number of reviews by rating. */
  steps: Readonly<Record<string, number>>
  chosen: number | null
  /** Returns the link to one rating, or to all. */
  linkTo: (rating: number | null) => string
}) {
  const rows = [5, 4, 3, 2, 1].map((rating) => ({ rating, count: steps[rating] ?? 0 }))
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  if (total < FEWEST) return null
  const average = rows.reduce((sum, { rating, count }) => sum + rating * count, 0) / total
  const highest = Math.max(...rows.map(({ count }) => count))
  return (
    <div className="distribution">
      <div className="distribution-average">
        <span className="distribution-number">{average.toFixed(1)}</span>
        <ScaleMarks value={average} blocks={5} width={96} />
        <span className="text-small text-ink-2">Average of {formatCount(total, 'review')}</span>
      </div>
      <ul className="distribution-bars">
        {rows.map(({ rating, count }) => (
          <li key={rating}>
            <SafeLink
              className="distribution-row"
              to={linkTo(chosen === rating ? null : rating)}
              preventScrollReset
              rel="nofollow"
              aria-current={chosen === rating ? 'true' : undefined}
            >
              <span>{describeRating(rating)}</span>
              <span className="distribution-bar">
                <span style={{ inlineSize: `${(100 * count) / highest}%` }} />
              </span>
              <span className="distribution-count">
                {formatNumber(count)}
                <span className="sr-only">{pickPlural(count, ' review', ' reviews')}</span>
              </span>
            </SafeLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
