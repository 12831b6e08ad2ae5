import type { ComponentProps } from 'react'
import { isLandscape } from '#app/features/categories/categories.ts'
import { describeWay } from '#app/lib/geo/bearing.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { Bearing } from '#app/ui/display/bearing.tsx'
import { Rating } from '#app/ui/display/rating.tsx'
import { ListRow } from '#app/ui/layout/list-row.tsx'
import type { SpotSummary } from '../spot-summary.ts'
import { spotUrl } from '../spot-url.ts'
import { SpotLine } from './spot-line.tsx'
import { SpotPicture } from './spot-picture.tsx'
import './spot-measures.css'

/** A spot in a list beside a map: picture, title, category, place, rating, distance and direction. */
export function SpotListRow({
  spot,
  from,
  selected = false,
  priority = false,
  headingLevel = 'h2',
  ...row
}: {
  spot: SpotSummary
  /** The point that distances are measured from; `name` follows "of", such as "Turin". Null to show none. */
  from: (Point & { name: string }) | null
  selected?: boolean
  priority?: boolean
  headingLevel?: 'h2' | 'h3'
} & Pick<ComponentProps<'li'>, 'className' | 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'>) {
  return (
    <ListRow
      {...row}
      to={spotUrl(spot)}
      title={spot.title}
      italic={isLandscape(spot.category)}
      headingLevel={headingLevel}
      selected={selected}
      picture={<SpotPicture spot={spot} format="thumb" sizes="92px" priority={priority} />}
    >
      <SpotLine spot={spot} />
      <SpotMeasures spot={spot} from={from} />
    </ListRow>
  )
}

/** Rating at the start, distance and direction at the end of a line. */
export function SpotMeasures({ spot, from }: { spot: SpotSummary; from: (Point & { name: string }) | null }) {
  const way = from && describeWay(from, spot, from.name)
  return (
    <div className="spot-measures">
      {spot.rating_average === null ? (
        <span className="text-ink-3">Not rated yet</span>
      ) : (
        <Rating value={spot.rating_average} count={spot.review_count} width={50} />
      )}
      {way && <Bearing degrees={way.degrees} text={way.short} words={way.words} />}
    </div>
  )
}
