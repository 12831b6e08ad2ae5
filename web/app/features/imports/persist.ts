const PAUSES_MS = [1000, 3000, 10_000, 30_000]

/** Retries after a pause, because a server that restarts is back within seconds. */
export async function persist<T>(attempt: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await attempt()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return attempt()
}
