/**
 * Limits how many tasks run at the same time. Others wait in a queue. If the queue is full, throws the error from
 * `createError`.
 */
export function createConcurrencyGate(options: { running: number; waiting: number; createError: () => Error }) {
  let runningCount = 0
  const waiting: (() => void)[] = []
  const enter = async () => {
    if (runningCount < options.running) {
      runningCount += 1
      return
    }
    if (waiting.length >= options.waiting) throw options.createError()
    // The finished task passes its slot on, so the count stays the same.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else runningCount -= 1
  }
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    await enter()
    try {
      return await task()
    } finally {
      leave()
    }
  }
}
