import { categories } from '#app/features/categories/categories.ts'
import { toBreadcrumbs } from '#app/features/share/json-ld.tsx'
import { placeOf } from '#app/features/spots/spot-url.ts'
import { getSiteName, pageTitle } from '#app/platform/config/site-name.ts'
import type { SpotPage } from '../spot-page.ts'
import { isOpenToAll } from '../spot-status.ts'
import { placeTypes } from './place-type.ts'

const DESCRIPTION_LENGTH = 200

/** Returns title, description and robots directives, for search engines and link previews. */
export function describeSpotPage({ spot }: SpotPage) {
  const place = placeOf(spot)
  const kind = categories[spot.category].name
  const title = place ? `${spot.title}, ${place}` : spot.title
  const words = toPlainText(spot.description) || `${kind}${place ? ` in ${place}` : ''}, on ${getSiteName()}.`
  const description = shorten(words, DESCRIPTION_LENGTH)
  return [
    { title: pageTitle(title) },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'place' },
    { property: 'place:location:latitude', content: String(spot.lat) },
    { property: 'place:location:longitude', content: String(spot.lng) },
    ...(isOpenToAll(spot) ? [] : [{ name: 'robots', content: 'noindex, nofollow' }]),
  ]
}

/** Describes the spot with the schema.org vocabulary, for search engines. */
export function toSpotJsonLd({ spot, city, photos }: SpotPage, siteUrl: string) {
  return {
    '@context': 'https://schema.org',
    '@type': placeTypes[spot.category],
    '@id': `${siteUrl}/spot/${spot.id}`,
    url: `${siteUrl}/spot/${spot.id}`,
    name: spot.title,
    description: toPlainText(spot.description) || undefined,
    geo: { '@type': 'GeoCoordinates', latitude: spot.lat, longitude: spot.lng },
    address: {
      '@type': 'PostalAddress',
      streetAddress: spot.address ?? undefined,
      addressLocality: city?.name,
      addressCountry: spot.country_code ?? undefined,
    },
    sameAs: spot.website ?? undefined,
    keywords: spot.tags.length > 0 ? spot.tags.join(', ') : undefined,
    isAccessibleForFree: spot.access === 'free' ? true : undefined,
    image: photos.map(({ id, width }) => `${siteUrl}/photo/${id}/${Math.min(width, 1920)}.webp`),
    aggregateRating:
      spot.rating_average === null
        ? undefined
        : {
            '@type': 'AggregateRating',
            ratingValue: spot.rating_average,
            reviewCount: spot.review_count,
            bestRating: 5,
          },
  }
}

/** Returns the breadcrumbs of the spot: the site, its city, and itself. */
export function toSpotBreadcrumbs({ spot, city }: SpotPage, siteUrl: string) {
  return toBreadcrumbs([
    { name: getSiteName(), url: `${siteUrl}/` },
    ...(city ? [{ name: city.name, url: `${siteUrl}/city/${city.slug}` }] : []),
    { name: spot.title, url: `${siteUrl}/spot/${spot.id}` },
  ])
}

/** Strips Markdown syntax, well enough for a preview of a sentence or two. */
export function toPlainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*_#>~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text.slice(0, length - 1).replace(/\s+\S*$/, '')}…`
}
