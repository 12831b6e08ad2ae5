import { ByteReader } from './byte-reader.ts'
import type { Message, OldTuple, Relation, RelationColumn, Tuple } from './messages.ts'

/** Decodes the messages of one pgoutput stream. It remembers the relations, which the stream describes only once. */
export interface Decoder {
  /**
   * Rows of relations that `wants` declines are not decoded and are returned as `other`. Throws for an invalid message.
   */
  decode(message: Buffer): Message
}

const OTHER: Message = { kind: 'other' }

export function createDecoder(wants: (relation: Relation) => boolean): Decoder {
  const relations = new Map<number, Relation>()

  const find = (oid: number): Relation => {
    const relation = relations.get(oid)
    if (!relation) throw new Error(`The stream names relation ${oid} without describing it.`)
    return relation
  }
  const decodeRow = (kind: string, reader: ByteReader, size: number): Message => {
    const relation = find(reader.int32())
    if (!wants(relation)) return OTHER
    if (kind === 'I') {
      reader.char()
      return { kind: 'insert', relation, new: readTuple(reader), size }
    }
    const part = reader.char()
    if (kind === 'D') return { kind: 'delete', relation, old: readOldTuple(part, reader), size }
    if (part === 'N') return { kind: 'update', relation, new: readTuple(reader), old: undefined, size }
    const old = readOldTuple(part, reader)
    reader.char()
    return { kind: 'update', relation, new: readTuple(reader), old, size }
  }
  return {
    decode: (message) => {
      const reader = new ByteReader(message)
      const kind = reader.char()
      switch (kind) {
        case 'I':
        case 'U':
        case 'D':
          return decodeRow(kind, reader, message.length)
        case 'B':
          return readBegin(reader)
        case 'C':
          return readCommit(reader)
        case 'R': {
          const relation = readRelation(reader)
          relations.set(relation.oid, relation)
          return { kind: 'relation', relation }
        }
        case 'M':
          return readLogicalMessage(reader)
        default:
          // Origin, type and truncate: clients get none of them (realtime 6).
          return OTHER
      }
    },
  }
}

function readBegin(reader: ByteReader): Message {
  reader.int64() // final LSN
  return { kind: 'begin', commitTime: reader.int64(), xid: reader.int32() }
}

function readCommit(reader: ByteReader): Message {
  reader.byte() // flags
  reader.int64() // LSN of the commit
  return { kind: 'commit', endLsn: reader.int64() }
}

function readRelation(reader: ByteReader): Relation {
  const [oid, schema, name, identity] = [reader.int32(), reader.name(), reader.name(), reader.char()]
  const columns: RelationColumn[] = []
  for (let count = reader.int16(); count > 0; count -= 1) {
    const isKey = (reader.byte() & 1) === 1
    columns.push({ name: reader.name(), type: reader.int32(), isKey })
    reader.int32() // type modifier
  }
  return { oid, schema: schema === '' ? 'pg_catalog' : schema, name, identity, columns }
}

function readLogicalMessage(reader: ByteReader): Message {
  reader.byte() // flags
  reader.int64() // LSN
  const prefix = reader.name()
  return { kind: 'logical', prefix, content: reader.bytes(reader.int32()) }
}

function readOldTuple(part: string, reader: ByteReader): OldTuple {
  return { isFull: part === 'O', values: readTuple(reader) }
}

function readTuple(reader: ByteReader): Tuple {
  const tuple: Tuple = []
  for (let count = reader.int16(); count > 0; count -= 1) tuple.push(readValue(reader))
  return tuple
}

function readValue(reader: ByteReader): string | null | undefined {
  const kind = reader.char()
  if (kind === 'n') return null
  if (kind === 'u') return undefined
  return reader.text(reader.int32())
}
