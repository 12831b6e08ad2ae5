/** How long after a page is ready anything is fetched ahead. */
export const PREFETCH_DELAY_MS = 1000

declare global {
  interface Navigator {
    /** Not in every browser. */
    connection?: { effectiveType?: string; saveData?: boolean }
  }
}

/** Whether the connection is so slow that nothing is fetched ahead, or its owner wants it so. */
export function isConnectionSpared({ connection }: Pick<Navigator, 'connection'>): boolean {
  return connection?.effectiveType === 'slow-2g' || connection?.saveData === true
}
