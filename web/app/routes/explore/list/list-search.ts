/** The search parameter for how many items of a long list to show, and its limits: `list_page` of the database. */
export const ITEMS_PARAMETER = { name: 'most', step: 500, max: 3000 } as const

/** The search parameter on the page of a new copy: the number of spots that were left out of it. */
export const LEFT_OUT_PARAMETER = 'left-out'

/** Returns the number of items that a URL requests. */
export function readMostItems(parameters: URLSearchParams): number {
  const wanted = Number(parameters.get(ITEMS_PARAMETER.name))
  if (!Number.isInteger(wanted) || wanted < ITEMS_PARAMETER.step) return ITEMS_PARAMETER.step
  return Math.min(wanted, ITEMS_PARAMETER.max)
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
