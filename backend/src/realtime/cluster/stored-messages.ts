import type { Relation, RowMessage } from '../stream/messages.ts'
import type { RoomMessage } from './cluster.ts'

/** A broadcast that was sent from SQL, before its payload is parsed. */
export interface DatabaseMessage {
  id: string
  topic: string
  event: string
  private: boolean
  /** JSON as text. */
  payload: string | null
  binaryPayload: Buffer | null
}

/** Returns true for the table `realtime.messages`. */
export function isMessagesTable({ schema, name }: Relation): boolean {
  return schema === 'realtime' && name === 'messages'
}

/** Returns the broadcast of an inserted row of `realtime.messages`, or undefined for a row that is not a broadcast. */
export function findDatabaseMessage(row: RowMessage): DatabaseMessage | undefined {
  if (row.kind !== 'insert') return undefined
  const values = new Map(row.relation.columns.map(({ name }, i) => [name, row.new[i] ?? null]))
  const [topic, event, id] = [values.get('topic'), values.get('event'), values.get('id')]
  if (values.get('extension') !== 'broadcast' || !topic || !event || !id) return undefined
  const hex = values.get('binary_payload') ?? null
  return {
    id,
    topic,
    event,
    private: values.get('private') === 't',
    payload: values.get('payload') ?? null,
    binaryPayload: hex === null ? null : Buffer.from(hex.slice(2), 'hex'),
  }
}

/** Returns the size of the payload in bytes. */
export function countPayloadBytes({ payload, binaryPayload }: DatabaseMessage): number {
  return binaryPayload?.length ?? Buffer.byteLength(payload ?? '')
}

/** Returns the message for the members of its room. */
export function toRoomMessage({ id, topic, event, payload, binaryPayload, ...message }: DatabaseMessage): RoomMessage {
  return {
    topic,
    private: message.private,
    event,
    payload: binaryPayload ?? (payload === null ? {} : (JSON.parse(payload) as unknown)),
    meta: { id },
  }
}
