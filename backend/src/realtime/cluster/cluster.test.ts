import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { createLog } from '../../http/log.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import type { ChangeSource } from '../stream/change-source.ts'
import { createLogicalSource } from '../stream/logical-source.ts'
import type { Cluster, PresenceList, Room, RoomMessage } from './cluster.ts'
import { createCluster } from './create-cluster.ts'
import { createReplay } from './replay.ts'

interface Process {
  cluster: Cluster
  source: ChangeSource
  messages: RoomMessage[]
  diffs: { joins: PresenceList; leaves: PresenceList }[]
  close(): Promise<void>
}

const ROOM: Room = { topic: 'room', private: false }

let database: TestDatabase
let owner: Sql
let first: Process
let second: Process

async function startProcess(): Promise<Process> {
  const log = createLog('error')
  const source = createLogicalSource({ open: () => database.replicate('supabase_realtime_admin'), log })
  const cluster = createCluster({ source, connect: database.connect, isAlone: false, maxPayloadBytes: 3_000_000, log })
  const messages: RoomMessage[] = []
  const diffs: Process['diffs'] = []
  cluster.onMessage((message) => messages.push(message))
  cluster.presence.onDiff((_room, joins, leaves) => diffs.push({ joins, leaves }))
  await source.whenLive()
  const close = async () => {
    await cluster.close()
    await source.close()
  }
  return { cluster, source, messages, diffs, close }
}

const keysOf = ({ cluster }: Process, room = ROOM) => Object.keys(cluster.presence.state(room)).sort()

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.connect('owner')
})
afterAll(() => database.close())
beforeEach(async () => {
  first = await startProcess()
  second = await startProcess()
  await Promise.all([first, second].map(({ cluster }) => cluster.whenJoined()))
})
afterEach(async () => {
  await first.close()
  await second.close()
})

test('shares what others send while a presence has characters that PostgreSQL rejects (realtime 5)', async () => {
  const meta = { 'a\0': '\ud800', 'b\\u0000': 'kept 😀' }
  first.cluster.presence.track({ topic: 'odd\0', private: false }, { id: 'odd', key: '\0' }, meta)
  first.cluster.presence.track(ROOM, { id: 'id', key: 'key' }, {})
  first.cluster.broadcast({ topic: 'room', private: false, event: 'e', payload: {} })
  await vi.waitFor(() => expect(keysOf(second)).toEqual(['key']))
  await vi.waitFor(() => expect(second.messages).toHaveLength(1))
  const [row] = await owner<{ meta: object }[]>`select meta from realtime.presences where id = 'odd'`
  expect(row?.meta).toMatchObject({ 'a\ufffd': '\ufffd', 'b\\u0000': 'kept 😀' })
})

test('shares members of payloads that are named like object properties (realtime 4, 5)', async () => {
  const payload = JSON.parse('{"constructor":"Gropius","prototype":1,"__proto__":2}')
  first.cluster.presence.track(ROOM, { id: 'id', key: 'key' }, payload)
  first.cluster.broadcast({ ...ROOM, event: 'e', payload, extra: payload })
  await vi.waitFor(() => expect(second.messages).toHaveLength(1))
  expect(JSON.stringify(second.messages[0]?.extra)).toBe(JSON.stringify(payload))
  await vi.waitFor(() => expect(keysOf(second)).toEqual(['key']))
  expect(second.cluster.presence.state(ROOM)).toEqual(first.cluster.presence.state(ROOM))
  expect(JSON.stringify(second.cluster.presence.state(ROOM))).toContain(JSON.stringify(payload).slice(1, -1))
})

test('sends committed rows of realtime.messages to every process (realtime 4)', async () => {
  await owner`select realtime.send('{"text":"hello"}', 'greeting', 'room', false)`
  await owner`select realtime.send_binary('\\x0001'::bytea, 'bytes', 'room')`
  await owner
    .begin(async (tx) => tx`select realtime.send('{}', 'undone', 'room')`.then(() => tx`select 1 / 0`))
    .catch(() => {})
  for (const { messages } of [first, second]) {
    await vi.waitFor(() => expect(messages).toHaveLength(2))
    expect(messages[0]).toEqual({
      topic: 'room',
      private: false,
      event: 'greeting',
      payload: { text: 'hello', id: messages[0]?.meta?.id },
      meta: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    })
    expect(messages[1]).toMatchObject({ event: 'bytes', private: true, payload: Buffer.from([0, 1]) })
  }
})

test('sends broadcasts to the other process only, in order (realtime 4)', async () => {
  first.cluster.broadcast({ ...ROOM, event: 'json', payload: { large: 'x'.repeat(20_000) } })
  first.cluster.broadcast({ ...ROOM, event: 'bytes', payload: new Uint8Array([1, 2, 255]) })
  await vi.waitFor(() => expect(second.messages.at(-1)?.event).toBe('bytes'))
  expect(second.messages.at(-2)?.payload).toEqual({ large: 'x'.repeat(20_000) })
  expect(second.messages.at(-1)?.payload).toEqual(Buffer.from([1, 2, 255]))
  expect(first.messages).toEqual([])
})

test('sends broadcasts to a process that it does not know yet (realtime 13)', async () => {
  await second.close()
  await using stalled = await lockNodes()
  second = await startProcess()
  first.cluster.broadcast({ ...ROOM, event: 'early', payload: null })
  await vi.waitFor(() => expect(second.messages.at(-1)?.event).toBe('early'))
  await stalled.release()
})

