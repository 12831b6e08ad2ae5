import { ConnectionError } from '../statements/database-error.ts'
import type { Connection } from './pipelined-connection.ts'

const CLOSE_TIMEOUT_MS = 5000
/** A waiter is passed over for this time at most, in favour of those who use a connection like its last user. */
const PASS_OVER_MS = 100
/** The number of checks for idle connections in one `idleMs`. */
const SWEEPS_PER_IDLE_TIME = 3

export interface PoolOptions {
  /** Maximum number of connections. */
  size: number
  /** A connection that is older is replaced when it is released. */
  lifetimeMs: number
  /** Maximum wait for a connection when all are busy. Unlimited by default. */
  acquireTimeoutMs?: number | undefined
  /**
   * Idle connections are closed after this time, except for {@link keep}. Each takes 2 to 10 MB of PostgreSQL's
   * memory. By default none is closed.
   */
  idleMs?: number
  /** The number of idle connections that stay open, 1 by default. */
  keep?: number
}

/** Connections that are opened on demand and used by one caller at a time. */
export interface ConnectionPool {
  /**
   * Returns a connection, which the caller must release. `use` is its purpose, such as a role: a connection that had
   * the same use last is preferred, because it has its plans. Throws ConnectionError `POOL_TIMEOUT` when all are busy
   * for too long, `POOL_CLOSED`, or the error of the attempt to open a connection.
   */
  acquire(use?: string): Promise<Lease>
  /**
   * Rejects new and waiting callers, waits for those that hold a connection, and cuts them off after 5 s by default.
   */
  close(timeoutMs?: number): Promise<void>
}

export interface Lease {
  connection: Connection
  /** Returns the connection. One that is lost, in a transaction or too old is closed instead. */
  release(): void
}

interface Slot {
  connection: Connection
  openedAt: number
  idleSince: number
  /** Its last use. */
  use: string | undefined
}

interface Waiter {
  use: string | undefined
  since: number
  /** Passes on a connection, or undefined when the waiter may open one. */
  resolve(slot: Slot | undefined): void
  reject(error: Error): void
}

/** Creates a pool. It opens no connection yet. */
export function createConnectionPool(open: () => Promise<Connection>, options: PoolOptions): ConnectionPool {
  const { size, lifetimeMs, acquireTimeoutMs, idleMs = Number.POSITIVE_INFINITY, keep = 1 } = options
  /** The longest idle ones are at the front. */
  const idle: Slot[] = []
  const slots = new Set<Slot>()
  const waiting = new Set<Waiter>()
  const closed = Promise.withResolvers<void>()
  let opening = 0
  let isClosed = false
  let sweep: NodeJS.Timeout | undefined

  /** Takes the first waiter, or the first for the same use. */
  const takeWaiter = (use?: string): Waiter | undefined => {
    const [first] = waiting
    const isPassable = first && first.use !== use && Date.now() - first.since < PASS_OVER_MS
    const next = (isPassable && [...waiting].find((waiter) => waiter.use === use)) || first
    if (next) waiting.delete(next)
    return next
  }
  /** Lets the next waiter open a connection in place of one that was closed. */
  const passPlace = () => {
    if (isClosed && slots.size + opening === 0) closed.resolve()
    const next = takeWaiter()
    if (!next) return
    opening += 1
    next.resolve(undefined)
  }
  const drop = (slot: Slot) => {
    if (!slots.delete(slot)) return
    void slot.connection.close()
    passPlace()
  }
  const release = (slot: Slot) => {
    const { connection, openedAt } = slot
    // A restart of the server also closes idle connections, and the pool may not have been notified yet.
    if (!connection.isOpen) for (const other of idle.splice(0)) drop(other)
    const isWorn = Date.now() - openedAt > lifetimeMs
    if (!connection.isOpen || connection.isInTransaction || isWorn || isClosed) {
      drop(slot)
      return
    }
    const next = takeWaiter(slot.use)
    if (next) {
      next.resolve(slot)
      return
    }
    slot.idleSince = Date.now()
    idle.push(slot)
    if (slots.size > keep && idleMs !== Number.POSITIVE_INFINITY) sweep ??= startSweep()
  }
  const startSweep = () => setInterval(closeIdle, idleMs / SWEEPS_PER_IDLE_TIME).unref()
  const closeIdle = () => {
    const latest = Date.now() - idleMs
    for (let [first] = idle; first && slots.size > keep && first.idleSince <= latest; [first] = idle) {
      idle.shift()
      drop(first)
    }
    if (slots.size > keep) return
    clearInterval(sweep)
    sweep = undefined
  }
  /** Takes the most recently used connection, if there is one for the same use, and otherwise the longest idle one. */
  const takeIdle = (use: string | undefined): Slot | undefined => {
    for (;;) {
      const index = idle.findLastIndex((slot) => use === undefined || slot.use === use)
      const [slot] = idle.splice(Math.max(index, 0), 1)
      if (!slot || slot.connection.isOpen) return slot
      slots.delete(slot)
    }
  }
  /** Opens a connection that the caller has already counted in `opening`. */
  const openSlot = async (): Promise<Slot> => {
    let slot: Slot | undefined
    try {
      slot = { connection: await open(), openedAt: Date.now(), idleSince: Number.POSITIVE_INFINITY, use: undefined }
      slots.add(slot)
      return slot
    } finally {
      opening -= 1
      if (!slot) passPlace()
    }
  }
  const getSlot = async (use: string | undefined): Promise<Slot> => {
    if (isClosed) throw poolClosed()
    // Of those that stay open, each use gets one of its own.
    const mayGetOwn = use !== undefined && slots.size + opening < Math.min(keep, size)
    const slot = mayGetOwn && !idle.some((other) => other.use === use) ? undefined : takeIdle(use)
    if (slot) return slot
    if (slots.size + opening < size) {
      opening += 1
      return openSlot().catch((error: unknown) => {
        // The server may allow no more connections.
        const other = takeIdle(use)
        if (other) return other
        throw error
      })
    }
    return (await waitForSlot(waiting, use, acquireTimeoutMs)) ?? openSlot()
  }

  return {
    acquire: async (use) => {
      const slot = await getSlot(use)
      if (use !== undefined) slot.use = use
      return { connection: slot.connection, release: () => release(slot) }
    },
    close: async (timeoutMs = CLOSE_TIMEOUT_MS) => {
      isClosed = true
      clearInterval(sweep)
      for (const { reject } of waiting) reject(poolClosed())
      waiting.clear()
      for (const slot of idle.splice(0)) drop(slot)
      if (slots.size + opening === 0) return
      const timer = setTimeout(() => {
        for (const slot of slots) drop(slot)
        closed.resolve()
      }, timeoutMs)
      await closed.promise
      clearTimeout(timer)
    },
  }
}

const poolClosed = () => new ConnectionError('POOL_CLOSED', 'The connections of this pool are closed.')

function waitForSlot(
  waiting: Set<Waiter>,
  use: string | undefined,
  timeoutMs: number | undefined,
): Promise<Slot | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Slot | undefined>()
  let timer: NodeJS.Timeout | undefined
  const waiter: Waiter = {
    use,
    since: Date.now(),
    resolve: (slot) => {
      clearTimeout(timer)
      resolve(slot)
    },
    reject: (error) => {
      clearTimeout(timer)
      reject(error)
    },
  }
  waiting.add(waiter)
  if (timeoutMs !== undefined) {
    timer = setTimeout(() => {
      waiting.delete(waiter)
      reject(new ConnectionError('POOL_TIMEOUT', 'All connections are busy.'))
    }, timeoutMs)
  }
  return promise
}
