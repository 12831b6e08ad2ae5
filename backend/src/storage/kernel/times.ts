/** Formats a time as ISO 8601 in UTC with milliseconds; null stays null. */
export function formatTime(time: Date | null): string | null {
  return time === null ? null : time.toISOString()
}
