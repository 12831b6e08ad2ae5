import { tooBusy } from '../errors.ts'

/** Lets only so many tasks run at once; others wait, and are refused when too many wait already. */
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
    // The task that ends hands its place over, so the count stays.
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
