import { DataError } from '#app/lib/supabase.ts'

const PAUSES_MS = [1000, 3000, 10_000, 30_000]
/** The client errors that another attempt may avoid: timeouts and rate limits. */
const PASSING = [408, 425, 429]

/**
 * Retries after a pause, because a server that restarts is back within seconds. Requests that the server has rejected
 * are not sent again.
 */
export async function persist<T>(attempt: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await attempt()
    } catch (error) {
      if (error instanceof DataError && isRejection(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return attempt()
}

function isRejection({ status }: DataError): boolean {
  return status >= 400 && status < 500 && !PASSING.includes(status)
}