/** Keeps processes from registering and from renewing their leases. */
async function lockNodes(): Promise<AsyncDisposable & { release(): Promise<void> }> {
  const isLocked = Promise.withResolvers<void>()
  const isReleased = Promise.withResolvers<void>()
  const locking = owner.begin(async (tx) => {
    await tx`lock table realtime.nodes in exclusive mode`
    isLocked.resolve()
    await isReleased.promise
  })
  await isLocked.promise
  const release = async () => {
    isReleased.resolve()
    await locking
  }
  return { release, [Symbol.asyncDispose]: release }
}

test('shares presences with the other process (realtime 5)', async () => {
  first.cluster.presence.track(ROOM, { id: 'a', key: 'anna' }, { online: true })
  second.cluster.presence.track(ROOM, { id: 'b', key: 'bob' }, { online: true })
  for (const process of [first, second]) await vi.waitFor(() => expect(keysOf(process)).toEqual(['anna', 'bob']))
  expect(second.cluster.presence.state(ROOM)).toEqual(first.cluster.presence.state(ROOM))

  first.cluster.presence.track(ROOM, { id: 'a', key: 'anna' }, { online: true })
  first.cluster.presence.track(ROOM, { id: 'a', key: 'anna' }, { online: false })
  await vi.waitFor(() => expect(second.diffs.at(-1)?.joins.anna?.metas[0]).toMatchObject({ online: false }))
  const update = second.diffs.at(-1)
  expect(update?.joins.anna?.metas[0]?.phx_ref_prev).toBe(update?.leaves.anna?.metas[0]?.phx_ref)

  first.cluster.presence.untrack(ROOM, 'a')
  await vi.waitFor(() => expect(keysOf(second)).toEqual(['bob']))
  expect(second.diffs.flatMap(({ joins }) => joins.anna?.metas ?? [])).toHaveLength(2)
})

test('shares its presences again if others removed them before they knew the process (realtime 5)', async () => {
  await using stalled = await lockNodes()
  const third = await startProcess()
  third.cluster.presence.track(ROOM, { id: 'e', key: 'eve' }, {})
  const findRows = () => owner`select from realtime.presences where key = 'eve'`
  await vi.waitFor(async () => expect(await findRows()).toHaveLength(1))
  // As the sweep of another process does.
  await owner`delete from realtime.presences where key = 'eve'`
  await stalled.release()
  await vi.waitFor(async () => expect(await findRows()).toHaveLength(1), { timeout: 8000 })
  expect(keysOf(first)).toContain('eve')
  await third.close()
})

test('loads the presences of running processes at start-up (realtime 13)', async () => {
  first.cluster.presence.track({ topic: 'room', private: true }, { id: 'c', key: 'carl' }, {})
  const third = await startProcess()
  await vi.waitFor(() => expect(keysOf(third, { topic: 'room', private: true })).toEqual(['carl']))
  expect(keysOf(third)).toEqual([])
  await third.close()
})

test('removes the presences of a process that ends (realtime 5)', async () => {
  second.cluster.presence.track(ROOM, { id: 'd', key: 'dora' }, {})
  await vi.waitFor(() => expect(keysOf(first)).toEqual(['dora']))
  await second.close()
  await vi.waitFor(() => expect(keysOf(first)).toEqual([]))
  expect(first.diffs.at(-1)?.leaves).toHaveProperty('dora')
  expect(await owner`select from realtime.presences`).toEqual([])
})

test('removes the presences of a dead process once its lease has expired (realtime 13)', async () => {
  const ghost = '00000000-0000-4000-8000-000000000001'
  await owner`insert into realtime.nodes values (${ghost}, now() + interval '1 s')`
  await owner`insert into realtime.presences values ('room', false, 'g', ${ghost}, 'ghost', '{"phx_ref":"r"}')`
  const third = await startProcess()
  await vi.waitFor(() => expect(keysOf(third)).toEqual(['ghost']))
  await vi.waitFor(() => expect(keysOf(third)).toEqual([]), 8000)
  expect(third.diffs.filter(({ leaves }) => leaves.ghost)).toHaveLength(1)
  expect(await owner`select from realtime.presences where id = 'g'`).toEqual([])
  await third.close()
})

test('keeps presences equal across an interruption of the stream (realtime 13)', async () => {
  first.cluster.presence.track(ROOM, { id: 'e', key: 'emil' }, {})
  await vi.waitFor(() => expect(keysOf(second)).toEqual(['emil']))
  let gaps = 0
  second.cluster.onGap(() => {
    gaps += 1
  })
  await owner`select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()`
  first.cluster.presence.untrack(ROOM, 'e')
  first.cluster.presence.track(ROOM, { id: 'f', key: 'frieda' }, {})
  await vi.waitFor(() => expect(gaps).toBe(1), 5000)
  await vi.waitFor(() => expect(keysOf(second)).toEqual(['frieda']))
})

test('replays the newest stored messages that the caller may read, oldest first (realtime 4)', async () => {
  await owner`create policy member on realtime.messages for select to authenticated using (realtime.topic() = 'replayed')`
  for (const n of [1, 2, 3]) await owner`select realtime.send(${owner.json({ n })}, 'count', 'replayed')`
  await owner`select realtime.send('{}', 'public', 'replayed', false)`
  const replay = createReplay(database.connect('authenticator', { max: 1 }), 3_000_000)
  const since = Date.now() - 60_000
  const messages = await replay('replayed', since, 2, { role: 'authenticated', sub: 'a' })
  expect(messages.map(({ payload, meta }) => [payload, meta?.replayed])).toMatchObject([
    [{ n: 2 }, true],
    [{ n: 3 }, true],
  ])
  expect(await replay('replayed', since, 25, { role: 'anon' })).toEqual([])
  expect(await replay('replayed', Date.now() + 60_000, 25, { role: 'authenticated' })).toEqual([])
})
