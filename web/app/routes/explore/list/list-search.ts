/** The search parameter for how many items of a long list to show, and its limits: `list_page` of the database. */
export const MOST_ITEMS = { name: 'most', step: 500, largest: 3000 } as const

/** Returns the number of items that a URL requests. */
export function readMostItems(parameters: URLSearchParams): number {
  const wanted = Number(parameters.get(MOST_ITEMS.name))
  if (!Number.isInteger(wanted) || wanted < MOST_ITEMS.step) return MOST_ITEMS.step
  return Math.min(wanted, MOST_ITEMS.largest)
}

/** Returns the URL of the same list with one search parameter set or removed. */
export function withParameter(parameters: URLSearchParams, name: string, value: string | null): { search: string } {
  const search = new URLSearchParams(parameters)
  if (value === null) search.delete(name)
  else search.set(name, value)
  return { search: `?${search}` }
}

/** Returns the parameters with these names, as far as they are set. */
export function pickParameters(parameters: URLSearchParams, names: string[]): URLSearchParams {
  return new URLSearchParams([...parameters].filter(([name]) => names.includes(name)))
}
