/** Distinguishes the response to the latest of several calls from outdated ones. */
export interface LatestCall {
  /** Starts a call, which outdates earlier ones. Returns a function that is true while the call is the latest. */
  start(): () => boolean
  /** Outdates the latest call. */
  cancel(): void
}

export function createLatestCall(): LatestCall {
  let latest = 0
  return {
    start() {
      latest += 1
      const own = latest
      return () => latest === own
    },
    cancel() {
      latest += 1
    },
  }
}
