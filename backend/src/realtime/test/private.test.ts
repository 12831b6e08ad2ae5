import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRawSocket, type RawSocket, toReply } from './raw-socket.ts'
import { subscribe } from './subscribe.ts'
import { createTestRealtime, TEST_KEYS, type TestRealtime, VERSIONS } from './test-realtime.ts'

const ALICE = '00000000-0000-4000-8000-00000000000a'
const BOB = '00000000-0000-4000-8000-00000000000b'
/**
 * A topic `<extensions>:<owner>` such as `broadcast:<id>` may be read by its owner; `…:<owner>:w` may be written as
 * well. Everyone reads `open`. The policy of `broken` raises an error of a policy, and that of `busy` a timeout of the
 * server.
 */
const POLICIES = `
  create function public.fail_busy() returns boolean language plpgsql as
    $$ begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$;
  grant execute on function public.fail_busy to anon;
  create policy "nobody reads busy" on realtime.messages for select to anon using (
    case when realtime.topic() = 'busy' then public.fail_busy() else false end);
  create policy "owners read" on realtime.messages for select to authenticated using (
    split_part(realtime.topic(), ':', 2) = (current_setting('request.jwt.claims')::jsonb ->> 'sub')
    and split_part(realtime.topic(), ':', 1) like '%' || extension || '%');
  create policy "everyone reads open" on realtime.messages for select to anon, authenticated using (
    realtime.topic() = 'open' or (realtime.topic() = 'broken' and 1 / length(substr(topic, 7)) = 1));
  create policy "members with a badge see who is in the lobby" on realtime.messages for select to authenticated using (
    realtime.topic() = 'lobby'
    and (extension = 'broadcast' or (current_setting('request.jwt.claims')::jsonb -> 'badge')::boolean));
  create policy "members enter the lobby" on realtime.messages for insert to authenticated with check (
    realtime.topic() = 'lobby');
  create policy "header decides" on realtime.messages for select to anon using (
    realtime.topic() = 'header' and current_setting('request.headers')::jsonb ->> 'x-door' = 'open');
  create policy "owners write" on realtime.messages for insert to authenticated with check (
    split_part(realtime.topic(), ':', 3) = 'w'
    and split_part(realtime.topic(), ':', 2) = (current_setting('request.jwt.claims')::jsonb ->> 'sub')
    and split_part(realtime.topic(), ':', 1) like '%' || extension || '%');`

let realtime: TestRealtime
let alice: string
let bob: string
beforeAll(async () => {
  realtime = await createTestRealtime({ sql: POLICIES })
  alice = await realtime.signToken({ sub: ALICE })
  bob = await realtime.signToken({ sub: BOB })
})
afterAll(() => realtime[Symbol.asyncDispose]())

const PRIVATE = { private: true }
const ACK = { ...PRIVATE, broadcast: { ack: true, self: true } }

async function openAs(token: string | undefined, topic: string, config: Record<string, unknown>): Promise<RawSocket> {
  const raw = await openRawSocket(realtime)
  expect(await raw.join(topic, config, token)).toMatchObject({ 4: { status: 'ok' } })
  return raw
}

test('requires a read right on the topic to join (realtime 8)', async () => {
  const topic = `realtime:broadcast:${ALICE}`
  const raw = await openRawSocket(realtime)
  const reason = `Unauthorized: You do not have permissions to read from this Channel topic: broadcast:${ALICE}`
  for (const token of [undefined, bob])
    expect(await raw.join(topic, PRIVATE, token)).toEqual(toReply('1', '1', topic, 'error', { reason }))
  expect(await raw.join(topic, PRIVATE, alice)).toMatchObject({ 4: { status: 'ok' } })
  expect(await raw.join('realtime:open', PRIVATE)).toMatchObject({ 4: { status: 'ok' } })
  raw.socket.close()
})

