/** Durations in milliseconds. */
export const seconds = (count: number) => count * 1000
export const minutes = (count: number) => seconds(count * 60)
