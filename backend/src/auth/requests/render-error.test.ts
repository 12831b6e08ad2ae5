import { expect, test } from 'vitest'
import { ConnectionError, DatabaseError } from '../../postgres/statements/database-error.ts'
import { toAppError } from './render-error.ts'

test.each([
  ['all connections are busy', new ConnectionError('POOL_TIMEOUT', 'All connections are busy.')],
  ['the database has no connection left', new DatabaseError({ severity: 'FATAL', code: '53300', message: 'full' })],
  ['the database starts', new DatabaseError({ severity: 'FATAL', code: '57P03', message: 'starting' })],
])('reports 503 when %s (auth 1.1)', (_, error) => {
  expect(toAppError(error).status).toBe(503)
})

test('reports unknown errors as 500 (auth 1.1)', () => {
  expect(toAppError(new Error('a defect')).status).toBe(500)
})