test('denies access when a policy raises an error or the role is unknown (realtime 8)', async () => {
  const raw = await openRawSocket(realtime)
  expect(await raw.join('realtime:broken', PRIVATE)).toMatchObject({ 4: { status: 'error' } })
  const token = await realtime.signToken({ sub: ALICE, role: 'postgres' })
  expect(await raw.join(`realtime:broadcast:${ALICE}`, PRIVATE, token)).toMatchObject({ 4: { status: 'error' } })
  raw.socket.close()
})

test('lets clients try again when the server cannot evaluate a policy (realtime 8)', async () => {
  const raw = await openRawSocket(realtime)
  expect(await raw.join('realtime:busy', PRIVATE)).toMatchObject({
    4: { status: 'error', response: { reason: 'Realtime was unable to connect to the project database' } },
  })
  raw.socket.close()
})

test('shows policies the headers of the connection that start with x- (realtime 8)', async () => {
  const raw = await openRawSocket(realtime, { headers: { 'x-door': 'open' } })
  expect(await raw.join('realtime:header', PRIVATE)).toMatchObject({ 4: { status: 'ok' } })
  const other = await openRawSocket(realtime)
  expect(await other.join('realtime:header', PRIVATE)).toMatchObject({ 4: { status: 'error' } })
  for (const { socket } of [raw, other]) socket.close()
})

test('grants service_role all rights (realtime 8)', async () => {
  const raw = await openRawSocket(realtime, { key: TEST_KEYS.secretKey })
  await raw.join(`realtime:broadcast:${ALICE}`, ACK)
  raw.send('1', '2', `realtime:broadcast:${ALICE}`, 'broadcast', { event: 'e', payload: {} })
  expect(await raw.next()).toBeInstanceOf(Buffer)
  expect(await raw.next()).toMatchObject({ 1: '2', 4: { status: 'ok' } })
  raw.socket.close()
})

test('separates a public and a private channel of the same name (realtime 3)', async () => {
  const [inPublic, inPrivate] = [
    await openAs(undefined, 'realtime:open', { broadcast: { self: true } }),
    await openAs(undefined, 'realtime:open', PRIVATE),
  ]
  inPublic.send('1', '2', 'realtime:open', 'broadcast', { event: 'e', payload: {} })
  expect(await inPublic.drain()).toHaveLength(1)
  expect(await inPrivate.drain()).toEqual([])
  for (const { socket } of [inPublic, inPrivate]) socket.close()
})

test('requires the write right to broadcast (realtime 8)', async () => {
  const readable = `realtime:broadcast:${ALICE}`
  const raw = await openAs(alice, readable, ACK)
  raw.send('1', '2', readable, 'broadcast', { event: 'e', payload: {} })
  const reason = `Unauthorized: You do not have permissions to write to this Channel topic: broadcast:${ALICE}`
  expect(await raw.next()).toEqual(toReply('1', '2', readable, 'error', { reason }))
  const writable = `${readable}:w`
  await raw.join(writable, ACK, alice)
  raw.send('1', '2', writable, 'broadcast', { event: 'e', payload: {} })
  expect(await raw.next()).toBeInstanceOf(Buffer)
  expect(await raw.next()).toEqual(toReply('1', '2', writable, 'ok', {}))
  raw.socket.close()
})

