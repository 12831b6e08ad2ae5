import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestRealtime, type TestRealtime, VERSIONS } from './test-realtime.ts'

let realtime: TestRealtime
beforeAll(async () => {
  realtime = await createTestRealtime()
})
afterAll(() => realtime[Symbol.asyncDispose]())

/** Subscribes a channel. Throws unless it is joined. */
export function subscribe(channel: RealtimeChannel): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  channel.subscribe((status, error) => {
    if (status === 'SUBSCRIBED') resolve()
    else reject(error ?? new Error(status))
  })
  return promise
}

describe.each(VERSIONS)('with version %s', (version) => {
  test('delivers a broadcast to the other members (realtime 4)', async () => {
    const [alice, bob] = [realtime.connect({ version }), realtime.connect({ version })]
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const heard = bob.channel('room-ä').on('broadcast', { event: 'hello' }, resolve)
    const speaker = alice.channel('room-ä', { config: { broadcast: { ack: true } } })
    await Promise.all([subscribe(heard), subscribe(speaker)])
    expect(await speaker.send({ type: 'broadcast', event: 'hello', payload: { name: 'Zoë' } })).toBe('ok')
    expect(await promise).toMatchObject({ type: 'broadcast', event: 'hello', payload: { name: 'Zoë' } })
  })

  test('reports who is present (realtime 5)', async () => {
    const [alice, bob] = [realtime.connect({ version }), realtime.connect({ version })]
    const name = `presence-${version}`
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const watcher = bob.channel(name).on('presence', { event: 'join' }, resolve)
    const tracker = alice.channel(name, { config: { presence: { key: 'alice' } } })
    await Promise.all([subscribe(watcher), subscribe(tracker)])
    expect(await tracker.track({ city: 'Bern' })).toBe('ok')
    expect(await promise).toMatchObject({ key: 'alice', newPresences: [{ city: 'Bern' }] })
    expect(Object.keys(watcher.presenceState())).toEqual(['alice'])
  })
})
