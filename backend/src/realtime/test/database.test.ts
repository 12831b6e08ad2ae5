import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sql } from '../../postgres/statements/sql.ts'
import { openRawSocket } from './raw-socket.ts'
import { subscribe } from './subscribe.ts'
import { createTestRealtime, TEST_KEYS, type TestRealtime, VERSIONS } from './test-realtime.ts'

const ALICE = '00000000-0000-4000-8000-00000000000a'
const BOB = '00000000-0000-4000-8000-00000000000b'
const SCHEMA = `
  create table public.notes (id int primary key, owner uuid, text text);
  alter table public.notes enable row level security;
  grant select, insert, update, delete on public.notes to authenticated, service_role;
  create policy "owners read notes" on public.notes for select to authenticated
    using (owner = (current_setting('request.jwt.claims')::jsonb ->> 'sub')::uuid);
  alter publication supabase_realtime add table public.notes;
  create policy "everyone reads messages" on realtime.messages for select to anon, authenticated using (true);`

let realtime: TestRealtime
let owner: Sql
beforeAll(async () => {
  realtime = await createTestRealtime({ sql: SCHEMA })
  owner = realtime.database.connect('owner', { max: 1 })
})
afterAll(() => realtime[Symbol.asyncDispose]())

let latestNote = 0
const nextNote = () => {
  latestNote += 1
  return latestNote
}

describe.each(VERSIONS)('official client, version %s (realtime 12)', (version) => {
  test('delivers the changes of rows that the member sees (realtime 6)', async () => {
    const token = await realtime.signToken({ sub: ALICE })
    const changes: { eventType: string; new: unknown; old: unknown }[] = []
    const { promise: subscribed, resolve } = Promise.withResolvers<unknown>()
    const client = realtime.connect({ version, token })
    await client.realtime.setAuth()
    const channel = client
      .channel('notes')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, (change) => changes.push(change))
      .on('system', {}, resolve)
    await subscribe(channel)
    const system = {
      extension: 'postgres_changes',
      status: 'ok',
      message: 'Subscribed to PostgreSQL',
      channel: 'notes',
    }
    expect(await subscribed).toEqual(system)
    const id = nextNote()
    const hidden = nextNote()
    await owner`insert into public.notes values (${id}, ${ALICE}, 'mine'), (${hidden}, ${BOB}, 'his')`
    // A row that is gone when its visibility is checked is not reported.
    await expect.poll(() => changes.length, { timeout: 5_000 }).toBe(1)
    await owner`update public.notes set text = 'changed' where id = ${id}`
    await expect.poll(() => changes.length, { timeout: 5_000 }).toBe(2)
    await owner`delete from public.notes where id = ${id}`
    await expect.poll(() => changes.length, { timeout: 5_000 }).toBe(3)
    expect(changes).toMatchObject([
      { eventType: 'INSERT', new: { id, owner: ALICE, text: 'mine' } },
      { eventType: 'UPDATE', new: { id, text: 'changed' }, old: { id } },
      { eventType: 'DELETE', old: { id } },
    ])
  })

  test('reports why a subscription failed, and keeps the channel (realtime 7.3)', async () => {
    const { promise, resolve } = Promise.withResolvers<{ status: string; message: string }>()
    const channel = realtime
      .connect({ version })
      .channel('failing')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'nothing' }, () => {})
      .on('system', {}, resolve)
    await subscribe(channel)
    expect(await promise).toMatchObject({
      status: 'error',
      message: expect.stringContaining('Unable to subscribe to changes with given parameters.'),
    })
    expect(channel.state).toBe('joined')
  })

  test('waits for the subscription when the client requests it (realtime 3.1)', async () => {
    const config = { config: { postgres_changes_options: { wait: true } } }
    const client = realtime.connect({ version, key: TEST_KEYS.secretKey })
    const ids: unknown[] = []
    const channel = client
      .channel('waiting', config)
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, ({ new: { id } }) => ids.push(id))
    await subscribe(channel)
    const id = nextNote()
    await owner`insert into public.notes values (${id}, ${BOB}, 'x')`
    await expect.poll(() => ids, { timeout: 5_000 }).toEqual([id])
    const failing = client
      .channel('waiting in vain', config)
      .on('postgres_changes', { event: '*', schema: 'public', table: 'nothing' }, () => {})
    await expect(subscribe(failing)).rejects.toThrow('RealtimeDisabledForConfiguration: Unable to subscribe')
  })

  test('delivers broadcasts sent from SQL, and replays them (realtime 4)', async () => {
    const client = realtime.connect({ version })
    const topic = `sql-${version}`
    const since = Date.now() - 60_000
    const live: unknown[] = []
    const channel = client
      .channel(topic, { config: { private: true } })
      .on('broadcast', { event: '*' }, (message) => live.push(message))
    await subscribe(channel)
    await owner`select realtime.send('{"a": 1}'::jsonb, 'first', ${topic}, true)`
    await owner`select realtime.send('{"a": 2}'::jsonb, 'second', ${topic}, true)`
    await owner`select realtime.send('{"a": 3}'::jsonb, 'public', ${topic}, false)`
    await expect.poll(() => live.length, { timeout: 5_000 }).toBe(2)
    const meta = { id: expect.any(String) }
    expect(live).toMatchObject([
      { type: 'broadcast', event: 'first', payload: { a: 1 }, meta },
      { type: 'broadcast', event: 'second', payload: { a: 2 }, meta },
    ])
    const replayed: unknown[] = []
    const later = realtime
      .connect({ version })
      .channel(topic, { config: { private: true, broadcast: { replay: { since, limit: 1 } } } })
      .on('broadcast', { event: '*' }, (message) => replayed.push(message))
    await subscribe(later)
    await expect.poll(() => replayed.length, { timeout: 5_000 }).toBe(1)
    expect(replayed).toMatchObject([{ event: 'second', payload: { a: 2 }, meta: { ...meta, replayed: true } }])
  })

  test('replays the messages of one transaction in their order (realtime 4)', async () => {
    const topic = `replay-${version}`
    await owner`select realtime.send(jsonb_build_object('n', n), 'e', ${topic}, true) from generate_series(1, 30) as n`
    const replayed: unknown[] = []
    const channel = realtime
      .connect({ version })
      .channel(topic, { config: { private: true, broadcast: { replay: { since: Date.now() - 60_000, limit: 4 } } } })
      .on('broadcast', { event: '*' }, ({ payload }) => replayed.push(payload.n))
    await subscribe(channel)
    await expect.poll(() => replayed).toEqual([27, 28, 29, 30])
  })
})

