import pg from 'pg'
import { serialize } from 'pg-protocol'
import { toDatabaseError } from '../statements/database-error.ts'
import type { Result } from '../statements/statement.ts'
import { type DatabaseAddress, toConnectionOptions } from './address.ts'
import { runScript } from './exchange.ts'
import { type Credentials, openFirst } from './open-pool.ts'
import { type ConnectionOptions, connectClient } from './pipelined-connection.ts'

const CONNECT_TIMEOUT_MS = 10_000
const STOP_TIMEOUT_MS = 1000
/** The stream sends values as strings. With these settings, they have the same form on every server. */
const TEXT_FORMATS =
  '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c bytea_output=hex -c extra_float_digits=1'

/** A connection in walsender mode. It takes replication commands and the simple query protocol. */
export interface ReplicationConnection {
  run(command: string): Promise<Result[]>
  /**
   * Runs a command that starts copying in both directions. `onData` receives the messages; the bytes are valid during
   * the call only. Each message reaches it in order.
   */
  startCopy(command: string, onData: (message: Buffer) => void): CopyStream
  /** Ends the connection with a message, or closes the socket while the server is streaming. */
  close(): Promise<void>
}

export interface CopyStream {
  send(message: Buffer): void
  /** Stops reading from the socket, so that the server has to wait. */
  pause(): void
  resume(): void
  /** Settles when the server has ended the copy or the connection is gone, with the error if there was one. */
  ended: Promise<Error | undefined>
  /** Asks the server to end the copy. */
  stop(): Promise<void>
}

export async function openReplication(
  address: DatabaseAddress,
  credentials: Credentials,
): Promise<ReplicationConnection> {
  const attempts = toConnectionOptions(address, CONNECT_TIMEOUT_MS).map((options) => ({
    ...options,
    ...credentials,
    options: `${options.options ?? ''} ${TEXT_FORMATS}`.trim(),
    replication: 'database',
  }))
  const [connection] = await openFirst(attempts, openOne)
  return connection
}

async function openOne(options: ConnectionOptions): Promise<ReplicationConnection> {
  const client = new pg.Client(options)
  // The loss of the connection is reported by the exchange that runs.
  client.on('error', () => {})
  await connectClient(client, options.connectionTimeoutMillis)
  return {
    run: (command) => runScript(client, command),
    startCopy: (command, onData) => client.query(new CopyBoth(command, onData, client)),
    close: () => client.end(),
  }
}

/** Runs a command that copies in both directions. It is the extension point of `pg` that exchange.ts uses as well. */
class CopyBoth implements pg.Submittable, CopyStream {
  readonly ended: Promise<Error | undefined>
  readonly #command: string
  readonly #onData: (message: Buffer) => void
  readonly #end: (error?: Error) => void
  #connection: pg.Connection | undefined

  constructor(command: string, onData: (message: Buffer) => void, client: pg.Client) {
    this.#command = command
    this.#onData = onData
    const { promise, resolve } = Promise.withResolvers<Error | undefined>()
    this.ended = promise
    this.#end = resolve
    client.on('end', () => resolve(toDatabaseError(new Error('The replication connection is closed.'))))
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.#command)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#onData(chunk)
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}

  handleError(error: unknown): void {
    this.#end(toDatabaseError(error))
  }

  handleReadyForQuery(): void {
    this.#end()
  }

  send(message: Buffer): void {
    if (this.#connection?.stream.writable) this.#connection.stream.write(serialize.copyData(message))
  }

  pause(): void {
    this.#connection?.stream.pause()
  }

  resume(): void {
    this.#connection?.stream.resume()
  }

  async stop(): Promise<void> {
    const stream = this.#connection?.stream
    if (!stream?.writable) return
    stream.write(serialize.copyDone())
    stream.resume()
    const timer = setTimeout(() => stream.destroy(), STOP_TIMEOUT_MS)
    await this.ended
    clearTimeout(timer)
  }
}
