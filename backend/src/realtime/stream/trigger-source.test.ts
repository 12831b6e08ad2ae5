import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { createLog } from '../../http/log.ts'
import type { RowMessage } from './messages.ts'
import { parseRecord } from './parse-record.ts'
import { createTriggerSource } from './trigger-source.ts'

test('reads changes and messages from triggers where logical decoding is not possible (realtime 13)', async () => {
  await using database = await createTestDatabase()
  const owner = database.connect('owner', { max: 2 })
  await owner.unsafe(`create table public.notes (id int primary key, body text, at timestamptz);
    alter publication supabase_realtime add table public.notes`)
  const source = await createTriggerSource({ connect: database.connect, owner, log: createLog('warn') })
  const rows: RowMessage[] = []
  const messages: string[] = []
  source.subscribe({
    wants: ({ name }) => name === 'notes' || name === 'messages',
    onRow: (row) => {
      rows.push(row)
      return undefined
    },
    onMessage: (content) => messages.push(content.toString()),
    onGap: () => {},
  })
  await owner.unsafe(`insert into public.notes values (1, 'a "b", \\c', '2026-01-01 10:00:00+02');
    update public.notes set body = ''; update public.notes set id = 2; delete from public.notes`)
  await owner`select realtime.send('{}', 'event', 'topic')`
  await source.emit(owner, [Buffer.from('hello')])
  await vi.waitFor(() => expect(messages).toEqual(['hello']), 5000)
  expect(rows).toMatchObject([
    {
      kind: 'insert',
      new: ['1', 'a "b", \\c', '2026-01-01 08:00:00+00'],
      relation: { schema: 'public', identity: 'd' },
    },
    { kind: 'update', new: ['1', '', '2026-01-01 08:00:00+00'], old: undefined },
    { kind: 'update', new: ['2', '', '2026-01-01 08:00:00+00'], old: { isFull: false, values: ['1', null, null] } },
    { kind: 'delete', old: { isFull: false, values: ['2', null, null] } },
    { kind: 'insert', relation: { name: 'messages' } },
  ])
  await source.close()
  await owner`select realtime.watch_tables(false)`
  await owner`insert into public.notes values (3)`
  expect(await owner`select from realtime.changes where kind = 'insert' and new_row like '(3,%'`).toEqual([])
})

test('follows operations, row filters and column lists of the publication (realtime 6.1)', async () => {
  await using database = await createTestDatabase()
  const owner = database.connect('owner', { max: 2 })
  await owner.unsafe(`create table public.notes (id int, secret text, body text, is_open boolean, primary key (id, is_open));
    create table public.others (id int primary key);
    alter publication supabase_realtime add table public.notes (id, body, is_open) where (is_open), public.others`)
  const source = await createTriggerSource({ connect: database.connect, owner, log: createLog('warn') })
  const rows: RowMessage[] = []
  source.subscribe({
    wants: ({ name }) => name === 'notes' || name === 'others',
    onRow: (row) => {
      rows.push(row)
      return undefined
    },
    onMessage: () => {},
    onGap: () => {},
  })
  await owner.unsafe(`insert into public.notes values (1, 's', 'a', false), (2, 's', 'b', true);
    update public.notes set is_open = not is_open;
    update public.notes set body = 'c';
    delete from public.notes;
    insert into public.others values (1)`)
  await vi.waitFor(() => expect(rows.at(-1)?.relation.name).toBe('others'), 5000)
  expect(rows.slice(0, -1)).toMatchObject([
    { kind: 'insert', new: ['2', 'b', 't'] },
    { kind: 'insert', new: ['1', 'a', 't'] },
    { kind: 'delete', old: { isFull: false, values: ['2', null, 't'] } },
    { kind: 'update', new: ['1', 'c', 't'], old: undefined },
    { kind: 'delete', old: { values: ['1', null, 't'] } },
  ])
  expect(rows[0]?.relation.columns.map(({ name }) => name)).toEqual(['id', 'body', 'is_open'])

  // A changed publication replaces the triggers.
  await owner.unsafe(`alter publication supabase_realtime set (publish = 'insert');
    alter publication supabase_realtime set table public.notes`)
  await owner`select realtime.watch_tables(true)`
  await owner.unsafe(`insert into public.notes values (3, 's', 'd', false); delete from public.notes;
    insert into public.others values (2)`)
  await vi.waitFor(() => expect(rows.length).toBe(7), 5000)
  expect(rows.at(-1)).toMatchObject({ kind: 'insert', new: ['3', 's', 'd', 'f'] })
  await source.close()
})

test('delivers changes whose table could not be looked up at first (realtime 13)', async () => {
  await using database = await createTestDatabase()
  const owner = database.connect('owner', { max: 2 })
  await owner.unsafe(`create table public.notes (id int primary key);
    alter publication supabase_realtime add table public.notes`)
  const logged: string[] = []
  const log = createLog('warn', (line) => void logged.push(line))
  let failures = 1
  const connect: typeof database.connect = (...options) =>
    new Proxy(database.connect(...options), {
      apply: (sql, self, given: [strings: TemplateStringsArray]) => {
        if (given[0].join('').includes('from pg_class') && failures-- > 0) throw new Error('The connection is lost.')
        return Reflect.apply(sql, self, given)
      },
    })
  const source = await createTriggerSource({ connect, owner, log })
  const rows: RowMessage[] = []
  source.subscribe({
    wants: ({ name }) => name === 'notes',
    onRow: (row) => {
      rows.push(row)
      return undefined
    },
    onMessage: () => {},
    onGap: () => {},
  })
  await owner`insert into public.notes values (1)`
  await vi.waitFor(() => expect(rows).toMatchObject([{ kind: 'insert', new: ['1'] }]), 5000)
  expect(logged.join()).toContain('changes could not be read')
  await source.close()
})

test('releases a connection on which it cannot listen (realtime 13)', async () => {
  await using database = await createTestDatabase()
  const owner = database.connect('owner', { max: 2 })
  let failures = 1
  let released = 0
  const connect: typeof database.connect = (...options) => {
    const sql = database.connect(...options)
    const { acquire } = sql.pool
    sql.pool.acquire = async () => {
      const { connection, release } = await acquire()
      const runScript: typeof connection.runScript = async (text) => {
        if (text.startsWith('listen') && failures-- > 0) throw new Error('out of memory')
        return connection.runScript(text)
      }
      const watched = new Proxy(connection, {
        get: (target, name) => (name === 'runScript' ? runScript : Reflect.get(target, name)),
      })
      return {
        connection: watched,
        release: () => {
          released += 1
          release()
        },
      }
    }
    return sql
  }
  await expect(createTriggerSource({ connect, owner, log: createLog('error') })).rejects.toThrow('out of memory')
  expect([failures, released]).toEqual([0, 1])
})

test('parses composite values', () => {
  expect(parseRecord('(1,,"","a ""b"" \\\\ (c), d")')).toEqual(['1', null, '', 'a "b" \\ (c), d'])
})
