import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodePush, openRawSocket, type RawSocket } from './raw-socket.ts'
import { createTestRealtime, type TestProcess, type TestRealtime } from './test-realtime.ts'

let first: TestRealtime
let second: TestProcess
beforeAll(async () => {
  first = await createTestRealtime()
  second = await first.startAnother()
})
afterAll(() => first[Symbol.asyncDispose]())

const WITH_PRESENCE = { presence: { key: 'k', enabled: true } }

/** Returns messages until one with this event. */
async function waitFor(raw: RawSocket, event: string): Promise<unknown> {
  for (;;) {
    const message = await raw.next()
    if (Array.isArray(message) && message[3] === event) return message[4]
  }
}

test('delivers broadcasts to the sockets of other processes (realtime 4)', async () => {
  const topic = 'realtime:both'
  const [sender, listener] = await Promise.all([openRawSocket(first), openRawSocket(second)])
  await Promise.all([sender.join(topic), listener.join(topic)])
  const body = { type: 'broadcast', event: 'e', payload: { a: 1 }, extra: true }
  sender.send('1', '2', topic, 'broadcast', body)
  expect(await listener.next()).toEqual([null, null, topic, 'broadcast', body])
  sender.socket.send(encodePush({}, topic, 'e', Uint8Array.from([1, 2, 255])))
  expect(((await listener.next()) as Buffer).subarray(-3)).toEqual(Buffer.from([1, 2, 255]))
  for (const { socket } of [sender, listener]) socket.close()
})

test('shows the members of other processes, and their leaves (realtime 5)', async () => {
  const topic = 'realtime:members'
  const [member, watcher] = await Promise.all([openRawSocket(first), openRawSocket(second)])
  await Promise.all([member.join(topic, WITH_PRESENCE), watcher.join(topic, WITH_PRESENCE)])
  member.send('1', '2', topic, 'presence', { event: 'track', payload: { a: 1 } })
  expect(await waitFor(watcher, 'presence_diff')).toMatchObject({ joins: { k: { metas: [{ a: 1 }] } } })
  const late = await openRawSocket(second)
  await late.join(topic, WITH_PRESENCE)
  expect(await waitFor(late, 'presence_state')).toMatchObject({ k: { metas: [{ a: 1 }] } })
  member.socket.terminate()
  expect(await waitFor(watcher, 'presence_diff')).toMatchObject({ joins: {}, leaves: { k: { metas: [{ a: 1 }] } } })
  for (const { socket } of [watcher, late]) socket.close()
})

test('removes the members of a process that ends (realtime 5)', async () => {
  const topic = 'realtime:ending'
  const third = await first.startAnother()
  const [member, watcher] = await Promise.all([openRawSocket(third), openRawSocket(first)])
  await Promise.all([member.join(topic, WITH_PRESENCE), watcher.join(topic, WITH_PRESENCE)])
  member.send('1', '2', topic, 'presence', { event: 'track', payload: { a: 1 } })
  expect(await waitFor(watcher, 'presence_diff')).toMatchObject({ joins: { k: { metas: [{ a: 1 }] } } })
  await third.service.close()
  expect(await waitFor(watcher, 'presence_diff')).toMatchObject({ leaves: { k: { metas: [{ a: 1 }] } } })
  watcher.socket.close()
})

test('serves clients only once messages of the other processes arrive (realtime 13)', async () => {
  const owner = first.database.connect('owner', { max: 1 })
  let third: Promise<TestProcess> | undefined
  await owner.begin(async (tx) => {
    await tx`lock table realtime.nodes in exclusive mode`
    third = first.startAnother()
    expect(await Promise.race([third, sleep(700, 'still joining')])).toBe('still joining')
  })
  await third
})
