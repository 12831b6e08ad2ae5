/** The delay between a ready page and the first prefetch, in milliseconds. */
export const PREFETCH_DELAY_MS = 1000

declare global {
  interface Navigator {
    /** Not in every browser. */
    connection?: { effectiveType?: string; saveData?: boolean }
  }
}

/** Returns true on slow connections and with data saving turned on, where nothing is prefetched. */
export function isConnectionSpared({ connection }: Pick<Navigator, 'connection'>): boolean {
  return connection?.effectiveType === 'slow-2g' || connection?.saveData === true
}
