/** The periods after which a secret link can expire, from now on, as the options of a form. */
export const LINK_LIFETIMES = [
  { days: '1', label: 'In a day' },
  { days: '7', label: 'In a week' },
  { days: '30', label: 'In 30 days' },
  { days: '', label: 'Never' },
] as const

/** Returns true if a link opens nothing any more. Null: it does not expire. */
export function hasExpired(expiresAt: string | null): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now()
}
