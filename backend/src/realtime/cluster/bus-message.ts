import * as v from 'valibot'
import { isJsonObject, JsonObject } from '../../http/json-object.ts'
import type { PresenceMeta, RoomMessage } from './cluster.ts'

// `v.looseObject` leaves out members of a client's payload that are named `constructor` or `prototype`.
const Meta = v.custom<PresenceMeta>((value) => isJsonObject(value) && typeof value.phx_ref === 'string')
const Member = v.object({ id: v.string(), key: v.string(), meta: Meta })
const Room = { topic: v.string(), private: v.boolean() }

/** The messages that processes send each other. */
const BusMessage = v.variant('kind', [
  v.object({
    kind: v.literal('broadcast'),
    ...Room,
    event: v.string(),
    payload: v.optional(v.unknown()),
    extra: v.optional(JsonObject),
    isBinary: v.boolean(),
  }),
  v.object({ kind: v.literal('presence'), ...Room, joins: v.array(Member), leaves: v.array(v.string()) }),
  /** A process has started, or has lost messages. */
  v.object({ kind: v.literal('hello') }),
  /** The response: the sender announces its presences from here on. Earlier ones are in the table. */
  v.object({ kind: v.literal('welcome') }),
  /** The sender ends and its presences with it. */
  v.object({ kind: v.literal('bye') }),
])

export type BusMessage = v.InferOutput<typeof BusMessage>

const Header = v.object({ node: v.string(), message: BusMessage })

/** A message and the process that sent it. */
export interface Envelope {
  node: string
  message: BusMessage
  bytes: Buffer
}

/** Renders a message: the length of the JSON, the JSON, the bytes of a binary payload. */
export function renderEnvelope(node: string, message: BusMessage, bytes: Uint8Array = Buffer.alloc(0)): Buffer {
  const header = Buffer.from(JSON.stringify({ node, message }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  return Buffer.concat([length, header, bytes])
}

/** Returns undefined for a message of another version of this program. */
export function parseEnvelope(content: Buffer): Envelope | undefined {
  if (content.length < 4) return undefined
  const end = 4 + content.readUInt32BE(0)
  try {
    const parsed = v.safeParse(Header, JSON.parse(content.toString('utf8', 4, end)))
    return parsed.success ? { ...parsed.output, bytes: content.subarray(end) } : undefined
  } catch {
    return undefined
  }
}

export function renderBroadcast(node: string, message: RoomMessage): Buffer {
  const { topic, private: isPrivate, event, payload, extra } = message
  const room = { kind: 'broadcast', topic, private: isPrivate, event } as const
  if (payload instanceof Uint8Array) return renderEnvelope(node, { ...room, isBinary: true }, payload)
  return renderEnvelope(node, { ...room, payload, isBinary: false, ...(extra ? { extra } : {}) })
}
