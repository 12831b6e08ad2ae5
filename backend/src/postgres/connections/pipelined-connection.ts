import pg from 'pg'
import { DatabaseError, isConnectionLost, toDatabaseError } from '../statements/database-error.ts'
import type { Result, Statement } from '../statements/statement.ts'
import { type Prepared, runPipeline, runScript } from './exchange.ts'

/** One connection, for one caller at a time. */
export interface Connection {
  readonly isOpen: boolean
  /** True in a transaction that was begun explicitly, even if it has failed. */
  readonly isInTransaction: boolean
  /**
   * Runs statements in one round trip: one write with one Sync at its end. Unless a transaction is open, they are one
   * transaction. Throws {@link DatabaseError}, or ConnectionError when the connection is lost.
   */
  run(statements: Statement[]): Promise<Result[]>
  /** Runs a text of several statements without parameters. Throws like `run`. */
  runScript(text: string): Promise<Result[]>
  /** Calls back with the payload of each message on a channel that `listen` has opened. */
  onNotification(callback: (payload: string) => void): void
  /** Calls back once when the connection is lost. */
  onLost(callback: () => void): void
  /** Ends an idle connection politely and cuts off a busy one. */
  close(): Promise<void>
}

export interface ConnectionOptions extends pg.ClientConfig {
  connectionTimeoutMillis: number
}

/** Connects and signs in. Throws like {@link Connection.run}. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const client = new pg.Client(options)
  let isOpen = true
  const onEnd = () => {
    isOpen = false
  }
  // The error that PostgreSQL sends before it closes the connection comes earlier than the end of the stream.
  const recordLoss = (error: unknown): never => {
    if (isConnectionLost(error)) isOpen = false
    throw error
  }
  const runner = createRunner(client)
  // Without a listener, the loss of an idle connection would end the process.
  client.on('error', onEnd)
  client.on('end', onEnd)
  await connectClient(client, options.connectionTimeoutMillis)
  return {
    get isOpen() {
      return isOpen
    },
    get isInTransaction() {
      return client.getTransactionStatus() !== 'I'
    },
    run: (statements) => runner(statements).catch(recordLoss),
    runScript: (text) => runScript(client, text).catch(recordLoss),
    onNotification: (callback) => {
      client.on('notification', ({ payload = '' }) => callback(payload))
    },
    onLost: (callback) => {
      if (isOpen) client.on('end', callback)
      else callback()
    },
    close: () => client.end(),
  }
}

/** Connects a client. Throws {@link DatabaseError} or ConnectionError. */
export async function connectClient(client: pg.Client, timeoutMs: number): Promise<void> {
  const startedAt = performance.now()
  try {
    await client.connect()
  } catch (error) {
    const isLate = performance.now() - startedAt >= timeoutMs
    void client.end()
    throw toDatabaseError(error, isLate ? 'CONNECT_TIMEOUT' : 'CONNECTION_CLOSED')
  }
}

/** `cached plan must not change result type`, and a prepared statement that a pooler has lost. */
const STALE_CODES = ['0A000', '26000']

function createRunner(client: pg.Client): Connection['run'] {
  const prepared = new Map<string, Prepared>()
  const stale: string[] = []
  let count = 0

  const prepare = ({ text, prepare }: Statement): Prepared => {
    if (!prepare) return { name: '', isParsed: false, columns: undefined }
    const known = prepared.get(text)
    if (known) return known
    count += 1
    const added = { name: `s${count}`, isParsed: false, columns: undefined }
    prepared.set(text, added)
    return added
  }
  const forget = (statements: Statement[], isForgotten: (known: Prepared) => boolean) => {
    for (const { text } of statements) {
      const known = prepared.get(text)
      if (!known || !isForgotten(known)) continue
      prepared.delete(text)
      stale.push(known.name)
    }
  }

  return async (statements) => {
    // NUL would end the text early, and PostgreSQL would read the rest as the next field.
    if (statements.some(({ text }) => text.includes('\0'))) throw new Error('A statement contains NUL.')
    const steps = statements.map((statement) => ({ statement, prepared: prepare(statement) }))
    try {
      const results = await runPipeline(client, steps, stale.splice(0))
      for (const step of steps) step.prepared.isParsed = true
      return results
    } catch (error) {
      const isStale = error instanceof DatabaseError && STALE_CODES.includes(error.code)
      // The error does not say which statements were parsed before it.
      forget(statements, (known) => isStale || !known.isParsed)
      throw error
    }
  }
}
