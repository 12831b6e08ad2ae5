import fc from 'fast-check'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import type { Statement } from '../statements/statement.ts'
import { toConnectionOptions } from './address.ts'
import { openConnection } from './pipelined-connection.ts'

const database = await createTestDatabase()
const owner = database.connect('owner', { max: 1 })
const [{ name } = { name: '' }] = await owner<{ name: string }[]>`select current_database() as name`
await owner`grant usage on schema public to authenticator`
const [options] = toConnectionOptions({ ...inject('databaseServer'), database: name }, 5000)
if (!options) throw new Error('There are no options.')
const connection = await openConnection({ ...options, user: 'authenticator' })
afterAll(async () => {
  await connection.close()
  await database.close()
})

const toStatement = (text: string, parameters: string[] = [], prepare = true): Statement => ({
  text,
  parameters,
  prepare,
  describe: false,
})

/** Runs statements in one round trip and returns the rows of the last one. */
async function run(...statements: Statement[]): Promise<(string | null)[][]> {
  return (await connection.run(statements)).at(-1)?.rows ?? []
}

test('returns rows as strings', async () => {
  expect(await run(toStatement('select 1'), toStatement('select $1::text, null, 7, true', ['ü 💥']))).toEqual([
    ['ü 💥', null, '7', 't'],
  ])
  expect(await run(toStatement('select 1 where false'))).toEqual([])
})

test('returns the columns of a statement on request, in its first run and in later ones', async () => {
  const statement = { ...toStatement('select 1 as one, now() as two'), describe: true }
  for (let round = 0; round < 2; round += 1) {
    const [result] = await connection.run([statement])
    expect(result?.columns).toEqual([
      { name: 'one', type: 23 },
      { name: 'two', type: 1184 },
    ])
  }
})

test('runs the statements of a round trip in one transaction, whose settings end with it', async () => {
  const set = toStatement(`select set_config('my.thing', $1, true)`, ['kept'])
  const read = toStatement(`select coalesce(current_setting('my.thing', true), '')`)
  expect(await run(set, read)).toEqual([['kept']])
  expect(await run(read)).toEqual([['']])
  await owner.unsafe('create table kept (n integer); grant select, insert on kept to authenticator')
  await expect(run(toStatement('insert into kept values (1)'), toStatement('select 1 / 0'))).rejects.toMatchObject({
    code: '22012',
    completed: [{ command: 'INSERT 0 1' }],
  })
  expect(await owner`select * from kept`).toHaveLength(0)
  await run(toStatement('insert into kept values (1)'), toStatement('insert into kept values (2)'))
  expect(await owner`select * from kept`).toHaveLength(2)
})

test('keeps a read-only transaction read-only', async () => {
  const readOnly = toStatement(`select set_config('transaction_read_only', 'on', true)`)
  await expect(run(readOnly, toStatement('insert into kept values (3)'))).rejects.toMatchObject({ code: '25006' })
  const off = toStatement(`select set_config('transaction_read_only', 'off', true)`)
  await expect(run(readOnly, off)).rejects.toMatchObject({ code: '25001' })
})

test('stays usable after errors in any statement', async () => {
  for (let round = 0; round < 3; round += 1) {
    await expect(run(toStatement('select nonsense'), toStatement('select 5'))).rejects.toMatchObject({
      code: '42703',
      severity: 'ERROR',
    })
    await expect(run(toStatement('select $1::integer', ['x']), toStatement('select 5'))).rejects.toMatchObject({
      code: '22P02',
    })
    expect(await run(toStatement('select 4'), toStatement('select 5'))).toEqual([['5']])
    expect(await run(toStatement('select $1::integer', ['3']))).toEqual([['3']])
    expect(await run(toStatement('select 6'), toStatement('select 6'))).toEqual([['6']])
  }
})

test('does not collect prepared statements that fail', async () => {
  for (let round = 0; round < 5; round += 1) await run(toStatement('select 1 / $1::integer', ['0'])).catch(() => {})
  const [row] = await run(
    toStatement('select count(*) from pg_prepared_statements where statement like $1', ['%1 / $1%']),
  )
  expect(Number(row?.[0])).toBeLessThanOrEqual(1)
})

test('parses a statement again after a migration has changed its columns', async () => {
  await owner.unsafe('create table changing (a integer); insert into changing values (1)')
  await owner`select * from changing`
  await owner.unsafe('alter table changing add b text')
  expect(await owner`select * from changing`).toEqual([{ a: 1, b: null }])
})

test('rejects a round trip that violates a deferred constraint', async () => {
  await owner.unsafe(
    'create table pairs (n integer unique deferrable initially deferred); grant insert on pairs to authenticator',
  )
  await expect(run(toStatement('insert into pairs values (1), (1)'))).rejects.toMatchObject({ code: '23505' })
})

test('returns long rows whole', async () => {
  for (const length of [0, 1, 65_535, 5_000_000]) {
    expect(await run(toStatement(`select 'x', repeat('ü', ${length})`))).toEqual([['x', 'ü'.repeat(length)]])
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 50 }), { minLength: 1, maxLength: 5 }),
      async (values) => {
        const texts = values.map((value) => value.toWellFormed().replaceAll('\0', ''))
        const columns = texts.map((_, i) => `$${i + 1}::text`)
        expect(await run(toStatement(`select ${columns.join()}`, texts))).toEqual([texts])
      },
    ),
    { numRuns: 100, seed: 20_261_124 },
  )
})

test('rejects NUL in statements and values', async () => {
  await expect(run(toStatement('select 1 \0 drop'))).rejects.toThrow()
  await expect(run(toStatement('select $1::text', ['a\0b']))).rejects.toMatchObject({ code: '22021' })
  expect(await run(toStatement('select 5'))).toEqual([['5']])
})

test('rejects COPY from the client instead of waiting for data', async () => {
  const other = await openConnection({ ...options, user: 'postgres' })
  await expect(other.runScript('copy kept from stdin')).rejects.toThrow()
  expect(other.isOpen).toBe(false)
})

test('rejects what runs on a connection that is lost, and everything after it', async () => {
  const lost = expect(run(toStatement('select pg_sleep(5)'))).rejects.toMatchObject({
    code: '57P01',
    severity: 'FATAL',
  })
  await vi.waitFor(async () => {
    const ended = await owner`select pg_terminate_backend(pid) from pg_stat_activity
      where query like '%pg_sleep(5)%' and usename = 'authenticator' and state = 'active'`
    expect(ended).toHaveLength(1)
  }, 4000)
  await lost
  expect(connection.isOpen).toBe(false)
  await expect(run(toStatement('select 1'))).rejects.toMatchObject({ name: 'ConnectionError' })
})
