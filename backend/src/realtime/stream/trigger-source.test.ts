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

test('parses composite values', () => {
  expect(parseRecord('(1,,"","a ""b"" \\\\ (c), d")')).toEqual(['1', null, '', 'a "b" \\ (c), d'])
})
