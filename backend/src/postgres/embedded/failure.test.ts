import { expect, test } from 'vitest'
import { describeOutput } from './failure.ts'

test('returns the last fatal message with its detail', () => {
  const output = `2026-11-20 10:00:00.000 UTC [12] LOG:  starting PostgreSQL
2026-11-20 10:00:00.001 UTC [12] FATAL:  database files are incompatible with server
2026-11-20 10:00:00.001 UTC [12] DETAIL:  The data directory was initialized by PostgreSQL version 17.\n`
  expect(describeOutput(output, '/data/pg')).toBe(
    'database files are incompatible with server The data directory was initialized by PostgreSQL version 17.',
  )
})

test('describes a full disk and a read-only disk in plain words', () => {
  expect(describeOutput('PANIC:  could not write to file "pg_wal/x": No space left on device', '/data/pg')).toBe(
    'the disk that holds /data/pg is full',
  )
  expect(describeOutput('FATAL:  could not open file: Read-only file system', '/data/pg')).toBe(
    '/data/pg is on a disk that cannot be written',
  )
})

test('returns the last line of output without a fatal message', () => {
  expect(describeOutput('LOG:  starting\nkilled\n\n', '/data/pg')).toBe('killed')
  expect(describeOutput('', '/data/pg')).toBe('it said nothing')
})
