/** How often a call is tried in all. */
const ATTEMPTS = 3

/** Where failures of calls are told. */
export type FetchLog = Pick<Console, 'warn' | 'error'>

/**
 * The `fetch` of the data client: three attempts in all, one right after the other, of any method, when a call does not come through
 * at all. An answer is an answer, whatever its status. Not tried again: what was given up, and a body that can be read only once.
 */
export function createBackendFetch(fetchOnce: typeof fetch, log: FetchLog = console): typeof fetch {
  return async (input, init) => {
    const address = describe(input)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await fetchOnce(input instanceof Request ? input.clone() : input, init)
      } catch (error) {
        if (isGivenUp(input, init) || init?.body instanceof ReadableStream) throw error
        if (attempt === ATTEMPTS) {
          log.error(`Error fetching request ${address}`, error)
          throw error
        }
        log.warn(`Retrying fetch attempt ${attempt + 1} for request: ${address}`)
      }
    }
  }
}

function isGivenUp(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): boolean {
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
  return signal?.aborted ?? false
}

/** Without its query, which may hold addresses of members. */
function describe(input: Parameters<typeof fetch>[0]): string {
  const { origin, pathname } = new URL(input instanceof Request ? input.url : input)
  return origin + pathname
}
