export type Work = (n: number) => Promise<unknown>

/**
 * Repeats the work with a number of concurrent clients and returns how often per second it ran. Each run gets its own
 * number.
 */
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
