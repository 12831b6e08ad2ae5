import { expect, test } from 'vitest'
import { describeDataError } from './describe-data-error.ts'
import { DataError } from './supabase.ts'

function rejection(code: string, message: string) {
  return describeDataError(new DataError({ code, message }, 400))
}

test('returns our own error messages unchanged', () => {
  expect(rejection('PT404', 'Spot not found.')).toBe('Spot not found.')
  expect(rejection('42501', 'Only a moderator may remove this.')).toBe('Only a moderator may remove this.')
  expect(rejection('23514', 'The comment has only invisible characters.')).toBe(
    'The comment has only invisible characters.',
  )
})

test('replaces PostgreSQL messages about policies by one without table names', () => {
  expect(rejection('42501', 'new row violates row-level security policy for table "reviews"')).toBe(
    'You do not have permission to do this.',
  )
})

test.each(['22001', '22003', '22008', '22P02', '23514'])('says that a value is not allowed for %s', (code) => {
  expect(rejection(code, 'new row for relation "spots" violates check constraint "spots_title_check"')).toMatch(
    /^A value is too long or not allowed/,
  )
})

test('returns undefined for failures of the service', () => {
  expect(rejection('57014', 'canceling statement due to statement timeout')).toBeUndefined()
  expect(describeDataError(new TypeError('fetch failed'))).toBeUndefined()
})
