/** The options of a form for when a secret link expires, counted from now. */
export const LINK_LIFETIMES = [
  { days: '1', label: 'In a day' },
  { days: '7', label: 'In a week' },
  { days: '30', label: 'In 30 days' },
  { days: '', label: 'Never' },
] as const

/** Returns true if a secret link has expired. Null stands for a link that never expires. */
export function hasExpired(expiresAt: string | null): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now()
}
