import type { Log } from '../../http/log.ts'
import type { Sql } from '../../postgres/statements/sql.ts'

const HEARTBEAT_MS = 3000

/** The running processes, each with a lease of 10 seconds in `realtime.nodes`. */
export interface Nodes {
  /** Records that the process is alive, because a message from it has arrived. */
  notice(node: string): void
  /** Records that the process has ended. */
  forget(node: string): void
  /** Renews the lease of this process and reads those of the others. */
  beat(): Promise<void>
  close(): Promise<void>
}

export interface NodesOptions {
  sql: Sql
  node: string
  log: Log
  /** Called after each renewal with a function that returns true for processes that have ended. */
  onSwept: (isGone: (node: string) => boolean) => void
  /** Called when the lease is new. Until then, other processes may have removed the presences of this one. */
  onRegistered: () => void
}

export function createNodes({ sql, node, log, onSwept, onRegistered }: NodesOptions): Nodes {
  const heardAt = new Map<string, number>()
  let others = new Set<string>()

  const beat = async () => {
    const startedAt = performance.now()
    const { isNew, alive } = await renewLease(sql, node)
    // A process whose message arrived after the query began may have registered later than the query read.
    const heard = [...heardAt].filter(([, time]) => time >= startedAt).map(([name]) => name)
    others = new Set([...alive, ...heard])
    heardAt.clear()
    onSwept((name) => !others.has(name))
    if (isNew) onRegistered()
  }
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.warn('the lease of this process could not be renewed', { error }))
  }, HEARTBEAT_MS)
  timer.unref()
  return {
    notice: (name) => {
      heardAt.set(name, performance.now())
      others.add(name)
    },
    forget: (name) => {
      heardAt.delete(name)
      others.delete(name)
    },
    beat,
    close: async () => {
      clearInterval(timer)
      await sql.begin(async (tx) => {
        await tx`delete from realtime.presences where node = ${node}`
        await tx`delete from realtime.nodes where id = ${node}`
      })
    },
  }
}

/** The process that finds an expired lease deletes it with the presences of that process. */
async function renewLease(sql: Sql, node: string): Promise<{ isNew: boolean; alive: string[] }> {
  const [row] = await sql<{ isNew: boolean; alive: string[] | null }[]>`
    with renewed as (
      insert into realtime.nodes (id, expires_at) values (${node}, clock_timestamp() + interval '10 s')
      on conflict (id) do update set expires_at = excluded.expires_at returning xmax = 0 as is_new
    ), expired as (
      delete from realtime.nodes where expires_at < now() and id <> ${node} returning id
    ), swept as (
      delete from realtime.presences where node in (select id from expired)
        or node not in (select id from realtime.nodes) and node <> ${node}
    )
    select (select is_new from renewed) as "isNew",
      (select array_agg(id::text) from realtime.nodes where expires_at >= now() and id <> ${node}) as alive`
  return { isNew: row?.isNew ?? false, alive: row?.alive ?? [] }
}
