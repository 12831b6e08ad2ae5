import { href } from 'react-router'
import type { CitySummary } from './city-summary.ts'

/** The address of a city's page. */
export function cityUrl(city: Pick<CitySummary, 'slug'>): string {
  return href('/city/:name', { name: city.slug })
}
