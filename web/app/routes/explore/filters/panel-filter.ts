import { noFilter, parseSpotFilter, type SpotFilter } from '#app/features/explore/filters/spot-filter.ts'

/** Returns the filter that the panel's form describes. The member is not a field of the form, so it stays. */
export function readPanel(form: FormData, { by }: Pick<SpotFilter, 'by'>): SpotFilter {
  const entries = [...form].map(([name, value]) => [name, String(value)])
  return { ...parseSpotFilter(new URLSearchParams(entries)), by }
}

/** Returns the filter without the fields of the panel. The member and the order stay. */
export function clearPanel({ by, sort }: Pick<SpotFilter, 'by' | 'sort'>): SpotFilter {
  return { ...noFilter, by, sort }
}
