import { randomBytes } from 'node:crypto'
import type { CopyStream, ReplicationConnection } from '../../postgres/connections/replication-connection.ts'
import { ConnectionError } from '../../postgres/statements/database-error.ts'
import type { Consumer } from './change-source.ts'
import { buildStatusUpdate, parseLsn } from './replication-protocol.ts'
import { createStreamReader } from './stream-reader.ts'

/** The publications that the stream reads. */
const PUBLICATIONS = 'supabase_realtime,supabase_realtime_messages_publication'
/** The server ends a stream that is silent for 60 s by default. */
const STATUS_INTERVAL_MS = 5000

/** One run of a stream on a temporary slot, which the server drops when the connection ends. */
export interface ReplicationSession {
  /** Settles with the reason when the stream has ended. */
  ended: Promise<Error>
  lag(): { bytes: number; ms: number }
  close(): Promise<void>
}

export async function startSession(
  connection: ReplicationConnection,
  consumers: Iterable<Consumer>,
  stallLimitMs: number,
): Promise<ReplicationSession> {
  const slot = `realtime_${process.pid}_${randomBytes(6).toString('hex')}`
  // Waits until all transactions that are open now have ended.
  const [created] = await connection.run(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`)
  const { promise: ended, resolve: end } = Promise.withResolvers<Error>()
  const reader = createStreamReader(consumers, parseLsn(created?.rows[0]?.[1] ?? '0/0'), {
    pause: () => stream.pause(),
    resume: () => stream.resume(),
  })
  let isEnded = false
  const fail = (error: Error) => {
    isEnded = true
    clearInterval(timer)
    end(error)
  }
  const confirm = () => stream.send(buildStatusUpdate(reader.confirmed))
  const stream: CopyStream = connection.startCopy(startCommand(slot), (message) => {
    if (isEnded) return
    try {
      if (reader.read(message)) confirm()
    } catch (error) {
      // An exception here would end the process.
      fail(error instanceof Error ? error : new Error(String(error)))
    }
  })
  const check = () => {
    confirm()
    const { pausedSince } = reader.flow
    if (pausedSince !== undefined && Date.now() - pausedSince > stallLimitMs) fail(stalled())
  }
  const timer = setInterval(check, Math.min(STATUS_INTERVAL_MS, stallLimitMs))
  void stream.ended.then((error) => fail(error ?? streamEnded()))

  const close = async () => {
    isEnded = true
    clearInterval(timer)
    await stream.stop()
    // Without this, the slot would exist until the server has noticed the end of the connection.
    await connection.run(`DROP_REPLICATION_SLOT ${slot}`).catch(() => {})
    await connection.close()
  }
  return { ended, lag: reader.lag, close }
}

function startCommand(slot: string): string {
  const options = `proto_version '1', publication_names '${PUBLICATIONS}', messages 'true'`
  return `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (${options})`
}

const streamEnded = () => new ConnectionError('STREAM_ENDED', 'The server ended the stream.')
const stalled = () => new ConnectionError('STREAM_STALLED', 'The changes of the stream are not processed.')
