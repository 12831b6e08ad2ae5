import type { Log } from '../../http/log.ts'
import type { ReplicationConnection } from '../../postgres/connections/replication-connection.ts'
import type { ChangeSource, Consumer } from './change-source.ts'
import { type ReplicationSession, startSession } from './replication-session.ts'
import { MESSAGE_PREFIX } from './stream-reader.ts'

const RETRY_MS = 250
const MAX_RETRY_MS = 30_000
const STALL_LIMIT_MS = 30_000

export interface LogicalSourceOptions {
  open: () => Promise<ReplicationConnection>
  /** Consumers that make no progress for this long lose the stream, so that it does not keep WAL forever. */
  stallLimitMs?: number
  log: Log
}

/**
 * Streams changes by logical decoding. A stream that ends is replaced after a quarter of a second, then after twice as
 * long each time, up to half a minute.
 */
export function createLogicalSource(options: LogicalSourceOptions): ChangeSource {
  const { open, stallLimitMs = STALL_LIMIT_MS, log } = options
  const consumers = new Set<Consumer>()
  let live = Promise.withResolvers<void>()
  let session: ReplicationSession | undefined
  let connection: ReplicationConnection | undefined
  let timer: NodeJS.Timeout | undefined
  let retryMs = RETRY_MS
  let isClosed = false
  let hasGap = false

  const handleEnd = async (reason: unknown) => {
    const ended = session
    session = undefined
    if (isClosed) return
    hasGap = true
    live = Promise.withResolvers()
    log.warn('stream of changes interrupted', { error: reason, retryMs })
    await (ended ?? connection)?.close().catch(() => {})
    if (isClosed) return
    timer = setTimeout(() => void attempt(), retryMs)
    timer.unref()
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  }
  const attempt = async () => {
    try {
      connection = await open()
      const opened = await startSession(connection, consumers, stallLimitMs)
      session = opened
      if (isClosed) {
        await opened.close()
        return
      }
      void opened.ended.then(handleEnd)
    } catch (error) {
      await handleEnd(error)
      return
    }
    retryMs = RETRY_MS
    live.resolve()
    if (hasGap) for (const consumer of consumers) consumer.onGap()
    hasGap = false
  }
  const started = attempt()

  return {
    kind: 'logical decoding',
    subscribe: (consumer) => {
      consumers.add(consumer)
    },
    whenLive: () => live.promise,
    emit: async (queries, contents) => {
      await queries`select pg_logical_emit_message(true, ${MESSAGE_PREFIX}, content)
        from unnest(${contents}::bytea[]) with ordinality as message (content, place) order by place`
    },
    lag: () => session?.lag() ?? { bytes: 0, ms: 0 },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      // An attempt that waits for the end of old transactions is cut off.
      if (!session) await connection?.close()
      await started
      await session?.close()
    },
  }
}
