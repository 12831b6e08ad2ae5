import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../http/log.ts'
import type { Sql, Transaction } from '../../postgres/statements/sql.ts'
import type { ChangeSource } from '../stream/change-source.ts'
import type { Room } from './cluster.ts'
import type { Member } from './presence-store.ts'

const RETRY_MS = 1000
/** The maximum size of waiting messages. Further ones are dropped while the database is slower than the senders. */
const MAX_BYTES = 32_000_000

/**
 * Writes presences to the table and sends messages to other processes. Everything that accumulates during a write is
 * part of the next one.
 */
export interface Outgoing {
  /** The member is written, or deleted if it is null. */
  write(room: Room, id: string, member: Member | null): void
  send(content: Buffer): void
  /** Settles when everything so far is committed. */
  flush(): Promise<void>
  /** Like `flush`, but gives up when the database fails. Later messages are dropped. */
  close(): Promise<void>
}

interface Pending {
  members: Map<string, { room: Room; id: string; member: Member | null }>
  contents: Buffer[]
}

export function createOutgoing({ sql, source, log }: { sql: Sql; source: ChangeSource; log: Log }): Outgoing {
  let pending: Pending = { members: new Map(), contents: [] }
  let bytes = 0
  const closing = new AbortController()
  let running: Promise<void> | undefined

  const takeAll = (): Pending => {
    const taken = pending
    pending = { members: new Map(), contents: [] }
    bytes = 0
    return taken
  }
  const run = async () => {
    while (pending.members.size > 0 || pending.contents.length > 0) {
      const taken = takeAll()
      try {
        await sql.begin((tx) => writeAll(tx, source, taken))
      } catch (error) {
        log.warn('presences and messages could not be shared with other processes', { error })
        // Newer states of the same members replace those that failed. Messages are not retried, because they would be
        // late.
        pending.members = new Map([...taken.members, ...pending.members])
        // `close` ends the wait. A process that waits for this timer alone would exit with status 0.
        await sleep(RETRY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
        if (closing.signal.aborted) break
      }
    }
    running = undefined
  }
  const schedule = () => {
    running ??= new Promise<void>((resolve) => setImmediate(resolve)).then(run)
  }
  const flush = async () => {
    while (running !== undefined) await running
  }
  return {
    write: (room, id, member) => {
      if (closing.signal.aborted) return
      pending.members.set(JSON.stringify([room.topic, room.private, id]), { room, id, member })
      schedule()
    },
    send: (content) => {
      if (closing.signal.aborted) return
      if (bytes + content.length > MAX_BYTES) {
        log.warn('a message to other processes was dropped', { bytes: content.length })
        return
      }
      bytes += content.length
      pending.contents.push(content)
      schedule()
    },
    flush,
    close: () => {
      closing.abort()
      return flush()
    },
  }
}

async function writeAll(tx: Transaction, source: ChangeSource, { members, contents }: Pending): Promise<void> {
  const entries = [...members.values()]
  const written = entries.flatMap(({ room, member }) =>
    member ? [{ topic: room.topic, private: room.private, ...member }] : [],
  )
  const deleted = entries.flatMap(({ room, id, member }) =>
    member ? [] : [{ topic: room.topic, private: room.private, id }],
  )
  const statements: Promise<unknown>[] = []
  if (deleted.length > 0) {
    statements.push(tx`delete from realtime.presences using jsonb_to_recordset(${toStorableJson(deleted)}::text::jsonb)
      as gone (topic text, private boolean, id text)
      where presences.topic = gone.topic and presences.private = gone.private and presences.id = gone.id`)
  }
  if (written.length > 0) {
    statements.push(tx`insert into realtime.presences (topic, private, id, node, key, meta)
      select topic, private, id, node, key, meta from jsonb_to_recordset(${toStorableJson(written)}::text::jsonb)
        as written (topic text, private boolean, id text, node uuid, key text, meta jsonb)
      on conflict (topic, private, id) do update set meta = excluded.meta, key = excluded.key, node = excluded.node`)
  }
  if (contents.length > 0) statements.push(source.emit(tx, contents))
  await Promise.all(statements)
}

/**
 * Renders JSON that PostgreSQL can store. PostgreSQL rejects NUL and lone surrogates, so one client's text would
 * otherwise block all writes.
 */
function toStorableJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/\\(?:u0000|ud[89a-f][\da-f]{2}|.)/g, (sequence) =>
    sequence.length > 2 ? '\ufffd' : sequence,
  )
}
