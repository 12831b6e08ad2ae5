import type { BroadcastPush, ClientMessage } from './message.ts'
import { NAME_LIMIT_BYTES } from './message.ts'

const KIND_PUSH = 3
const KIND_BROADCAST = 4
const ENCODING_JSON = 1
/** The bytes before the texts of a push: kind, five lengths and the encoding. */
const PUSH_HEADER_BYTES = 7

/** Parses a binary broadcast of a client. Returns undefined for malformed frames and other kinds (realtime 2). */
export function parseBroadcastPush(frame: Buffer): ClientMessage | undefined {
  if (frame.length < PUSH_HEADER_BYTES || frame[0] !== KIND_PUSH) return undefined
  let offset = PUSH_HEADER_BYTES
  const texts = [...frame.subarray(1, 6)].map((length) => {
    const text = frame.toString('utf8', offset, offset + length)
    offset += length
    return text
  })
  if (offset > frame.length) return undefined
  const [joinRef = '', ref = '', topic = '', event = '', metaText = ''] = texts
  const meta = metaText === '' ? undefined : parseObject(metaText)
  if (metaText !== '' && !meta) return undefined
  const encoding = frame[6] === ENCODING_JSON ? 'json' : 'bytes'
  const push: BroadcastPush = { event, meta, encoding, payload: frame.subarray(offset) }
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: undefined, push }
}

interface BinaryBroadcast {
  topic: string
  event: string
  meta: Record<string, unknown> | undefined
  encoding: 'json' | 'bytes'
  payload: Uint8Array
}

/** Renders a broadcast for clients. Returns undefined when a name is too long for a binary frame. */
export function renderBinaryBroadcast({ topic, event, meta, encoding, payload }: BinaryBroadcast): Buffer | undefined {
  const texts = [topic, event, meta ? JSON.stringify(meta) : ''].map((text) => Buffer.from(text))
  if (texts.some((text) => text.length > NAME_LIMIT_BYTES)) return undefined
  const header = [KIND_BROADCAST, ...texts.map((text) => text.length), encoding === 'json' ? ENCODING_JSON : 0]
  return Buffer.concat([Buffer.from(header), ...texts, payload])
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
