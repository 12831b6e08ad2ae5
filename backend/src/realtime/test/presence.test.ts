import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRawSocket, toReply } from './raw-socket.ts'
import { subscribe } from './subscribe.ts'
import { createTestRealtime, type TestRealtime, VERSIONS } from './test-realtime.ts'

let realtime: TestRealtime
beforeAll(async () => {
  realtime = await createTestRealtime()
})
afterAll(() => realtime[Symbol.asyncDispose]())

describe.each(VERSIONS)('official client, version %s (realtime 12)', (version) => {
  test('reports joins, updates and leaves to all members (realtime 5)', async () => {
    const [alice, bob] = [realtime.connect({ version }), realtime.connect({ version })]
    const name = `presence-${version}`
    const watcher = bob.channel(name).on('presence', { event: 'sync' }, () => {})
    const tracker = alice
      .channel(name, { config: { presence: { key: 'alice' } } })
      .on('presence', { event: 'sync' }, () => {})
    await Promise.all([subscribe(watcher), subscribe(tracker)])
    expect(await tracker.track({ city: 'Bern' })).toBe('ok')
    for (const channel of [watcher, tracker])
      await expect.poll(() => channel.presenceState()).toMatchObject({ alice: [{ city: 'Bern' }] })
    expect(await tracker.track({ city: 'Basel' })).toBe('ok')
    await expect.poll(() => watcher.presenceState()).toMatchObject({ alice: [{ city: 'Basel' }] })
    expect(watcher.presenceState().alice).toHaveLength(1)
    expect(await tracker.untrack()).toBe('ok')
    await expect.poll(() => watcher.presenceState()).toEqual({})
  })

  test('sends new members the state, with one meta for each socket of a key (realtime 5)', async () => {
    const name = `keys-${version}`
    const config = { config: { presence: { key: 'alice' } } }
    const first = realtime.connect({ version }).channel(name, config)
    const second = realtime.connect({ version }).channel(name, config)
    await Promise.all([subscribe(first), subscribe(second)])
    await Promise.all([first.track({ device: 1 }), second.track({ device: 2 })])
    const watcher = realtime
      .connect({ version })
      .channel(name)
      .on('presence', { event: 'sync' }, () => {})
    await subscribe(watcher)
    await expect.poll(() => watcher.presenceState().alice?.length).toBe(2)
    const refs = watcher.presenceState().alice?.map(({ presence_ref }) => presence_ref)
    expect(new Set(refs).size).toBe(2)
    await first.unsubscribe()
    await expect.poll(() => watcher.presenceState()).toMatchObject({ alice: [{ device: 2 }] })
  })
})

test('sends presence_state after the reply, empty when no one is there (realtime 5)', async () => {
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:empty', { presence: { enabled: true } })
  expect(await raw.next()).toEqual(['1', null, 'realtime:empty', 'presence_state', {}])
  raw.socket.close()
})

test('enables presence with the first track (realtime 5)', async () => {
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:on', { presence: { key: 'k' } })
  raw.send('1', '2', 'realtime:on', 'presence', { type: 'presence', event: 'TRACK', payload: { a: 1 } })
  expect(await raw.next()).toEqual(toReply('1', '2', 'realtime:on', 'ok', {}))
  expect(await raw.next()).toEqual(['1', null, 'realtime:on', 'presence_state', {}])
  const joins = { k: { metas: [{ phx_ref: expect.any(String), a: 1 }] } }
  expect(await raw.next()).toEqual([null, null, 'realtime:on', 'presence_diff', { joins, leaves: {} }])
  raw.socket.close()
})

test('joins the changes of an update into one diff, and sends none without a change (realtime 5)', async () => {
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:update', { presence: { key: 'k', enabled: true } })
  await raw.next()
  const track = async (payload: unknown) => {
    raw.send('1', '2', 'realtime:update', 'presence', { event: 'track', payload })
    expect(await raw.next()).toEqual(toReply('1', '2', 'realtime:update', 'ok', {}))
  }
  await track({ a: 1 })
  const [, , , , first] = (await raw.next()) as [0, 0, 0, 0, { joins: { k: { metas: { phx_ref: string }[] } } }]
  const ref = first.joins.k.metas[0]?.phx_ref
  await track({ a: 1 })
  await track({ a: 2 })
  expect(await raw.next()).toMatchObject({
    4: {
      joins: { k: { metas: [{ a: 2, phx_ref_prev: ref }] } },
      leaves: { k: { metas: [{ a: 1, phx_ref: ref }] } },
    },
  })
  raw.socket.close()
})

test('rejects other payloads and events (realtime 5)', async () => {
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:wrong')
  const reply = async (payload: unknown) => {
    raw.send('1', '2', 'realtime:wrong', 'presence', payload)
    return ((await raw.next()) as unknown[])[4]
  }
  const noMap = { status: 'error', response: { reason: 'Presence track payload must be a map' } }
  for (const payload of [undefined, null, 7, 'text', []])
    expect(await reply({ event: 'track', payload })).toEqual(noMap)
  for (const payload of [null, {}, { event: 'other' }, { event: 7 }])
    expect(await reply(payload)).toEqual({ status: 'error', response: {} })
  raw.socket.close()
})

test('accepts keys that are names of object properties (realtime 5)', async () => {
  for (const key of ['__proto__', 'constructor', 'toString']) {
    const raw = await openRawSocket(realtime)
    await raw.join(`realtime:${key}`, { presence: { key, enabled: true } })
    await raw.next()
    raw.send('1', '2', `realtime:${key}`, 'presence', { event: 'track', payload: { a: 1 } })
    await raw.next()
    const [, , , , diff] = (await raw.next()) as [0, 0, 0, 0, { joins: object }]
    expect(Object.keys(diff.joins)).toEqual([key])
    raw.socket.close()
  }
})
