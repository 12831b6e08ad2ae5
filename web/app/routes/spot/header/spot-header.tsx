import { href } from 'react-router'
import { categories, isLandscape } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { formatCount } from '#app/lib/format/numbers.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { ScaleMarks } from '#app/ui/display/scale-marks.tsx'
import { Tag } from '#app/ui/display/tag.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { SpotDetail, SpotPage } from '../spot-page.ts'
import { DistanceFrom } from './distance-from.tsx'
import { SpotBreadcrumbs } from './spot-breadcrumbs.tsx'

/** Longer titles are set smaller, so that they leave room for the content. */
const LONG_TITLE = 48

/** Location, title, category and rating. */
export function SpotHeader({ page: { spot, city } }: { page: SpotPage }) {
  return (
    <header className="spot-head">
      <SpotBreadcrumbs spot={spot} city={city} />
      <h1
        className={classNames(
          'title spot-title',
          spot.title.length > LONG_TITLE && 'is-long',
          isLandscape(spot.category) && 'nature',
        )}
        dir="auto"
      >
        {spot.title}
      </h1>
      <div className="spot-meta-row">
        <p className="spot-category">
          <CategoryIcon category={spot.category} size={23} />
          <SafeLink
            className="spot-category-link touch-area"
            to={{ pathname: href('/explore'), search: `?kind=${spot.category}` }}
          >
            {categories[spot.category].name}
          </SafeLink>
          {city && (
            <span className="spot-category-city dotted">
              <TextLink to={href('/city/:name', { name: city.slug })} dir="auto">
                {city.name}
              </TextLink>
            </span>
          )}
        </p>
        {spot.tags.length > 0 && <SpotTags tags={spot.tags} />}
        <div className="spot-measures">
          <SpotScore spot={spot} />
          <DistanceFrom spot={spot} city={city} />
        </div>
      </div>
    </header>
  )
}

function SpotTags({ tags }: { tags: string[] }) {
  return (
    <ul className="spot-tags" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Tag to={{ pathname: href('/explore'), search: `?${new URLSearchParams({ tag })}` }}>{tag}</Tag>
        </li>
      ))}
    </ul>
  )
}

function SpotScore({ spot: { rating_average, review_count } }: { spot: SpotDetail }) {
  if (rating_average === null) return null
  return (
    <a className="rating spot-score touch-area" href="#reviews">
      <ScaleMarks value={rating_average} blocks={5} width={72} />
      <span className="sr-only">Rated {rating_average.toFixed(1)} of 5, </span>
      <b aria-hidden="true">{rating_average.toFixed(1)}</b>
      <span className="rating-count">{formatCount(review_count, 'review')}</span>
    </a>
  )
}
