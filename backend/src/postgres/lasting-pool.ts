import postgres from 'postgres'

type Sql = postgres.Sql
type Transaction = postgres.TransactionSql
type Work = (transaction: Transaction) => unknown

/** How long requests on the other connections of a pool that is left may take. */
const DRAIN_SECONDS = 60

/**
 * A pool that outlives its connections. postgres.js writes to a socket that is gone, which no caller can catch, and sends what
 * was meant for a lost connection on the one that is opened in its place, so after a loss the next query takes a new pool. A
 * transaction whose connection is lost fails, and says nothing more on it.
 */
export function openLastingPool(open: (onclose: () => void) => Sql, onEnd = () => {}): Sql {
  let isEnding = false
  const start = (): Sql => {
    const pool = open(() => renew(pool))
    return pool
  }
  let current = start()
  const renew = (lost: Sql) => {
    if (isEnding || lost !== current) return
    current = start()
    void lost.end({ timeout: DRAIN_SECONDS }).catch(() => {})
  }
  const methods: Record<PropertyKey, unknown> = {
    begin: (...call: [Work] | [string, Work]) => begin(current, call),
    end: (options?: { timeout?: number }) => {
      isEnding = true
      onEnd()
      return current.end(options)
    },
  }
  return new Proxy(current, {
    apply: (_first, self, parameters) => Reflect.apply(current, self, parameters),
    get: (_first, name) => (Object.hasOwn(methods, name) ? methods[name] : Reflect.get(current, name)),
  })
}

async function begin(pool: Sql, call: [Work] | [string, Work]): Promise<unknown> {
  const [options, work] = call.length === 2 ? call : ['', call[0]]
  let isLost = false
  const running = pool.begin(options, async (transaction) => {
    const result = await settle(work(stopWhen(transaction, () => isLost))).catch(async (error: unknown) => {
      if (isLost || isConnectionLost(error)) await new Promise(() => {})
      throw error
    })
    // Commit or rollback would be written to nowhere. Whoever waits has been told already.
    if (isLost) await new Promise(() => {})
    return result
  })
  running.catch(() => {
    isLost = true
  })
  return running
}

/** A list of queries is waited for as postgres.js does it: they are not sent before somebody waits. */
async function settle(result: unknown): Promise<unknown> {
  return Array.isArray(result) ? Promise.all(result) : result
}

/** The transaction, which refuses every statement once its connection is lost. */
function stopWhen(transaction: Transaction, isLost: () => boolean): Transaction {
  return new Proxy(transaction, {
    apply(target, self, parameters) {
      if (isLost()) throw new Error('The connection of this transaction was lost.')
      return Reflect.apply(target, self, parameters)
    },
    get(target, name) {
      if (isLost()) throw new Error('The connection of this transaction was lost.')
      return Reflect.get(target, name)
    },
  })
}

/** Whether an error means that the connection is gone, whatever became of the statement. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return error.severity === 'FATAL' || error.severity === 'PANIC'
  return error instanceof Error && 'code' in error && /^(CONNECTION_|EPIPE$|ECONNRESET$)/.test(String(error.code))
}
