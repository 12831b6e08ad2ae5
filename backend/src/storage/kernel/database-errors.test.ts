import { expect, test } from 'vitest'
import { ConnectionError, DatabaseError } from '../../postgres/statements/database-error.ts'
import { toFailure } from './database-errors.ts'

const raised = (code: string) => new DatabaseError({ severity: 'ERROR', code, message: 'no' })

test.each([
  ['all connections are busy', new ConnectionError('POOL_TIMEOUT', 'All connections are busy.')],
  ['the database has no connection left', raised('53300')],
  ['the database starts', raised('57P03')],
])('reports 503 when %s (storage 2)', (_, error) => {
  const { httpStatus, code } = toFailure(error)
  expect([httpStatus, code]).toEqual([503, 'SlowDown'])
})

test('reports a full disk as 507 and unknown errors as 500 (storage 2)', () => {
  expect(toFailure(raised('53100')).httpStatus).toBe(507)
  expect(toFailure(new Error('a defect')).httpStatus).toBe(500)
})

test('passes on the message of an error that a policy raises, with its status (storage 2)', () => {
  expect(toFailure(raised('PT403'))).toMatchObject({ code: 'AccessDenied', statusCode: 403, message: 'no' })
  expect(toFailure(raised('PT429'))).toMatchObject({ code: 'InvalidRequest', statusCode: 429, message: 'no' })
})
