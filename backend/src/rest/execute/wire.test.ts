import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { DatabaseError } from '../../postgres/database-error.ts'
import { createWire, type WireStatement } from './wire.ts'

const database = await createTestDatabase()
const owner = database.connect('owner', { max: 1 })
const [{ name } = { name: '' }] = await owner<{ name: string }[]>`select current_database() as name`
const { socket: folder, port } = inject('databaseServer')
let socket: Socket | undefined
const client = postgres({
  host: folder,
  port,
  database: name,
  username: 'authenticator',
  max: 1,
  fetch_types: false,
  ...{
    socket: async () => {
      socket = connect(join(folder, `.s.PGSQL.${port}`))
      return socket
    },
  },
})
await client`select 1`
if (!socket) throw new Error('No socket.')
const opened: Socket = socket
const wire = createWire(opened)
afterAll(async () => {
  await client.end({ timeout: 1 })
  await database.close()
})

await owner`grant usage on schema public to authenticator`

const ask = (text: string, parameters: string[] = [], prepare = true): WireStatement => ({ text, parameters, prepare })

test('the first row of the last statement comes back as texts', async () => {
  expect(await wire.run([ask('select 1'), ask('select $1::text, null, 7, true', ['ü 💥'])])).toEqual([
    'ü 💥',
    null,
    '7',
    't',
  ])
  expect(await wire.run([ask('select 1 where false')])).toBeUndefined()
})

test('statements of one run are one transaction, and its settings end with it', async () => {
  const set = ask(`select set_config('my.thing', $1, true)`, ['kept'])
  expect(await wire.run([set, ask(`select current_setting('my.thing', true)`)])).toEqual(['kept'])
  expect(await wire.run([ask(`select coalesce(current_setting('my.thing', true), '')`)])).toEqual([''])
  await owner`create table kept (n integer); grant select, insert on kept to authenticator`.simple()
  await expect(wire.run([ask('insert into kept values (1)'), ask('select 1 / 0')])).rejects.toMatchObject({
    code: '22012',
  })
  expect(await owner`select * from kept`).toHaveLength(0)
  await wire.run([ask('insert into kept values (1)'), ask('insert into kept values (2)')])
  expect(await owner`select * from kept`).toHaveLength(2)
})

test('a read-only transaction stays one', async () => {
  const readOnly = ask(`select set_config('transaction_read_only', 'on', true)`)
  await expect(wire.run([readOnly, ask('insert into kept values (3)')])).rejects.toMatchObject({ code: '25006' })
  const off = ask(`select set_config('transaction_read_only', 'off', true)`)
  await expect(wire.run([readOnly, off])).rejects.toBeInstanceOf(DatabaseError)
})

test('an error anywhere leaves the connection and its statements in order', async () => {
  for (let round = 0; round < 3; round += 1) {
    await expect(wire.run([ask('select nonsense'), ask('select 5')])).rejects.toMatchObject({
      code: '42703',
      severity: 'ERROR',
    })
    await expect(wire.run([ask('select $1::integer', ['x']), ask('select 5')])).rejects.toMatchObject({ code: '22P02' })
    expect(await wire.run([ask('select 4'), ask('select 5')])).toEqual(['5'])
    expect(await wire.run([ask('select $1::integer', ['3'])])).toEqual(['3'])
    expect(await client`select 6 as six`).toEqual([{ six: 6 }])
  }
})

test('a constraint that is checked at the end is an error of the run', async () => {
  await owner`create table twins (n integer unique deferrable initially deferred); grant insert on twins to authenticator`.simple()
  await expect(wire.run([ask('insert into twins values (1), (1)')])).rejects.toMatchObject({ code: '23505' })
})

test('long rows come whole, however the stream cuts them', async () => {
  for (const length of [0, 1, 65_535, 5_000_000]) {
    expect(await wire.run([ask(`select 'x', repeat('ü', ${length})`)])).toEqual(['x', 'ü'.repeat(length)])
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 50 }), { minLength: 1, maxLength: 5 }),
      async (values) => {
        const texts = values.map((value) => value.toWellFormed().replaceAll('\0', ''))
        expect(await wire.run([ask(`select ${texts.map((_, i) => `$${i + 1}::text`).join()}`, texts)])).toEqual(texts)
      },
    ),
    { numRuns: 100, seed: 20_261_124 },
  )
})

test('a NUL in a statement or in a value is refused, and nothing gets out of step', async () => {
  await expect(wire.run([ask('select 1 \0 drop')])).rejects.toThrow()
  await expect(wire.run([ask('select $1::text', ['a\0b'])])).rejects.toMatchObject({ code: '22021' })
  expect(await wire.run([ask('select 5')])).toEqual(['5'])
})

test('a lost connection is told to who waits', async () => {
  const told = expect(wire.run([ask('select pg_sleep(5)')])).rejects.toMatchObject({ code: '57P01', severity: 'FATAL' })
  await vi.waitFor(async () => {
    const ended = await owner`select pg_terminate_backend(pid) from pg_stat_activity
      where query like '%pg_sleep(5)%' and usename = 'authenticator' and state = 'active'`
    expect(ended).toHaveLength(1)
  })
  await told
  await expect(wire.run([ask('select 1')])).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
})
