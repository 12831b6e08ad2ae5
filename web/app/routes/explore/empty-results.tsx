import ArrowRight from 'lucide-react/icons/arrow-right'
import { href } from 'react-router'
import { isLandscape } from '#app/features/categories/categories.ts'
import { CategoryMark } from '#app/features/categories/category-mark.tsx'
import type { ExploreReply } from '#app/features/explore/explore-reply.ts'
import { type MapPosition, writeMapPosition } from '#app/features/explore/map-position.ts'
import { countFilters, noFilter, writeSpotFilter } from '#app/features/explore/spot-filter.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { describeWay } from '#app/lib/geo/bearing.ts'
import { distanceMeters } from '#app/lib/geo/distance.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Bearing } from '#app/ui/display/bearing.tsx'
import { EmptyState } from '#app/ui/feedback/empty-state.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { describeMiss, describeRemoval } from './filter-words.ts'
import type { ExploreAddress } from './use-explore-url.ts'

/** A spot that is further away is not shown. */
const NEAREST_METERS = 300_000

/** An empty view: why it is empty, the nearest spot, and what to do. */
export function EmptyResults({
  address,
  nearest,
  origin,
  place,
}: {
  address: ExploreAddress
  nearest: ExploreReply['nearest']
  /** The point that the distance to the nearest spot is measured from. */
  origin: Point & { name: string }
  /** The middle of the map. */
  place: MapPosition
}) {
  const { filter, linkTo } = address
  const count = countFilters(filter) + (filter.words === '' ? 0 : 1)
  // The nearest spot is found without filters, and one in another country helps no one.
  const isNear = nearest !== null && count === 0 && distanceMeters(origin, nearest) <= NEAREST_METERS
  return (
    <div className="explore-empty">
      <EmptyState
        headingLevel="h1"
        title="No spots here yet"
        nearest={isNear && <NearestSpot nearest={nearest} from={origin} />}
        actions={
          <>
            {count > 0 && (
              <LinkButton variant="primary" {...linkTo({ ...noFilter, sort: filter.sort })}>
                {describeRemoval(count)}
              </LinkButton>
            )}
            <LinkButton
              variant={count > 0 ? 'secondary' : 'primary'}
              to={{ pathname: href('/submit'), search: `?${writeMapPosition(place)}` }}
            >
              Add a spot here
            </LinkButton>
          </>
        }
      >
        <p>{describeMiss(filter) || 'There are no spots in this part of the map.'}</p>
      </EmptyState>
      {count > 0 && (
        <p className="explore-empty-more">
          Not sure where? <TextLink to={{ search: `?${writeSpotFilter(filter)}` }}>Search the whole map</TextLink>
        </p>
      )}
    </div>
  )
}

function NearestSpot({
  nearest,
  from,
}: {
  nearest: NonNullable<ExploreReply['nearest']>
  from: Point & { name: string }
}) {
  const way = describeWay(from, nearest, from.name)
  return (
    <div className="row">
      <CategoryMark category={nearest.category} size={26} />
      <div className="min-w-0 flex-1">
        <SafeLink
          to={spotUrl(nearest)}
          className={classNames('card-link title explore-nearest-title', isLandscape(nearest.category) && 'nature')}
          dir="auto"
        >
          {nearest.title}
        </SafeLink>
        <p className="text-small text-ink-2">
          <Bearing degrees={way.degrees} text={`nearest spot, ${way.short}`} words={`Nearest spot, ${way.words}`} />
        </p>
      </div>
      <ArrowRight />
    </div>
  )
}
