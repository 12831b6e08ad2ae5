import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { createLog } from '../../http/log.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import type { ChangeSource, Consumer } from './change-source.ts'
import { createLogicalSource } from './logical-source.ts'
import type { RowMessage } from './messages.ts'

let database: TestDatabase
let owner: Sql
let source: ChangeSource
const rows: { row: RowMessage; committedAt: Date }[] = []
const messages: string[] = []
let gaps = 0
let hold: Promise<void> | undefined

const consumer: Consumer = {
  wants: ({ name }) => name === 'notes',
  onRow: (row, { time }) => {
    rows.push({ row, committedAt: time })
    return hold
  },
  onMessage: (content) => messages.push(content.toString()),
  onGap: () => {
    gaps += 1
  },
}

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.connect('owner')
  await owner.unsafe(`create table public.notes (id int primary key, body text, tags text[]);
    alter publication supabase_realtime add table public.notes`)
  const open = () => database.replicate('supabase_realtime_admin')
  source = createLogicalSource({ open, log: createLog('error') })
  source.subscribe(consumer)
  await source.whenLive()
})
afterAll(async () => {
  await source.close()
  await database.close()
})

const untilRows = (count: number) => vi.waitFor(() => expect(rows).toHaveLength(count), 5000)

const listSlots = () => owner`select active from pg_replication_slots where database = current_database()`

test('streams committed rows in order with the time of the commit (realtime 13)', async () => {
  await owner.begin(async (tx) => {
    await tx`insert into public.notes values (1, 'one', '{a,"b c"}')`
    await tx`update public.notes set body = null where id = 1`
    await tx`delete from public.notes where id = 1`
  })
  await untilRows(3)
  const [insertion, update, deletion] = rows.splice(0)
  expect(insertion?.row).toMatchObject({ kind: 'insert', new: ['1', 'one', '{a,"b c"}'] })
  expect(update?.row).toMatchObject({ kind: 'update', new: ['1', null, '{a,"b c"}'], old: undefined })
  expect(deletion?.row).toMatchObject({ kind: 'delete', old: { isFull: false, values: ['1', null, null] } })
  expect(Math.abs(Date.now() - Number(insertion?.committedAt))).toBeLessThan(60_000)
})

test('streams nothing of a transaction that was rolled back (realtime 8)', async () => {
  await owner
    .begin(async (tx) => {
      await tx`insert into public.notes values (2)`
      throw new Error('on purpose')
    })
    .catch(() => {})
  await owner`insert into public.notes values (3)`
  await untilRows(1)
  expect(rows.splice(0)[0]?.row).toMatchObject({ new: ['3', null, null] })
})

test('delivers messages of other processes (realtime 13)', async () => {
  await source.emit(owner, [Buffer.from('first'), Buffer.from('second')])
  await vi.waitFor(() => expect(messages).toEqual(['first', 'second']))
})

test('reconnects after the server ended the stream and announces the gap (realtime 13)', async () => {
  await owner`select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()`
  await vi.waitFor(() => expect(gaps).toBe(1), 5000)
  expect(await listSlots()).toEqual([{ active: true }])
  await owner`insert into public.notes values (4)`
  await untilRows(1)
  rows.length = 0
})

test('stops reading while consumers are busy and continues later (realtime 13)', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  await owner`insert into public.notes select n, repeat('x', 1000) from generate_series(1001, 20000) as n`
  await vi.waitFor(() => expect(source.lag().ms).toBeGreaterThan(500), 10_000)
  expect(rows.length).toBeLessThan(19_000)
  hold = undefined
  resolve()
  await vi.waitFor(() => expect(rows).toHaveLength(19_000), 15_000)
  await vi.waitFor(() => expect(source.lag().ms).toBe(0), 5000)
})

test('drops its replication slot when it closes (realtime 13)', async () => {
  await source.close()
  await vi.waitFor(async () => expect(await listSlots()).toEqual([]), 5000)
})
