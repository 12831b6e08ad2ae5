import { href } from 'react-router'
import type { SpotSummary } from './spot-summary.ts'

/** Returns the URL path of a spot's page. */
export function spotUrl(spot: Pick<SpotSummary, 'id'>): string {
  return href('/spot/:id', { id: spot.id })
}

/** Returns the city of a spot, else its country; empty at sea. */
export function placeOf({ city, country_code }: Pick<SpotSummary, 'city' | 'country_code'>): string {
  if (city) return city.name
  if (!country_code) return ''
  countryNames ??= new Intl.DisplayNames('en', { type: 'region' })
  return countryNames.of(country_code) ?? country_code
}

/** Created on first use, because creating it takes a browser long and most spots have a city. */
let countryNames: Intl.DisplayNames | undefined
