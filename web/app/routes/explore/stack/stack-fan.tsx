import { categories } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { layOutFan } from './fan-layout.ts'
import './stack.css'

const SIGN_PX = 28

/** The spots of a point as a ring of icons around it. */
export function StackFan({
  spots,
  onSelect,
  onHover,
}: {
  spots: SpotSummary[]
  onSelect: (id: string) => void
  onHover: (id: string | null) => void
}) {
  const { icons, discRadius } = layOutFan(spots.length)
  const placed = spots.map((spot, index) => ({ spot, ...(icons[index] ?? { x: 0, y: 0 }) }))
  return (
    <fieldset className="stack-fan" aria-label={`${formatCount(spots.length, 'spot')} at this point`}>
      <svg
        className="stack-fan-disc"
        width={2 * discRadius}
        height={2 * discRadius}
        viewBox={`${-discRadius} ${-discRadius} ${2 * discRadius} ${2 * discRadius}`}
        aria-hidden="true"
      >
        <circle className="stack-fan-ground" r={discRadius - 0.5} />
        {placed.map(({ spot, x, y }) => (
          <path key={spot.id} className="stack-fan-halo" d={`M0 0L${x} ${y}`} />
        ))}
        {placed.map(({ spot, x, y }) => (
          <path key={spot.id} className="stack-fan-leader" d={`M0 0L${x} ${y}`} />
        ))}
        <circle className="stack-fan-point" r={5} />
      </svg>
      {placed.map(({ spot, x, y }) => (
        <button
          key={spot.id}
          type="button"
          className="stack-fan-icon"
          style={{ translate: `${x}px ${y}px` }}
          aria-label={`${spot.title}, ${categories[spot.category].name}`}
          title={spot.title}
          onClick={() => onSelect(spot.id)}
          onPointerEnter={() => onHover(spot.id)}
          onPointerLeave={() => onHover(null)}
        >
          <CategoryIcon category={spot.category} size={SIGN_PX} halo />
        </button>
      ))}
    </fieldset>
  )
}
