import type { ReactNode } from 'react'
import { isLandscape } from '#app/features/categories/categories.ts'
import { formatDegrees } from '#app/lib/geo/coordinates.ts'
import { toLocator } from '#app/lib/geo/locator.ts'
import { CardFrame } from '#app/ui/layout/card-frame.tsx'
import type { SpotSummary } from '../spot-summary.ts'
import { spotUrl } from '../spot-url.ts'
import { SpotLine } from './spot-line.tsx'
import { SpotPicture } from './spot-picture.tsx'
import { SpotRating } from './spot-rating.tsx'

/** A spot in a grid of cards. */
export function SpotCard({
  spot,
  tall = false,
  priority = false,
  headingLevel,
  children,
}: {
  spot: SpotSummary
  tall?: boolean
  /** True if the picture is in the first row of the page. */
  priority?: boolean
  headingLevel?: 'h2' | 'h3' | 'h4'
  children?: ReactNode
}) {
  return (
    <CardFrame
      to={spotUrl(spot)}
      title={spot.title}
      italic={isLandscape(spot.category)}
      tall={tall}
      headingLevel={headingLevel}
      margin={[formatDegrees(spot), toLocator(spot)]}
      picture={
        <SpotPicture
          spot={spot}
          format={tall ? 'tall' : 'card'}
          sizes="(width < 47.5rem) 50vw, (width < 67.5rem) 33vw, 20rem"
          priority={priority}
        />
      }
    >
      <SpotLine spot={spot} />
      {children}
      <SpotRating spot={spot} />
    </CardFrame>
  )
}
