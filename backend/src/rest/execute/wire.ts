import type { Socket } from 'node:net'
import { DatabaseError } from '../../postgres/database-error.ts'

/** One statement of a pipeline. With a name it is prepared once and known by it from then on. */
export interface WireStatement {
  text: string
  parameters: string[]
  prepare: boolean
}

/**
 * Speaks PostgreSQL's extended protocol on the socket of a client that does nothing meanwhile. All statements go in one write
 * and end with one Sync, which makes them one transaction without `begin` and `commit`: a third of the work of four queries.
 */
export interface Wire {
  /**
   * Runs the statements in one transaction. Gives the first row of the last one, as texts. Throws PostgreSQL's error, or one
   * whose code begins with `CONNECTION_` when the connection is lost.
   */
  run(statements: WireStatement[]): Promise<(string | null)[] | undefined>
}

const MESSAGE = {
  parseComplete: 0x31,
  dataRow: 0x44,
  errorResponse: 0x45,
  readyForQuery: 0x5a,
  commandComplete: 0x43,
  emptyQuery: 0x49,
}
const SYNC = Buffer.from([0x53, 0, 0, 0, 4])
const EXECUTE = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0])
const HEADER_BYTES = 5

/** What is asked at the moment. */
interface Exchange {
  resolve(row: (string | null)[] | undefined): void
  reject(error: unknown): void
  /** Statements that are parsed in this exchange, in order: they are known once PostgreSQL says so. */
  parsed: (string | undefined)[]
  remaining: number
  row: (string | null)[] | undefined
  error: unknown
}

export function createWire(socket: Socket): Wire {
  const names = new Map<string, string>()
  let count = 0

  const writeAll = (statements: WireStatement[], parsed: (string | undefined)[]): Buffer => {
    const parts: Buffer[] = []
    for (const { text, parameters, prepare } of statements) {
      let name = prepare ? names.get(text) : ''
      if (name === undefined || name === '') {
        if (prepare) {
          count += 1
          name = `w${count}`
        } else name = ''
        parts.push(toParse(name, text))
        parsed.push(prepare ? text : undefined)
        if (prepare) names.set(text, name)
      }
      parts.push(toBind(name, parameters), EXECUTE)
    }
    parts.push(SYNC)
    return Buffer.concat(parts)
  }

  return {
    async run(statements) {
      // It would end the text early, and what follows it would be read as the next message.
      if (statements.some(({ text }) => text.includes('\0'))) throw new Error('A statement holds NUL.')
      const { promise, resolve, reject } = Promise.withResolvers<(string | null)[] | undefined>()
      const exchange: Exchange = {
        resolve,
        reject,
        parsed: [],
        remaining: statements.length,
        row: undefined,
        error: undefined,
      }
      // The client's own reader must not see answers to questions that it did not ask.
      const readers = socket.listeners('data') as ((chunk: Buffer) => void)[]
      socket.removeAllListeners('data')
      const reader = createReader((type, body) => handle(exchange, type, body))
      const onData = (chunk: Buffer) => {
        if (reader(chunk)) finish()
      }
      const onClose = () => {
        exchange.error ??= Object.assign(new Error('The connection was closed.'), { code: 'CONNECTION_CLOSED' })
        finish()
      }
      const finish = () => {
        socket.off('data', onData)
        socket.off('close', onClose)
        for (const read of readers) socket.on('data', read)
        // What was not parsed is not known, so the next exchange parses it again under a new name.
        for (const text of exchange.parsed) if (text !== undefined) names.delete(text)
        if (exchange.error === undefined) exchange.resolve(exchange.row)
        else exchange.reject(exchange.error)
      }
      socket.on('data', onData)
      socket.on('close', onClose)
      if (socket.destroyed) onClose()
      else socket.write(writeAll(statements, exchange.parsed))
      return promise
    },
  }
}

