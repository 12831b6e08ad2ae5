/** The versions of the protocol (realtime 2). */
export type Version = '1.0.0' | '2.0.0'

/** The reference of a message, which replies repeat unchanged. The official client sends strings. */
export type Ref = string | number | null

/** A message of a client. Binary broadcasts carry `push` instead of a payload. */
export interface ClientMessage {
  joinRef: Ref
  ref: Ref
  topic: string
  event: string
  payload: unknown
  push?: BroadcastPush
}

/** The content of a binary broadcast of a client. */
export interface BroadcastPush {
  event: string
  meta: Record<string, unknown> | undefined
  encoding: 'json' | 'bytes'
  payload: Buffer
}

export interface ServerMessage {
  joinRef: Ref
  ref: Ref
  topic: string
  event: string
  payload: unknown
}

/** A message as it is sent. Several sockets share it. */
export interface Frame {
  data: Buffer
  isBinary: boolean
}

/** The longest topic or event in UTF-8 bytes: binary frames hold their lengths in one byte. */
export const NAME_LIMIT_BYTES = 255