test('replays the newest of many large messages, and keeps the socket (realtime 4)', async () => {
  await owner`select realtime.send(jsonb_build_object('n', n, 'text', repeat('x', 1000000)), 'e', 'large', true)
    from generate_series(1, 20) as n`
  const received: unknown[] = []
  const channel = realtime
    .connect()
    .channel('large', { config: { private: true, broadcast: { replay: { since: Date.now() - 60_000 } } } })
    .on('broadcast', { event: '*' }, ({ payload }) => received.push(payload.n))
  await subscribe(channel)
  await expect.poll(() => received.at(-1), { timeout: 10_000 }).toBe(20)
  expect(received).toEqual([13, 14, 15, 16, 17, 18, 19, 20])
})

test('reports when messages of the database arrive (realtime 3.2)', async () => {
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:ready', { broadcast: { replication_ready: true } })
  expect(await raw.next()).toEqual([
    '1',
    null,
    'realtime:ready',
    'system',
    { extension: 'system', status: 'ok', message: 'Replication connection established', channel: 'ready' },
  ])
  raw.socket.close()
})

test.each(['id', [5], [null]])('explains the form of select when it is %j (realtime 7.3)', async (select) => {
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:columns', { postgres_changes: [{ schema: 'public', table: 'notes', select }] })
  const message = 'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]'
  const system = { extension: 'postgres_changes', status: 'error', message, channel: 'columns' }
  expect(await raw.next()).toEqual(['1', null, 'realtime:columns', 'system', system])
  raw.socket.close()
})

test('sends each change once, with the ids of all entries that match (realtime 6)', async () => {
  const raw = await openRawSocket(realtime, { key: TEST_KEYS.secretKey })
  const entries = [
    { event: '*', schema: 'public' },
    { event: 'INSERT', schema: 'public', table: 'notes' },
    { event: 'UPDATE', schema: 'public', table: 'notes' },
  ]
  const reply = (await raw.join('realtime:ids', { postgres_changes: entries })) as [0, 0, 0, 0, Joined]
  const ids = reply[4].response.postgres_changes.map(({ id }) => id)
  expect(await raw.next()).toMatchObject({ 3: 'system' })
  const id = nextNote()
  await owner`insert into public.notes values (${id}, ${BOB}, null)`
  const message = (await raw.next()) as [null, null, string, string, { ids: number[]; data: unknown }]
  expect(message.slice(0, 4)).toEqual([null, null, 'realtime:ids', 'postgres_changes'])
  expect(message[4].ids).toEqual(ids.slice(0, 2))
  expect(message[4].data).toEqual({
    type: 'INSERT',
    schema: 'public',
    table: 'notes',
    commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    columns: [
      { name: 'id', type: 'int4' },
      { name: 'owner', type: 'uuid' },
      { name: 'text', type: 'text' },
    ],
    record: { id, owner: BOB, text: null },
    errors: null,
  })
  raw.socket.close()
})

interface Joined {
  response: { postgres_changes: { id: number }[] }
}
