/** Lets only so many tasks run at once. Others wait; with too many waiting already, `refuse` makes the error to throw. */
export function createConcurrencyGate(options: { running: number; waiting: number; createError: () => Error }) {
  let runningCount = 0
  const waiting: (() => void)[] = []
  const enter = async () => {
    if (runningCount < options.running) {
      runningCount += 1
      return
    }
    if (waiting.length >= options.waiting) throw options.createError()
    // The task that ends hands its place over, so the count stays.
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
