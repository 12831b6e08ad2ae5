import type { Claims } from '../../http/tokens/tokens.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import type { RoomMessage } from './cluster.ts'

/** With a backlog of 16 MiB the socket is closed, and the client would join again and request the same messages. */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * Reads broadcasts of a private room that were stored since `since` (ms), oldest first: the newest `limit` of them, and
 * at most 8 MiB.
 */
export type Replay = (topic: string, since: number, limit: number, claims: Claims) => Promise<RoomMessage[]>

interface StoredMessage {
  id: string
  event: string
  payload: unknown
  binaryPayload: Buffer | null
}

/**
 * Creates the reader of stored messages. `sql` logs in as authenticator. The policies on `realtime.messages` decide
 * which rows the caller reads. Messages with a larger payload were not sent, so they are not replayed.
 */
export function createReplay(sql: Sql, maxPayloadBytes: number): Replay {
  return async (topic, since, limit, claims) => {
    const role = typeof claims.role === 'string' ? claims.role : 'anon'
    const rows = await sql.begin(async (tx) => {
      const [, found] = await Promise.all([
        tx`select set_config('realtime.topic', ${topic}, true), set_config('request.jwt.claim.sub', ${claims.sub ?? ''}, true),
          set_config('request.jwt.claim.role', ${role}, true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
          set_config('role', ${role}, true)`,
        // Messages of one transaction have the same time. Partitions only grow, so `ctid` has their order.
        tx<StoredMessage[]>`
          with newest as materialized (
            select id, event, payload, binary_payload, inserted_at, ctid as place,
              coalesce(octet_length(binary_payload), octet_length(payload::text), 0) as size
            from realtime.messages
            where topic = ${topic} and extension = 'broadcast' and private and event is not null
              and inserted_at >= to_timestamp(${since}::double precision / 1000) at time zone 'utc'
            order by inserted_at desc, ctid desc limit ${limit}
          ), measured as (
            select *, sum(size) over (order by inserted_at desc, place desc) as bytes
            from newest where size <= ${maxPayloadBytes}
          )
          select id, event, payload, binary_payload as "binaryPayload" from measured
          where bytes <= ${MAX_BYTES}
          order by inserted_at desc, place desc`,
      ])
      return found
    })
    return rows.toReversed().map(({ id, event, payload, binaryPayload }) => ({
      topic,
      private: true,
      event,
      payload: binaryPayload ?? payload ?? {},
      meta: { id, replayed: true },
    }))
  }
}
