/** The total number of attempts. */
const ATTEMPTS = 3

/** Receives failed calls. */
export type FetchLog = Pick<Console, 'warn' | 'error'>

/**
 * Creates the `fetch` of the data client. It makes up to three attempts, of any method, when the network fails. Any
 * response counts as a success, regardless of its status. Aborted calls and calls with a stream body are not retried.
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

/** Drops the query, which may contain email addresses. */
function describe(input: Parameters<typeof fetch>[0]): string {
  const { origin, pathname } = new URL(input instanceof Request ? input.url : input)
  return origin + pathname
}
