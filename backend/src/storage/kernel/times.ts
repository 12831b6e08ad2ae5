/** ISO 8601 in UTC with milliseconds, as the wire shows times; null stays null. */
export function formatTime(time: Date | null): string | null {
  return time === null ? null : time.toISOString()
}
