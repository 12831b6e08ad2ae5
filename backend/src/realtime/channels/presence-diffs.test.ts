import { expect, test } from 'vitest'
import { createPresenceMemory } from '../cluster/presence-store.ts'
import { createAddressMeter } from '../kernel/address-meter.ts'
import { createCounters } from '../kernel/counters.ts'
import { createRateMeter } from '../kernel/rate-meter.ts'
import { parseJoinPayload } from '../protocol/join-payload.ts'
import { ALL_RIGHTS, type Channel, createChannel, type Peer, type ServedRoom } from './channel.ts'
import { addDiff, pushPresenceState } from './presence-diffs.ts'
import { createRooms } from './rooms.ts'

const IDENTITY = { token: undefined, claims: { role: 'anon' }, expiresAt: undefined }

/** Adds a member with presence to the room, who collects the events and keys that are sent to it. */
function addMember(room: ServedRoom): { channel: Channel; events: string[] } {
  const events: string[] = []
  const peer: Peer = {
    version: '2.0.0',
    identity: IDENTITY,
    headers: {},
    channels: new Map(),
    waiting: new Map(),
    joining: 0,
    address: '192.0.2.1',
    meters: {},
    emptySince: 0,
    isOpen: () => true,
    send: ({ data }) => {
      const [, , , event, payload] = JSON.parse(data.toString())
      events.push(`${event} ${Object.keys(payload.joins ?? payload)}`)
    },
    canSkip: () => true,
    pause: () => {},
    resume: () => {},
    close: () => {},
  }
  const { config } = parseJoinPayload({ config: { presence: { enabled: true } } })
  const given = { peer, topic: 'realtime:large', sub: 'large', joinRef: '1', config, identity: IDENTITY, room }
  const channel = createChannel({ ...given, rights: ALL_RIGHTS }, 0)
  channel.held = undefined
  room.members.add(channel)
  return { channel, events }
}

test('sends no diff after the state that contains it, however large the room is (realtime 5)', async () => {
  const room = createRooms().get({ topic: 'large', private: false })
  const presence = createPresenceMemory('node', () => {})
  const [messages, joins] = [createRateMeter(), createAddressMeter()]
  const meters = { messages, joins, posts: createAddressMeter(messages), presence: createRateMeter() }
  const hub = { counters: createCounters(), meters, cluster: { presence } }
  presence.onDiff((_room, joins, leaves) => addDiff(hub, room, { joins, leaves }))
  const [first] = Array.from({ length: 1_500 }, () => addMember(room))
  const late = addMember(room)
  presence.track(room, { id: 'a', key: 'a' }, {})
  presence.untrack(room, 'a')
  expect([first?.events, late.events]).toEqual([['presence_diff a'], []])
  pushPresenceState(hub, late.channel)
  await expect.poll(() => first?.events).toEqual(['presence_diff a', 'presence_diff '])
  presence.track(room, { id: 'b', key: 'b' }, {})
  await expect.poll(() => late.events.length).toBeGreaterThan(1)
  expect(late.events).toEqual(['presence_state ', 'presence_diff b'])
})
