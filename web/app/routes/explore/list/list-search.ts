/** Returns the address of the same list with one more parameter, or without one. */
export function withParameter(parameters: URLSearchParams, name: string, value: string | null): { search: string } {
  const search = new URLSearchParams(parameters)
  if (value === null) search.delete(name)
  else search.set(name, value)
  return { search: `?${search}` }
}
