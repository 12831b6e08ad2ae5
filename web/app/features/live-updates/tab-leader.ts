/**
 * Leads the tabs of this browser that share a name, as soon as no other one does. Returns a function that steps down.
 * Pages over plain http have no Web Locks, so each of their tabs leads itself.
 */
export function electTabLeader(name: string, lead: () => () => void, locks: LockManager | undefined): () => void {
  if (!locks) return lead()
  const waiting = new AbortController()
  let stepDown: () => void = () => undefined
  const left = new Promise<void>((resolve) => {
    stepDown = resolve
  })
  const holdUntilLeft = async () => {
    if (waiting.signal.aborted) return
    const stop = lead()
    await left
    stop()
  }
  // Rejects when the tab leaves before its turn.
  locks.request(name, { signal: waiting.signal }, holdUntilLeft).catch(() => undefined)
  return () => {
    waiting.abort()
    stepDown()
  }
}