/** Takes in one message. True when the exchange is over. */
function handle(exchange: Exchange, type: number, body: Buffer): boolean {
  switch (type) {
    case MESSAGE.parseComplete:
      exchange.parsed.shift()
      return false
    case MESSAGE.dataRow:
      if (exchange.remaining === 1) exchange.row ??= readRow(body)
      return false
    case MESSAGE.commandComplete:
    case MESSAGE.emptyQuery:
      exchange.remaining -= 1
      return false
    case MESSAGE.errorResponse: {
      const error = readError(body)
      exchange.error ??= error
      return error.severity === 'FATAL' || error.severity === 'PANIC'
    }
    default:
      return type === MESSAGE.readyForQuery
  }
}

/** Cuts the stream into messages. A long one is put together once, when all of it is there. */
function createReader(onMessage: (type: number, body: Buffer) => boolean): (chunk: Buffer) => boolean {
  let chunks: Buffer[] = []
  let bytes = 0
  let wanted = HEADER_BYTES
  return (chunk) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < wanted) return false
    let data = chunks.length === 1 ? chunk : Buffer.concat(chunks)
    while (data.length >= HEADER_BYTES) {
      const end = data.readUInt32BE(1) + 1
      if (data.length < end) break
      if (onMessage(data[0] ?? 0, data.subarray(HEADER_BYTES, end))) return true
      data = data.subarray(end)
    }
    chunks = data.length === 0 ? [] : [data]
    bytes = data.length
    wanted = data.length < HEADER_BYTES ? HEADER_BYTES : data.readUInt32BE(1) + 1
    return false
  }
}

function readRow(body: Buffer): (string | null)[] {
  const columns = body.readUInt16BE(0)
  const row: (string | null)[] = []
  let position = 2
  for (let i = 0; i < columns; i += 1) {
    const length = body.readInt32BE(position)
    position += 4
    if (length < 0) row.push(null)
    else {
      row.push(body.toString('utf8', position, position + length))
      position += length
    }
  }
  return row
}

/** The fields of an error, by the letters that PostgreSQL gives them. */
const ERROR_FIELDS: Record<string, string> = {
  S: 'severity_local',
  V: 'severity',
  C: 'code',
  M: 'message',
  D: 'detail',
  H: 'hint',
  P: 'position',
  W: 'where',
  s: 'schema_name',
  t: 'table_name',
  c: 'column_name',
  n: 'constraint_name',
  R: 'routine',
}

function readError(body: Buffer): DatabaseError {
  const fields: Record<string, string> = {}
  for (const part of body.toString('utf8').split('\0')) {
    const name = ERROR_FIELDS[part[0] ?? '']
    if (name !== undefined) fields[name] = part.slice(1)
  }
  // The types know no constructor with fields; the class takes them.
  return new (DatabaseError as unknown as new (fields: object) => DatabaseError)(fields)
}

function toParse(name: string, text: string): Buffer {
  const nameBytes = Buffer.byteLength(name)
  const textBytes = Buffer.byteLength(text)
  const message = Buffer.allocUnsafe(HEADER_BYTES + nameBytes + 1 + textBytes + 1 + 2)
  message[0] = 0x50
  message.writeUInt32BE(message.length - 1, 1)
  let position = HEADER_BYTES
  position += message.write(name, position)
  position = message.writeUInt8(0, position)
  position += message.write(text, position)
  position = message.writeUInt8(0, position)
  message.writeUInt16BE(0, position)
  return message
}

/** All values as texts, all columns back as texts. */
function toBind(name: string, parameters: string[]): Buffer {
  const nameBytes = Buffer.byteLength(name)
  const lengths = parameters.map((value) => Buffer.byteLength(value))
  const valueBytes = lengths.reduce((sum, length) => sum + 4 + length, 0)
  const message = Buffer.allocUnsafe(HEADER_BYTES + 1 + nameBytes + 1 + 2 + 2 + valueBytes + 2)
  message[0] = 0x42
  message.writeUInt32BE(message.length - 1, 1)
  let position = message.writeUInt8(0, HEADER_BYTES)
  position += message.write(name, position)
  position = message.writeUInt8(0, position)
  position = message.writeUInt16BE(0, position)
  position = message.writeUInt16BE(parameters.length, position)
  parameters.forEach((value, i) => {
    position = message.writeUInt32BE(lengths[i] ?? 0, position)
    position += message.write(value, position)
  })
  message.writeUInt16BE(0, position)
  return message
}