test('delivers a broadcast that arrives while the rights to read are checked again (realtime 8)', async () => {
  // Each policy waits for its lock.
  await using slow = await createTestRealtime({
    settings: { tokenCheckIntervalMs: 1 },
    sql: `
      create policy "slow read" on realtime.messages for select to anon
        using (pg_advisory_xact_lock_shared(1) is not null);
      create policy "slow write" on realtime.messages for insert to anon
        with check (pg_advisory_xact_lock_shared(2) is not null);`,
  })
  const raw = await openRawSocket(slow)
  expect(await raw.join('realtime:a', ACK)).toMatchObject({ 4: { status: 'ok' } })
  const owner = slow.database.connect('owner', { max: 1 })
  const waitForLock = (key: number) =>
    expect
      .poll(() => owner`select from pg_locks where locktype = 'advisory' and objid = ${key} and not granted`, {
        timeout: 4000,
      })
      .toHaveLength(1)
  await owner`select pg_advisory_lock(1), pg_advisory_lock(2)`
  await waitForLock(1)
  raw.send('1', '2', 'realtime:a', 'broadcast', { event: 'e', payload: {} })
  await waitForLock(2)
  await owner`select pg_advisory_unlock(1)`
  await expect
    .poll(() => owner`select from pg_locks where locktype = 'advisory' and objid = 1`, { timeout: 4000 })
    .toEqual([])
  await owner`select pg_advisory_unlock(2)`
  expect(await raw.next()).toBeInstanceOf(Buffer)
  expect(await raw.next()).toMatchObject({ 1: '2', 4: { status: 'ok' } })
  raw.socket.close()
})

test('lets no member appear under the id of another in a private channel (realtime 5)', async () => {
  const topic = `realtime:presence:${ALICE}:w`
  const keyOf = async (key: string) => {
    const raw = await openAs(alice, topic, { ...PRIVATE, presence: { enabled: true, key } })
    raw.send('1', '2', topic, 'presence', { event: 'track', payload: {} })
    expect(await raw.next()).toMatchObject({ 3: 'presence_state' })
    await raw.next()
    const diff = (await raw.next()) as { 4: { joins: Record<string, unknown> } }
    raw.socket.close()
    return Object.keys(diff[4].joins)
  }
  expect(await keyOf(BOB)).toEqual([ALICE])
  expect(await keyOf(ALICE)).toEqual([ALICE])
  expect(await keyOf('desk')).toEqual(['desk'])
})

test('requires separate rights for presence (realtime 8)', async () => {
  const withPresence = { ...PRIVATE, presence: { enabled: true, key: 'k' } }
  const track = { event: 'track', payload: {} }
  // Only broadcasts may be read: no state, and no right to track.
  const broadcastOnly = `realtime:broadcast:${ALICE}:w`
  const raw = await openAs(alice, broadcastOnly, withPresence)
  raw.send('1', '2', broadcastOnly, 'presence', track)
  expect(await raw.next()).toEqual(toReply('1', '2', broadcastOnly, 'error', {}))
  // Presence alone is enough to join, but brings no broadcasts.
  const presenceOnly = `realtime:presence:${ALICE}:w`
  await raw.join(presenceOnly, withPresence, alice)
  expect(await raw.next()).toMatchObject({ 3: 'presence_state' })
  raw.send('1', '2', presenceOnly, 'presence', track)
  expect(await raw.next()).toEqual(toReply('1', '2', presenceOnly, 'ok', {}))
  expect(await raw.next()).toMatchObject({ 3: 'presence_diff' })
  raw.socket.close()
})

