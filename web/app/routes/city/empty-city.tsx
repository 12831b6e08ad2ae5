import { href } from 'react-router'
import { isLandscape } from '#app/features/categories/categories.ts'
import { CategoryLabel } from '#app/features/categories/category-label.tsx'
import { ClosedMark } from '#app/features/spots/cards/closed-mark.tsx'
import { SpotPicture } from '#app/features/spots/cards/spot-picture.tsx'
import { placeOf, spotUrl } from '#app/features/spots/spot-url.ts'
import { describeWay } from '#app/lib/geo/bearing.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Bearing } from '#app/ui/display/bearing.tsx'
import { EmptyState } from '#app/ui/feedback/empty-state.tsx'
import { CardLine } from '#app/ui/layout/card-line.tsx'
import { ListRow } from '#app/ui/layout/list-row.tsx'
import type { CityPage } from './city-page.ts'

/** A city without spots: what is near, and how to add the first one. */
export function EmptyCity({ page: { city, nearest } }: { page: CityPage }) {
  const search = `?lat=${city.lat.toFixed(4)}&lng=${city.lng.toFixed(4)}`
  return (
    <div className="city-empty">
      <EmptyState
        title="No spots here yet"
        actions={
          <>
            <LinkButton to={{ pathname: href('/submit'), search }}>Add the first spot</LinkButton>
            <LinkButton variant="quiet" to={{ pathname: href('/explore'), search: `${search}&z=8` }}>
              Look around
            </LinkButton>
          </>
        }
        nearest={nearest.length > 0 && <NearestSpots city={city} spots={nearest} />}
      >
        {nearest.length > 0 ? `Nearest to ${city.name}:` : 'There are no spots within 50 kilometres either.'}
      </EmptyState>
    </div>
  )
}

function NearestSpots({ city, spots }: { city: CityPage['city']; spots: CityPage['nearest'] }) {
  return (
    <ul>
      {spots.map((spot) => {
        const way = describeWay(city, spot, city.name)
        const place = placeOf(spot)
        return (
          <ListRow
            key={spot.id}
            to={spotUrl(spot)}
            title={spot.title}
            italic={isLandscape(spot.category)}
            picture={<SpotPicture spot={spot} format="thumb" sizes="5.75rem" />}
          >
            <CardLine>
              <CategoryLabel category={spot.category} size={18} />
              {place && (
                <span className="dotted">
                  <bdi>{place}</bdi>
                </span>
              )}
              <ClosedMark spot={spot} />
            </CardLine>
            <CardLine>
              <Bearing degrees={way.degrees} text={way.short} words={way.words} />
            </CardLine>
          </ListRow>
        )
      })}
    </ul>
  )
}
