import type { Socket } from 'node:net'
import type postgres from 'postgres'
import type { Sql } from '../../postgres/database.ts'
import { isConnectionLost } from '../../postgres/lasting-pool.ts'
import { databaseUnreachable, poolExhausted } from '../errors.ts'
import { createWire, type Wire } from './wire.ts'

/** postgres.js tries for ever to open a connection that the other side closes at once. */
const CONNECT_TIMEOUT_MS = 3000

/** The connections of the service. */
export interface Pool {
  /** A connection of our own, to be given back. Throws PGRST003 when all are busy for too long, PGRST000 when none opens. */
  acquire(): Promise<Lease>
  close(): Promise<void>
}

export interface Lease {
  /** The connection's own language; undefined where it is encrypted by the client and cannot be spoken beside it. */
  wire: Wire | undefined
  /** The connection as the client has it. */
  reserve(): Promise<postgres.ReservedSql>
  /** Gives the connection back. One that was lost in use is replaced. */
  release(isLost: boolean): void
}

export interface PoolOptions {
  /** Connections at most. */
  size: number
  /** A connection that is older is replaced. */
  lifetimeMs: number
  acquireTimeoutMs: number
}

/** Opens a client of one connection, which tells its socket, if it can be shared, and when it is closed. */
export type OpenClient = (events: { onSocket(socket: Socket): void; onClose(): void }) => Sql

/** A place for one connection; its client is replaced when the connection is lost. */
interface Slot {
  sql: Sql
  isOpen: boolean
  wire: Wire | undefined
  openedAt: number
}

/**
 * A pool that survives lost connections. postgres.js keeps the last words of a server on the connection that died and says
 * them to whoever opens it next, and what waits for a connection that never opens waits for ever. So each connection has a
 * client of its own, who waits in line here and not there, and a client that lost its connection is left.
 */
export function createPool(openClient: OpenClient, { size, lifetimeMs, acquireTimeoutMs }: PoolOptions): Pool {
  const idle: Slot[] = []
  const waiting = new Set<(slot: Slot) => void>()
  const slots = new Set<Slot>()
  const openSlot = (getSlot: () => Slot): Sql => {
    const sql = openClient({
      onSocket: (socket) => {
        if (getSlot().sql === sql) getSlot().wire = createWire(socket)
      },
      onClose: () => {
        if (getSlot().sql === sql) getSlot().isOpen = false
      },
    })
    return sql
  }
  const takeSlot = (): Slot | Promise<Slot> => {
    const slot = idle.pop()
    if (slot) return slot
    if (slots.size >= size) return waitForSlot(waiting, acquireTimeoutMs)
    const added: Slot = { sql: openSlot(() => added), isOpen: false, wire: undefined, openedAt: Date.now() }
    slots.add(added)
    return added
  }
  const giveSlot = (slot: Slot) => {
    const [next] = waiting
    if (!next) {
      idle.push(slot)
      return
    }
    waiting.delete(next)
    next(slot)
  }
  const replace = (slot: Slot) => {
    void slot.sql.end({ timeout: 0 }).catch(() => {})
    Object.assign(slot, { isOpen: false, wire: undefined, openedAt: Date.now() })
    slot.sql = openSlot(() => slot)
  }
  const lease = async (slot: Slot): Promise<Lease> => {
    if (!slot.isOpen) await openConnection(slot)
    let reserved: postgres.ReservedSql | undefined
    return {
      wire: slot.wire,
      reserve: async () => {
        reserved = await slot.sql.reserve()
        return reserved
      },
      // A lost connection has left its client already; released once more, the next request would wait on it for ever.
      release: (isLost) => {
        if (isLost || Date.now() - slot.openedAt > lifetimeMs) replace(slot)
        else reserved?.release()
        giveSlot(slot)
      },
    }
  }
  return {
    acquire: async () => {
      const slot = await takeSlot()
      try {
        return await lease(slot).catch((error: unknown) => {
          replace(slot)
          if (!isConnectionLost(error)) throw error
          return lease(slot)
        })
      } catch (error) {
        replace(slot)
        giveSlot(slot)
        throw error
      }
    },
    close: async () => {
      await Promise.all([...slots].map(({ sql }) => sql.end({ timeout: 5 })))
    },
  }
}

function waitForSlot(waiting: Set<(slot: Slot) => void>, timeoutMs: number): Promise<Slot> {
  const { promise, resolve, reject } = Promise.withResolvers<Slot>()
  const take = (slot: Slot) => {
    clearTimeout(timer)
    resolve(slot)
  }
  const timer = setTimeout(() => {
    waiting.delete(take)
    reject(poolExhausted())
  }, timeoutMs)
  waiting.add(take)
  return promise
}

/** Nobody else uses the client, so what is waited for is that its connection opens: a reservation does not open one itself. */
async function openConnection(slot: Slot): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(databaseUnreachable('CONNECT_TIMEOUT')), CONNECT_TIMEOUT_MS)
  try {
    await Promise.race([slot.sql.unsafe('select 1'), late])
    slot.isOpen = true
    slot.openedAt = Date.now()
  } finally {
    clearTimeout(timer)
  }
}
