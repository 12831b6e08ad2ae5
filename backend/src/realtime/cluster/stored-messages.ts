import type { Relation, RowMessage } from '../stream/messages.ts'
import type { RoomMessage } from './cluster.ts'

/** Returns true for the table `realtime.messages`. */
export function isMessagesTable({ schema, name }: Relation): boolean {
  return schema === 'realtime' && name === 'messages'
}

/** Returns the broadcast of an inserted row of `realtime.messages`, or undefined for a row that is not a broadcast. */
export function toRoomMessage(row: RowMessage): RoomMessage | undefined {
  if (row.kind !== 'insert') return undefined
  const values = new Map(row.relation.columns.map(({ name }, i) => [name, row.new[i] ?? null]))
  const [topic, event, id] = [values.get('topic'), values.get('event'), values.get('id')]
  if (values.get('extension') !== 'broadcast' || !topic || !event || !id) return undefined
  return {
    topic,
    private: values.get('private') === 't',
    event,
    payload: readPayload(values.get('payload') ?? null, values.get('binary_payload') ?? null),
    meta: { id },
  }
}

function readPayload(payload: string | null, binaryPayload: string | null): unknown {
  if (binaryPayload !== null) return Buffer.from(binaryPayload.slice(2), 'hex')
  return payload === null ? {} : (JSON.parse(payload) as unknown)
}
