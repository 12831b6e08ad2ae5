import type { Log } from '../../http/log.ts'
import type { Lease } from '../../postgres/connections/connection-pool.ts'
import type { Database } from '../../postgres/database.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import type { ChangeSource, Consumer } from './change-source.ts'
import { findRelation, type OutboxRelation, type OutboxRow, toRowMessage } from './outbox-rows.ts'

/** A transaction that waits for an older one is read by the next poll. */
const POLL_MS = 500
const WATCH_MS = 30_000

export interface TriggerSourceOptions {
  connect: Database['connect']
  /** Installs triggers and deletes old rows. */
  owner: Sql
  log: Log
}

/** Reads changes from triggers on the published tables, where logical decoding is not possible. */
export async function createTriggerSource({ connect, owner, log }: TriggerSourceOptions): Promise<ChangeSource> {
  const sql = connect('supabase_realtime_admin', { max: 2 })
  const consumers = new Set<Consumer>()
  let lease: Lease | undefined
  let position: string | undefined
  let lastReadAt = Date.now()
  let running: Promise<void> | undefined
  let isWoken = false
  let isClosed = false

  const watch = async () => {
    await owner`select realtime.watch_tables(true)`
    await owner`delete from realtime.changes where made_at < now() - interval '10 minutes'`
  }
  const listen = async () => {
    if (lease?.connection.isOpen || isClosed) return
    lease?.release()
    lease = undefined
    const acquired = await sql.pool.acquire()
    try {
      acquired.connection.onNotification(wake)
      await acquired.connection.runScript('listen realtime_changes')
      lease = acquired
    } finally {
      if (!lease) acquired.release()
    }
  }
  const read = async () => {
    await listen()
    // Transactions below the oldest running one have ended, so none of their rows appears later.
    const [limit] = await sql<{ xmin: string }[]>`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`
    const from = position ?? limit?.xmin ?? '0'
    const rows = await sql<OutboxRow[]>`
      select kind, made_at as "madeAt", relation, new_row as "newRow", old_row as "oldRow", columns, content
      from realtime.changes where xid >= ${from}::xid8 and xid < ${limit?.xmin ?? '0'}::xid8 order by xid, id`
    const relations = await findRelations(sql, rows)
    // Only now, so that the next poll reads the same rows again after a failed look-up.
    position = limit?.xmin
    lastReadAt = Date.now()
    for (const row of rows) {
      if (row.content) for (const consumer of consumers) consumer.onMessage(row.content)
      const relation = relations.get(toKey(row))
      const message = relation && toRowMessage(row, relation)
      if (!message) continue
      const wanted = [...consumers].filter((consumer) => consumer.wants(message.relation))
      await Promise.all(wanted.map((consumer) => consumer.onRow(message, { time: row.madeAt })))
    }
  }
  const run = async () => {
    while (isWoken && !isClosed) {
      isWoken = false
      await read().catch((error: unknown) => log.warn('changes could not be read', { error }))
    }
    running = undefined
  }
  const wake = () => {
    isWoken = true
    running ??= run()
  }
  await watch()
  await read()
  const timers = [
    setInterval(wake, POLL_MS),
    setInterval(() => watch().catch((error: unknown) => log.warn('tables could not be watched', { error })), WATCH_MS),
  ]
  for (const timer of timers) timer.unref()

  return {
    kind: 'triggers',
    subscribe: (consumer) => {
      consumers.add(consumer)
    },
    whenLive: async () => {},
    emit: async (queries, contents) => {
      await queries`insert into realtime.changes (kind, content) select 'message', content
        from unnest(${contents}::bytea[]) with ordinality as message (content, place) order by place`
      await queries`select pg_notify('realtime_changes', '')`
    },
    lag: () => ({ bytes: 0, ms: Math.max(0, Date.now() - lastReadAt - POLL_MS) }),
    close: async () => {
      isClosed = true
      for (const timer of timers) clearInterval(timer)
      await running
      lease?.release()
      await sql.end(1000)
    },
  }
}

const toKey = ({ relation, columns }: OutboxRow) => JSON.stringify([relation, columns])

/** Finds the table of each row, and undefined for one that was dropped. */
async function findRelations(sql: Sql, rows: readonly OutboxRow[]): Promise<Map<string, OutboxRelation | undefined>> {
  const relations = new Map<string, OutboxRelation | undefined>()
  for (const row of rows) {
    if (row.relation === null || relations.has(toKey(row))) continue
    relations.set(toKey(row), await findRelation(sql, row.relation, row.columns))
  }
  return relations
}
