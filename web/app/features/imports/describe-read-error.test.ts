import { expect, test } from 'vitest'
import { DataError } from '#app/lib/supabase.ts'
import { describeReadError } from './describe-read-error.ts'

const describe = (code: string, status: number, message = '') =>
  describeReadError(new DataError({ code, message }, status))

test('blames the connection only when the server could not be reached', () => {
  expect(describe('', 0, 'TypeError: Failed to fetch')).toMatch(/Check your connection/)
  expect(describeReadError(new TypeError('Failed to fetch dynamically imported module'))).toMatch(/connection/)
  for (const other of [describe('PGRST303', 401), describe('57014', 500), describeReadError(new Error('x'))])
    expect(other).not.toMatch(/connection/)
})

test('says what to do about a lost session and a rejected request', () => {
  expect(describe('PGRST303', 401, 'JWT expired')).toMatch(/^You are no longer signed in\./)
  expect(describe('PT429', 429, 'Wait a minute.')).toBe('The places could not be compared with the map. Wait a minute.')
  expect(describe('57014', 500)).toMatch(/try again in a moment/)
})
