import { WebSocket } from 'ws'
import { TEST_KEYS, type TestRealtime } from './test-realtime.ts'

/** A message of version 2.0.0. */
export type RawMessage = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: unknown]

/** A socket without the official client, to send and inspect frames as they are. */
export interface RawSocket {
  socket: WebSocket
  /** Sends a message as text. */
  send(...message: RawMessage): void
  /** Returns the next message; binary frames as they are. */
  next(): Promise<unknown>
  /** Joins a topic with the join_ref `1` and returns the reply. */
  join(topic: string, config?: Record<string, unknown>, token?: string): Promise<unknown>
  /** Returns every message that is received before the reply to a heartbeat. */
  drain(): Promise<unknown[]>
  closed: Promise<{ code: number; reason: string }>
}

interface Options {
  version?: string
  key?: string
  headers?: Record<string, string>
}

export async function openRawSocket({ url }: Pick<TestRealtime, 'url'>, options: Options = {}): Promise<RawSocket> {
  const { version = '2.0.0', key = TEST_KEYS.publishableKey, headers = {} } = options
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=${version}`, {
    headers,
  })
  const received: unknown[] = []
  const waiting: ((message: unknown) => void)[] = []
  socket.on('message', (data: Buffer, isBinary) => {
    const message: unknown = isBinary ? data : JSON.parse(data.toString())
    const waiter = waiting.shift()
    if (waiter) waiter(message)
    else received.push(message)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => {})
  const next = async () =>
    received.length > 0 ? received.shift() : new Promise<unknown>((resolve) => waiting.push(resolve))
  const send = (...message: RawMessage) => socket.send(JSON.stringify(message))
  return {
    socket,
    send,
    next,
    join: (topic, config = {}, token = undefined) => {
      send('1', '1', topic, 'phx_join', { config, ...(token === undefined ? {} : { access_token: token }) })
      return next()
    },
    drain: async () => {
      send(null, 'drain', 'phoenix', 'heartbeat', {})
      const messages: unknown[] = []
      for (let message = await next(); !isReplyTo(message, 'drain'); message = await next()) messages.push(message)
      return messages
    },
    closed,
  }
}

function isReplyTo(message: unknown, ref: string): boolean {
  return Array.isArray(message) && message[1] === ref && message[3] === 'phx_reply'
}

/** Returns the reply of version 2.0.0 to a message with `ref`. */
export function toReply(joinRef: string | null, ref: string, topic: string, status: string, response: unknown) {
  return [joinRef, ref, topic, 'phx_reply', { status, response }]
}

/** Encodes a binary broadcast as a client does. */
export function encodePush(
  { joinRef = '1', ref = '2', meta = '' }: { joinRef?: string; ref?: string; meta?: string },
  topic: string,
  event: string,
  payload: string | Uint8Array,
): Buffer {
  const texts = [joinRef, ref, topic, event, meta].map((text) => Buffer.from(text))
  const encoding = typeof payload === 'string' ? 1 : 0
  const header = Buffer.from([3, ...texts.map((text) => text.length), encoding])
  return Buffer.concat([header, ...texts, Buffer.from(payload)])
}
