import type { ConnectionPool } from '../connections/connection-pool.ts'
import type { Connection } from '../connections/pipelined-connection.ts'
import { DatabaseError } from './database-error.ts'
import { createQueries, type Executor, type Queries } from './queries.ts'
import { createSession } from './session.ts'
import type { Result, Statement } from './statement.ts'

export interface Transaction extends Queries {
  /** Runs work whose statements are undone when it fails, without ending the transaction. */
  savepoint<Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value>
}

/** One connection outside a transaction, for locks that belong to the session. */
export interface ReservedSql extends Queries {
  release(): void
}

/** A pool that runs SQL. Each statement runs in its own transaction. */
export interface Sql extends Queries {
  /** The connections, for callers that run statements on them by themselves. */
  pool: ConnectionPool
  /** Runs statements on a connection that was last used for the same, if one is free, because it has its plans. */
  preferring(use: string): Queries
  /**
   * Runs work in a transaction. Commits when it succeeds and rolls back when it throws. `use` is that of
   * {@link preferring}.
   */
  begin<Value>(work: (transaction: Transaction) => Promise<Value>, use?: string): Promise<Value>
  reserve(): Promise<ReservedSql>
  /** Closes the connections. Cuts off those still in use after `timeoutMs`. */
  end(timeoutMs?: number): Promise<void>
}

export function createSql(pool: ConnectionPool): Sql {
  const methods: Omit<Sql, keyof Queries> = {
    pool,
    preferring: (use) => createQueries(createPoolExecutor(pool, use)),
    begin: (work, use) => runTransaction(pool, work, use),
    reserve: async () => {
      const { connection, release } = await pool.acquire()
      return Object.assign(createQueries(createExecutor(connection)), { release })
    },
    end: (timeoutMs) => pool.close(timeoutMs),
  }
  return Object.assign(createQueries(createPoolExecutor(pool)), methods)
}

function createPoolExecutor(pool: ConnectionPool, use?: string): Executor {
  const lend = async <Value>(work: (executor: Executor) => Promise<Value>): Promise<Value> => {
    const { connection, release } = await pool.acquire(use)
    try {
      return await work(createExecutor(connection))
    } finally {
      release()
    }
  }
  return {
    run: (statement) => lend(({ run }) => run(statement)),
    runScript: (text) => lend(({ runScript }) => runScript(text)),
  }
}

function createExecutor(connection: Connection): Executor {
  return {
    run: async (statement) => {
      const [result] = await connection.run([statement]).catch((error: unknown) => {
        // A migration made its plan stale. The connection has forgotten the statement and parses it again.
        if (isPlanStale(error)) return connection.run([statement])
        throw error
      })
      if (!result) throw new Error('The statement has no result.')
      return result
    },
    runScript: connection.runScript,
  }
}

function isPlanStale(error: unknown): boolean {
  return error instanceof DatabaseError && error.routine === 'RevalidateCachedQuery'
}

async function runTransaction<Value>(
  pool: ConnectionPool,
  work: (transaction: Transaction) => Promise<Value>,
  use: string | undefined,
): Promise<Value> {
  const { connection, release } = await pool.acquire(use)
  const session = createSession(connection)
  try {
    // Shares the round trip of the first statement. If it fails, that one fails as well.
    control(session, 'begin').catch(() => {})
    const value = await work(createTransaction(session))
    const { command } = await control(session, 'commit')
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back: one of its statements had failed.')
    return value
  } catch (error) {
    await control(session, 'rollback').catch(() => {})
    throw error
  } finally {
    release()
  }
}

function control(session: Executor, text: string): Promise<Result> {
  const statement: Statement = { text, parameters: [], prepare: true, describe: false }
  return session.run(statement)
}

function createTransaction(session: Executor): Transaction {
  let count = 0
  const transaction: Transaction = Object.assign(createQueries(session), {
    savepoint: async <Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value> => {
      count += 1
      const name = `savepoint_${count}`
      control(session, `savepoint ${name}`).catch(() => {})
      try {
        return await work(transaction)
      } catch (error) {
        await control(session, `rollback to ${name}`).catch(() => {})
        throw error
      }
    },
  })
  return transaction
}
