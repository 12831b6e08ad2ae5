/** Returns the id in a query parameter, or undefined if it is malformed. */
export function readId(value: string | null): number | undefined {
  return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}
