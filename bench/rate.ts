export type Work = (n: number) => Promise<unknown>

/** Does the work with so many clients at once, and tells how often a second it was done. Each time has a number of its own. */
export async function rate(work: Work, clients: number, durationMs: number): Promise<number> {
  const start = performance.now()
  let begun = 0
  let done = 0
  const client = async () => {
    while (performance.now() - start < durationMs) {
      begun += 1
      await work(begun)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return (done * 1000) / (performance.now() - start)
}
