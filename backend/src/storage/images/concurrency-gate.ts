import { tooBusy } from '../errors.ts'

/** Runs a limited number of tasks concurrently; others wait, and are rejected when too many wait. */
export type Gate = <Result>(task: () => Promise<Result>) => Promise<Result>

export function createGate(runningLimit: number, waitingLimit: number): Gate {
  let runningCount = 0
  const waiting: (() => void)[] = []
  const enter = async () => {
    if (runningCount < runningLimit) {
      runningCount += 1
      return
    }
    if (waiting.length >= waitingLimit) throw tooBusy()
    // The finished task hands its slot to the next one, so the count does not change.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else runningCount -= 1
  }
  return async (task) => {
    await enter()
    try {
      return await task()
    } finally {
      leave()
    }
  }
}
