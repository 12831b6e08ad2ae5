/** The limit of all cached pages together. One page takes 50 to 200 kB. */
export const VISITOR_PAGES_BYTES = 32 * 1024 * 1024

/** A cache of limited size, which evicts the least recently used values. */
export interface PageCache<T> {
  get: (key: string) => T | undefined
  /** `countBytes` is called again later, because a page grows when it is first compressed. */
  set: (key: string, value: T, countBytes: () => number) => void
}

/** Creates an empty cache of at most `maxBytes`. */
export function createPageCache<T>(maxBytes: number): PageCache<T> {
  const cache = new Map<string, { value: T; countBytes: () => number }>()
  return {
    get(key) {
      const found = cache.get(key)
      if (!found) return undefined
      cache.delete(key)
      cache.set(key, found)
      return found.value
    },
    set(key, value, countBytes) {
      cache.delete(key)
      cache.set(key, { value, countBytes })
      let bytes = 0
      for (const page of cache.values()) bytes += page.countBytes()
      for (const [oldest, page] of cache) {
        if (bytes <= maxBytes) return
        bytes -= page.countBytes()
        cache.delete(oldest)
      }
    },
  }
}
