import type { Connection } from '../connections/pipelined-connection.ts'
import { DatabaseError } from './database-error.ts'
import type { Executor } from './queries.ts'
import type { Result, Statement } from './statement.ts'

interface Task {
  what: Statement | string
  resolve(results: Result[]): void
  reject(error: unknown): void
}

/**
 * Runs the statements of one transaction, the first of which must begin it, in order. Those that are requested in the
 * same tick, or while others run, share a round trip. Rejects statements after the end of the transaction.
 */
export function createSession(connection: Connection): Executor {
  let tasks: Task[] = []
  let isBusy = false
  let isEnded = false

  const flush = async () => {
    while (tasks.length > 0 && !isEnded) {
      const batch = takeBatch(tasks)
      tasks = tasks.slice(batch.length)
      await runBatch(connection, batch)
      isEnded = !connection.isInTransaction || !connection.isOpen
    }
    for (const { reject } of tasks.splice(0)) reject(transactionEnded())
    isBusy = false
  }
  const add = async (what: Statement | string): Promise<Result[]> => {
    if (isEnded) throw transactionEnded()
    const { promise, resolve, reject } = Promise.withResolvers<Result[]>()
    tasks.push({ what, resolve, reject })
    if (!isBusy) {
      isBusy = true
      queueMicrotask(() => void flush())
    }
    return promise
  }
  return {
    run: async (statement) => {
      const [result] = await add(statement)
      if (!result) throw new Error('The statement has no result.')
      return result
    },
    runScript: add,
  }
}

const transactionEnded = () => new Error('The transaction of this statement has ended.')

/** Removes and returns the first script alone, or all statements before it. */
function takeBatch(tasks: Task[]): Task[] {
  const end = tasks.findIndex(({ what }) => typeof what === 'string')
  return tasks.slice(0, end < 0 ? tasks.length : Math.max(end, 1))
}

async function runBatch(connection: Connection, batch: Task[]): Promise<void> {
  const settle = (results: Result[]) => {
    for (const [i, result] of results.entries()) batch[i]?.resolve([result])
  }
  try {
    const [first] = batch
    if (first && typeof first.what === 'string') first.resolve(await connection.runScript(first.what))
    else settle(await connection.run(batch.flatMap(({ what }) => (typeof what === 'string' ? [] : [what]))))
  } catch (error) {
    if (error instanceof DatabaseError) settle(error.completed)
    // Has no effect on promises that are already settled.
    for (const { reject } of batch) reject(error)
  }
}
