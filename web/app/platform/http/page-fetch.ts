/** The total number of attempts. */
const ATTEMPTS = 3
/** The statuses after which ofetch retries reads. */
const RETRIED_STATUSES = new Set([408, 409, 425, 429, 500, 502, 503, 504])
/** The files that navigations request: page data, the route manifest, builds and payloads. */
const PAGE_FILE = /(?:\.data|\/__manifest|\/builds\/[^?]+\.json|\/_payload\.json)$/

/**
 * Returns a `fetch` that retries the files of navigations: once after a status of `RETRIED_STATUSES`, and up to
 * three attempts when the network fails. Other calls, writes and aborted calls are passed through.
 */
export function createPageFetch(fetchOnce: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (!isPageFile(input, init)) return fetchOnce(input, init)
    let mayRetryStatus = true
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await fetchOnce(input, init)
        if (!mayRetryStatus || attempt === ATTEMPTS || !RETRIED_STATUSES.has(response.status)) return response
        mayRetryStatus = false
      } catch (error) {
        if (attempt === ATTEMPTS || init?.signal?.aborted) throw error
      }
    }
  }
}

function isPageFile(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): boolean {
  if (input instanceof Request || (init?.method ?? 'GET').toUpperCase() !== 'GET') return false
  return PAGE_FILE.test(new URL(input, 'http://own.invalid').pathname)
}
