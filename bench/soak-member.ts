import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type PresenceView, readPresence } from './presence-view.ts'

/** The totals of the actions of all members in a soak. */
export type SoakTotals = Record<
  'sockets' | 'killedSockets' | 'joins' | 'leaves' | 'tracks' | 'broadcasts' | 'refreshes' | 'received' | 'closes',
  number
>

export interface SoakSettings {
  /** Returns the URL of one of the running processes. */
  chooseUrl(): string
  signToken(sub: string): Promise<string>
  totals: SoakTotals
}

interface JoinedChannel {
  joinRef: string
  isJoined: boolean
  isTracked: boolean
  view: PresenceView
}

/** A client that performs random actions. */
export interface SoakMember {
  key: string
  /** Performs a random action and waits for its response. */
  act(): Promise<void>
  /** The topics in which the member is present. */
  listTracked(): string[]
  /** The keys that the member sees, by topic. */
  listSeen(): { topic: string; keys: string[] }[]
  close(): void
}

const TOPICS = [0, 1, 2, 3, 4, 5].map((index) => `realtime:${index < 3 ? 'soak-public' : 'soak-private'}-${index}`)
const CHANGES = [{ event: '*', schema: 'public', table: 'soak_rows' }]
/** The time after which a reply is given up, because the process was killed. */
const ANSWER_MS = 20_000
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item

export function createSoakMember({ chooseUrl, signToken, totals }: SoakSettings): SoakMember {
  const sub = randomUUID()
  const key = `member-${sub}`
  const channels = new Map<string, JoinedChannel>()
  const answers = new Map<string, (status: string | undefined) => void>()
  let socket: WebSocket | undefined
  let isOld = false
  let refs = 0

  const open = async () => {
    isOld = Math.random() < 0.5
    const opened = new WebSocket(`${chooseUrl()}&vsn=${isOld ? '1.0.0' : '2.0.0'}`, { perMessageDeflate: false })
    opened.on('error', () => {})
    opened.on('message', (data: Buffer, isBinary) => receive(opened, data, isBinary))
    opened.on('close', () => {
      if (socket === opened) reset()
    })
    socket = opened
    await Promise.race([once(opened, 'open'), once(opened, 'close')])
    totals.sockets += 1
  }
  const reset = () => {
    socket = undefined
    channels.clear()
    for (const settle of answers.values()) settle(undefined)
  }
  const receive = (from: WebSocket, data: Buffer, isBinary: boolean) => {
    if (from !== socket) return
    totals.received += 1
    if (isBinary) return
    const parsed = JSON.parse(data.toString())
    const [, ref, topic, event, payload] = isOld
      ? [null, parsed.ref, parsed.topic, parsed.event, parsed.payload]
      : parsed
    const channel = channels.get(topic)
    if (event === 'phx_reply') answers.get(ref)?.(payload.status)
    else if (event === 'phx_close' || event === 'phx_error') {
      if (ref === channel?.joinRef) channels.delete(topic)
      totals.closes += 1
    } else if (channel) readPresence(channel.view, event, payload)
  }
  /** Sends a message and returns the status of its reply; undefined when the socket closes before. */
  const request = async (topic: string, event: string, payload: unknown, joinRef?: string) => {
    const ref = send(topic, event, payload, joinRef)
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    answers.set(ref, resolve)
    const status = await Promise.race([promise, sleep(ANSWER_MS, 'late', { ref: false })])
    answers.delete(ref)
    if (status === 'late') throw new Error(`No answer to ${event} of ${topic}`)
    return status
  }
  const send = (topic: string, event: string, payload: unknown, joinRef?: string) => {
    refs += 1
    const ref = String(refs)
    const join_ref = joinRef ?? (event === 'phx_join' ? ref : null)
    socket?.send(
      JSON.stringify(isOld ? { topic, event, payload, ref, join_ref } : [join_ref, ref, topic, event, payload]),
    )
    return ref
  }
  const join = async (topic: string) => {
    const channel: JoinedChannel = {
      joinRef: String(refs + 1),
      isJoined: false,
      isTracked: false,
      view: { keys: new Map() },
    }
    channels.set(topic, channel)
    const config = {
      private: topic.includes('private'),
      presence: { key, enabled: true },
      broadcast: { ack: true },
      postgres_changes: topic.endsWith('0') ? CHANGES : [],
    }
    const status = await request(topic, 'phx_join', { config, access_token: await signToken(sub) })
    if (status === 'ok') channel.isJoined = true
    else if (channels.get(topic) === channel) channels.delete(topic)
    totals.joins += 1
  }
  const actIn = async (topic: string, channel: JoinedChannel) => {
    const { joinRef } = channel
    const dice = Math.random()
    if (dice < 0.35) {
      const status = await request(topic, 'presence', { event: 'track', payload: { at: refs } }, joinRef)
      channel.isTracked ||= status === 'ok'
      totals.tracks += 1
    } else if (dice < 0.45) {
      await request(topic, 'presence', { event: 'untrack' }, joinRef)
      channel.isTracked = false
    } else if (dice < 0.65) {
      await request(topic, 'broadcast', { type: 'broadcast', event: 'e', payload: { at: refs } }, joinRef)
      totals.broadcasts += 1
    } else if (dice < 0.85) {
      send(topic, 'access_token', { access_token: await signToken(sub) }, joinRef)
      totals.refreshes += 1
    } else {
      await request(topic, 'phx_leave', {}, joinRef)
      channels.delete(topic)
      totals.leaves += 1
    }
  }
  const actOnce = async () => {
    if (!socket) return open()
    if (socket.readyState !== WebSocket.OPEN) return
    if (Math.random() < 0.02) {
      totals.killedSockets += 1
      socket.terminate()
      return
    }
    const topic = pick(TOPICS)
    const channel = channels.get(topic)
    if (channel?.isJoined && Math.random() < 0.95) await actIn(topic, channel)
    else await join(topic)
  }
  return {
    key,
    act: actOnce,
    listTracked: () => [...channels].flatMap(([topic, { isTracked }]) => (isTracked ? [topic] : [])),
    listSeen: () =>
      [...channels].flatMap(([topic, { isJoined, view }]) =>
        isJoined ? [{ topic, keys: [...view.keys.keys()] }] : [],
      ),
    close: () => {
      socket?.terminate()
      reset()
    },
  }
}