test('requires the write right to broadcast over HTTP (realtime 4)', async () => {
  const writable = `broadcast:${ALICE}:w`
  const raw = await openAs(alice, `realtime:${writable}`, PRIVATE)
  const post = (path: string, body: unknown, token: string) =>
    fetch(`${realtime.url}/realtime/v1/api/broadcast${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const messages = [{ topic: writable, event: 'e', payload: {}, private: true }]
  const url = `/${encodeURIComponent(writable)}/events/e?private=true`
  expect((await post('', { messages }, bob)).status).toBe(202)
  const denied = await post(url, {}, bob)
  expect(denied.status).toBe(403)
  expect(await denied.json()).toEqual({ message: 'Unauthorized' })
  expect(await raw.drain()).toEqual([])
  expect((await post('', { messages }, alice)).status).toBe(202)
  expect((await post(url, {}, alice)).status).toBe(202)
  expect(await raw.drain()).toHaveLength(2)
  raw.socket.close()
})

test('ends the channel when a new token lacks the read right (realtime 9)', async () => {
  const topic = `realtime:broadcast:${ALICE}`
  const raw = await openAs(alice, topic, PRIVATE)
  raw.send('1', '2', topic, 'access_token', { access_token: await realtime.signToken({ sub: ALICE, new: true }) })
  expect(await raw.drain()).toEqual([])
  raw.send('1', '3', topic, 'access_token', { access_token: bob })
  const message = `You no longer have permission to read from this Channel topic: broadcast:${ALICE}`
  expect(await raw.next()).toMatchObject({ 3: 'system', 4: { status: 'error', message } })
  expect(await raw.next()).toMatchObject({ 3: 'phx_close' })
  raw.socket.close()
})

test('shows who is there once a new token may read presence (realtime 9)', async () => {
  const join = async (key: string, badge: boolean) => {
    const client = realtime.connect()
    await client.realtime.setAuth(await realtime.signToken({ sub: ALICE, badge }))
    const channel = client.channel('lobby', { config: { private: true, presence: { key } } })
    await subscribe(channel.on('presence', { event: 'sync' }, () => {}))
    return { client, channel }
  }
  const [first, second] = [await join('first', true), await join('second', false)]
  expect(await first.channel.track({})).toBe('ok')
  expect(await second.channel.track({})).toBe('ok')
  expect(second.channel.presenceState()).toEqual({})
  await second.client.realtime.setAuth(await realtime.signToken({ sub: ALICE, badge: true }))
  await expect.poll(() => Object.keys(second.channel.presenceState()).toSorted()).toEqual(['first', 'second'])
  await first.channel.untrack()
  await expect.poll(() => Object.keys(second.channel.presenceState())).toEqual(['second'])
})

test('rejects invalid replay parameters (realtime 4)', async () => {
  const raw = await openRawSocket(realtime)
  for (const replay of [{}, { since: 'now' }, { since: 1e18 }, { since: 0, limit: 'all' }, 7]) {
    expect(await raw.join('realtime:open', { ...PRIVATE, broadcast: { replay } })).toMatchObject({
      4: { status: 'error', response: { reason: 'UnableToReplayMessages: Replay params are not valid' } },
    })
  }
  raw.socket.close()
})

describe.each(VERSIONS)('official client, version %s (realtime 12)', (version) => {
  test('lets the official client join private channels with its token (realtime 8)', async () => {
    const [client, stranger] = [realtime.connect({ version, token: alice }), realtime.connect({ version, token: bob })]
    await Promise.all([client, stranger].map(({ realtime: sockets }) => sockets.setAuth()))
    const channel = client.channel(`broadcast:${ALICE}:w`, { config: { private: true, broadcast: { ack: true } } })
    await subscribe(channel)
    expect(await channel.send({ type: 'broadcast', event: 'e', payload: {} })).toBe('ok')
    const other = stranger.channel(`broadcast:${ALICE}`, { config: { private: true } })
    await expect(subscribe(other)).rejects.toThrow(
      `Unauthorized: You do not have permissions to read from this Channel topic: broadcast:${ALICE}`,
    )
  })
})

test('lets a read-only connected app join as its member, but not send anything (realtime 8)', async () => {
  const asApp = (scope: string) => realtime.signToken({ sub: ALICE, client_id: 'walks', scope })
  const topic = `realtime:broadcast:${ALICE}:w`
  const send = async (token: string) => {
    const raw = await openAs(token, topic, ACK)
    raw.send('1', '2', topic, 'broadcast', { type: 'broadcast', event: 'note', payload: {} })
    const first = await raw.next()
    raw.socket.close()
    return first
  }
  expect(await send(await asApp('write'))).toBeInstanceOf(Buffer)
  expect(await send(await asApp('own'))).toMatchObject({ 3: 'phx_reply', 4: { status: 'error' } })
  const raw = await openRawSocket(realtime)
  for (const scope of ['read', 'email'])
    expect(await raw.join(topic, PRIVATE, await asApp(scope))).toMatchObject({ 4: { status: 'error' } })
  raw.socket.close()
})
