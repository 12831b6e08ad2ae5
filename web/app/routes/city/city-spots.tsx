import { href } from 'react-router'
import { type CategoryId, categories } from '#app/features/categories/categories.ts'
import { SpotCard } from '#app/features/spots/cards/spot-card.tsx'
import { CardGrid } from '#app/ui/layout/card-grid.tsx'
import { Section } from '#app/ui/layout/section.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { CityPage } from './city-page.ts'

const BEST_SHOWN = 8
const NEWEST_SHOWN = 4

/** The best spots of a city, then the newest others. */
export function CitySpots({ page, category }: { page: CityPage; category: CategoryId | undefined }) {
  const best = category ? page.best : page.best.slice(0, BEST_SHOWN)
  const shown = new Set(best.map(({ id }) => id))
  const newest = page.newest.filter(({ id }) => !shown.has(id)).slice(0, NEWEST_SHOWN)
  const { lat, lng } = page.city
  const search = `?lat=${lat.toFixed(4)}&lng=${lng.toFixed(4)}&z=12${category ? `&kind=${category}` : ''}`
  const all = <TextLink to={{ pathname: href('/explore'), search }}>All spots</TextLink>
  return (
    <>
      <Section className="city-best" title={category ? categories[category].name : 'Start with these'} more={all}>
        <CardGrid>
          {best.map((spot, index) => (
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
