import type pg from 'pg'
import { serialize } from 'pg-protocol'
import { DatabaseError, isConnectionLost, toDatabaseError } from '../statements/database-error.ts'
import type { Column, Result, Statement } from '../statements/statement.ts'

/** A statement as a connection prepares it. The name is empty for one that is parsed each time. */
export interface Prepared {
  name: string
  isParsed: boolean
  columns: Column[] | undefined
}

export interface Step {
  statement: Statement
  prepared: Prepared
}

type Settle = [resolve: (results: Result[]) => void, reject: (error: unknown) => void]

/**
 * Sends messages and collects the responses. `pg` calls these methods with the messages for the active query. It is the
 * extension point that `pg-cursor` and `pg-query-stream` use.
 */
abstract class Exchange implements pg.Submittable {
  protected readonly results: Result[] = []
  protected current = createResult()
  readonly #settle: Settle

  constructor(settle: Settle) {
    this.#settle = settle
  }

  abstract submit(connection: pg.Connection): void

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.current.columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.current.rows.push(fields)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.current.command = text
    this.results.push(this.current)
    this.current = createResult()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleCopyInResponse(connection: pg.Connection): void {
    // Without this, PostgreSQL would wait forever for data that is never sent.
    connection.stream.destroy(new Error('COPY from the client is not supported.'))
  }

  handleCopyData(): void {}

  handleError(error: unknown, connection: pg.Connection): void {
    const [, reject] = this.#settle
    const failure = toDatabaseError(error)
    if (isConnectionLost(failure)) {
      reject(failure)
      return
    }
    // Only then does the connection know whether a transaction is open. `pg-cursor` waits in the same way.
    const settle = () => {
      connection.off('readyForQuery', settle)
      connection.off('end', settle)
      reject(failure instanceof DatabaseError ? failure.after(this.results) : failure)
    }
    connection.on('readyForQuery', settle)
    connection.on('end', settle)
  }

  handleReadyForQuery(): void {
    this.#settle[0](this.results)
  }
}

/** Statements of the extended protocol in one write with one Sync. */
class Pipeline extends Exchange {
  readonly #steps: Step[]
  readonly #staleNames: string[]

  constructor(settle: Settle, steps: Step[], staleNames: string[]) {
    super(settle)
    this.#steps = steps
    this.#staleNames = staleNames
  }

  submit({ stream }: pg.Connection): void {
    const sent = new Set<Prepared>()
    const messages = this.#staleNames.map((name) => serialize.close({ type: 'S', name }))
    for (const { statement, prepared } of this.#steps) {
      const { text, parameters, types = [], describe } = statement
      const { name, isParsed, columns } = prepared
      if (!isParsed && !sent.has(prepared)) messages.push(serialize.parse({ name, text, types }))
      messages.push(serialize.bind({ statement: name, values: parameters }))
      if (describe && !columns) messages.push(serialize.describe({ type: 'P' }))
      messages.push(serialize.execute())
      sent.add(prepared)
    }
    messages.push(serialize.sync())
    stream.write(Buffer.concat(messages))
  }

  override handleCommandComplete(message: { text: string }): void {
    const step = this.#steps[this.results.length]
    if (step?.statement.describe) {
      if (step.prepared.columns) this.current.columns = step.prepared.columns
      else step.prepared.columns = this.current.columns
    }
    super.handleCommandComplete(message)
  }
}

/** A text of the simple protocol. */
class Script extends Exchange {
  readonly #text: string

  constructor(settle: Settle, text: string) {
    super(settle)
    this.#text = text
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text)
  }
}

function createResult(): Result {
  return { columns: [], rows: [], command: '' }
}

/** Runs statements in one round trip. Closes the prepared statements named `staleNames` first. */
export function runPipeline(client: pg.Client, steps: Step[], staleNames: string[]): Promise<Result[]> {
  return new Promise((...settle) => {
    client.query(new Pipeline(settle, steps, staleNames))
  })
}

/** Runs a text of several statements without parameters. */
export function runScript(client: pg.Client, text: string): Promise<Result[]> {
  return new Promise((...settle) => {
    client.query(new Script(settle, text))
  })
}
