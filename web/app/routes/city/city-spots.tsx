import { href } from 'react-router'
import { type CategoryId, categories } from '#app/features/categories/categories.ts'
import { BEST_LOVED_NOTE } from '#app/features/explore/best-loved-note.ts'
import { SpotCard } from '#app/features/spots/cards/spot-card.tsx'
import { CardGrid } from '#app/ui/layout/card-grid.tsx'
import { Section } from '#app/ui/layout/section.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { type CityPage, type CitySort, citySearch, citySorts } from './city-page.ts'

const TITLES: Record<CitySort, string> = { best: 'Start with these', newest: 'Newest first' }
const SORT_WORDS: Record<CitySort, string> = { best: 'Best loved', newest: 'Newest' }
const BEST_SHOWN = 8
const NEWEST_SHOWN = 4

/** The spots of a city in the chosen order. The best ones are followed by the newest of the others. */
export function CitySpots({
  page,
  category,
  sort,
}: {
  page: CityPage
  category: CategoryId | undefined
  sort: CitySort
}) {
  const best = category ? page.best : page.best.slice(0, BEST_SHOWN)
  const main = sort === 'best' ? best : page.newest
  const shown = new Set(main.map(({ id }) => id))
  const newest = page.newest.filter(({ id }) => !shown.has(id)).slice(0, NEWEST_SHOWN)
  const title = category ? categories[category].name : TITLES[sort]
  return (
    <>
      <Section className="city-best" title={title} more={<CitySortLinks {...{ page, category, sort }} />}>
        {sort === 'best' && main.some(({ review_count }) => review_count > 0) && (
          <p className="city-best-note">{BEST_LOVED_NOTE}</p>
        )}
        <CardGrid>
          {main.map((spot, index) => (
            <SpotCard key={spot.id} spot={spot} priority={index < 4} />
          ))}
        </CardGrid>
      </Section>
      {newest.length > 0 && (
        <Section title="New here">
          <CardGrid>
            {newest.map((spot) => (
              <SpotCard key={spot.id} spot={spot} />
            ))}
          </CardGrid>
        </Section>
      )}
    </>
  )
}

/** Links to the other order and to all spots on the map, which keep the category. */
function CitySortLinks({
  page: { city },
  category,
  sort,
}: {
  page: CityPage
  category: CategoryId | undefined
  sort: CitySort
}) {
  const kind = category ? `&kind=${category}` : ''
  const place = `?lat=${city.lat.toFixed(4)}&lng=${city.lng.toFixed(4)}&z=12`
  return (
    <span className="city-sort">
      {citySorts.map((one) => (
        <TextLink
          key={one}
          className="city-sort-link touch-area"
          to={{ search: citySearch({ category, sort: one }) }}
          aria-current={one === sort ? 'true' : undefined}
          preventScrollReset
        >
          {SORT_WORDS[one]}
        </TextLink>
      ))}
      <TextLink to={{ pathname: href('/explore'), search: `${place}${sort === 'best' ? '' : `&sort=${sort}`}${kind}` }}>
        All spots
      </TextLink>
    </span>
  )
}
