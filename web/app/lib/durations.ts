/** Durations in milliseconds. */
export const seconds = (count: number) => count * 1000
export const minutes = (count: number) => seconds(count * 60)
export const days = (count: number) => minutes(count * 24 * 60)
