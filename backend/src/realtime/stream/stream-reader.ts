import type { Commit, Consumer } from './change-source.ts'
import { createDecoder } from './decode.ts'
import { createFlowControl, type FlowControl } from './flow-control.ts'
import type { RowMessage } from './messages.ts'
import { parseFrame, toDate } from './replication-protocol.ts'

/** Prefix of the messages that processes emit for each other. */
export const MESSAGE_PREFIX = 'realtime'

/** Passes the messages of a stream to the consumers and tracks their progress. */
export interface StreamReader {
  /** Returns true when the server asks for a status update. Throws for an invalid message. */
  read(message: Buffer): boolean
  /** The server may discard WAL before this LSN. */
  readonly confirmed: bigint
  readonly flow: FlowControl
  lag(): { bytes: number; ms: number }
}

export function createStreamReader(
  consumers: Iterable<Consumer>,
  start: bigint,
  { pause, resume }: { pause(): void; resume(): void },
): StreamReader {
  const decoder = createDecoder((relation) => [...consumers].some((consumer) => consumer.wants(relation)))
  let confirmed = start
  /** The end of the last transaction that the consumers have received. */
  let deliveredLsn = start
  let serverEnd = start
  let current: Commit = { time: new Date() }
  let isInTransaction = false

  const confirm = () => {
    if (flow.isIdle && !isInTransaction) confirmed = deliveredLsn
    if (serverEnd < deliveredLsn) serverEnd = deliveredLsn
  }
  const flow = createFlowControl({ pause, resume, onIdle: confirm })
  const deliver = (row: RowMessage) => {
    for (const consumer of consumers) {
      if (!consumer.wants(row.relation)) continue
      const done = consumer.onRow(row, current)
      if (done !== undefined) flow.track(row.size, current.time, done)
    }
  }
  const handleContent = (content: Buffer) => {
    const message = decoder.decode(content)
    switch (message.kind) {
      case 'begin':
        current = { time: toDate(message.commitTime), xid: message.xid }
        isInTransaction = true
        break
      case 'commit':
        isInTransaction = false
        deliveredLsn = message.endLsn
        confirm()
        break
      case 'logical':
        if (message.prefix === MESSAGE_PREFIX) for (const consumer of consumers) consumer.onMessage(message.content)
        break
      case 'insert':
      case 'update':
      case 'delete':
        deliver(message)
        break
      case 'relation':
      case 'other':
        break
    }
  }
  return {
    read: (message) => {
      const frame = parseFrame(message)
      if (frame.kind === 'data') {
        handleContent(frame.content)
        return false
      }
      serverEnd = frame.walEnd
      if (!isInTransaction) deliveredLsn = frame.walEnd
      confirm()
      return frame.isReplyRequested
    },
    get confirmed() {
      return confirmed
    },
    flow,
    lag: () => ({ bytes: Number(serverEnd - confirmed), ms: flow.lagMs() }),
  }
}
