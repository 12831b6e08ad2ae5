import { href } from 'react-router'
import { placeOf } from '#app/features/spots/spot-url.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { SpotPage } from '../spot-page.ts'

/** Country, region and city of a spot, or a note that no city is near. */
export function SpotBreadcrumbs({ spot, city }: Pick<SpotPage, 'spot' | 'city'>) {
  const country = city?.country_name ?? placeOf({ ...spot, city: null })
  const region = city?.admin1_name === city?.name ? null : city?.admin1_name
  return (
    <nav aria-label="Where it is" className="spot-breadcrumbs">
      <ol>
        {[country, region].filter(Boolean).map((name) => (
          <li key={name} dir="auto">
            {name}
          </li>
        ))}
        <li dir="auto">
          {city ? (
            <TextLink to={href('/city/:name', { name: city.slug })}>{city.name}</TextLink>
          ) : (
            'no city within 60 km'
          )}
        </li>
      </ol>
    </nav>
  )
}
