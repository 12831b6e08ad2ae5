import ArrowRight from 'lucide-react/icons/arrow-right'
import { href } from 'react-router'
import { isLandscape } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import type { ExploreResponse } from '#app/features/explore/explore-response.ts'
import { countFilters, noFilter, writeSpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import { type MapPosition, writeMapPosition } from '#app/features/explore/position/map-position.ts'
import { ClosedMark } from '#app/features/spots/cards/closed-mark.tsx'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { capitalize } from '#app/lib/format/number-words.ts'
import { describeWay } from '#app/lib/geo/bearing.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Bearing } from '#app/ui/display/bearing.tsx'
import { EmptyState } from '#app/ui/feedback/empty-state.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { describeEmptyView, describeMiss, describeRemoval } from '../filters/filter-words.ts'
import type { ExploreAddress } from '../state/use-explore-url.ts'

/** An empty view: why it is empty, the nearest spot that fits, and what to do. */
export function EmptyResults({
  address,
  nearest,
  origin,
  place,
}: {
  address: ExploreAddress
  /** The nearest spot that passes the filters. */
  nearest: ExploreResponse['nearest']
  /** The point that the distance to the nearest spot is measured from. */
  origin: Point & { name: string }
  /** The middle of the map. */
  place: MapPosition
}) {
  const { filter, linkTo } = address
  const count = countFilters(filter) + (filter.words === '' ? 0 : 1)
  return (
    <div className="explore-empty">
      <EmptyState
        headingLevel="h1"
        title={describeEmptyView(filter)}
        nearest={nearest && <NearestSpot nearest={nearest} from={origin} isFiltered={count > 0} />}
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
  isFiltered,
}: {
  nearest: NonNullable<ExploreResponse['nearest']>
  from: Point & { name: string }
  isFiltered: boolean
}) {
  const way = describeWay(from, nearest, from.name)
  const kind = isFiltered ? 'nearest match' : 'nearest spot'
  return (
    <div className="row">
      <CategoryIcon category={nearest.category} size={26} />
      <div className="min-w-0 flex-1">
        <SafeLink
          to={spotUrl(nearest)}
          className={classNames('card-link title explore-nearest-title', isLandscape(nearest.category) && 'nature')}
          dir="auto"
        >
          {nearest.title}
        </SafeLink>
        <p className="text-small text-ink-2">
          <ClosedMark spot={nearest} />{' '}
          <Bearing degrees={way.degrees} text={`${kind}, ${way.short}`} words={`${capitalize(kind)}, ${way.words}`} />
        </p>
      </div>
      <ArrowRight />
    </div>
  )
}
