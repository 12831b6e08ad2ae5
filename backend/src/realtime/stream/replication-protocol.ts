import { ByteReader } from './byte-reader.ts'

/** PostgreSQL counts microseconds since 2000-01-01. */
const EPOCH_MS = Date.UTC(2000, 0, 1)

const DATA = 'w'.charCodeAt(0)

/** A message of the streaming replication protocol from the server. */
export type Frame = { kind: 'data'; content: Buffer } | { kind: 'keepalive'; walEnd: bigint; isReplyRequested: boolean }

/** Parses a message. The content is a view on it. Throws for an unknown message. */
export function parseFrame(message: Buffer): Frame {
  if (message[0] === DATA) return { kind: 'data', content: message.subarray(25) }
  const reader = new ByteReader(message)
  const kind = reader.char()
  if (kind !== 'k') throw new Error(`The stream sent a message of the unknown kind ${kind}.`)
  const walEnd = reader.int64()
  reader.int64() // time of sending
  return { kind: 'keepalive', walEnd, isReplyRequested: reader.byte() === 1 }
}

/** Builds the status update that lets the server discard WAL before `lsn`. */
export function buildStatusUpdate(lsn: bigint, now = Date.now()): Buffer {
  const message = Buffer.alloc(34)
  message.write('r')
  for (const offset of [1, 9, 17]) message.writeBigUInt64BE(lsn, offset)
  message.writeBigInt64BE(BigInt(now - EPOCH_MS) * 1000n, 25)
  return message
}

export function toDate(microseconds: bigint): Date {
  return new Date(EPOCH_MS + Number(microseconds / 1000n))
}

/** Parses an LSN such as `0/2148D68`. */
export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
