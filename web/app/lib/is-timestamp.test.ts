import { expect, test } from 'vitest'
import { isTimestamp } from './is-timestamp.ts'

test.each([
  '2026-11-20T10:00:00.123456+00:00',
  '2026-11-20T10:00:00Z',
  '2024-02-29 23:59:59-05',
  '2026-01-02T03:04:05+0530',
])('accepts %s', (text) => expect(isTimestamp(text)).toBe(true))

test.each([
  '',
  'now',
  '2026-11-20',
  '2026-02-31T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-11-20T24:00:00Z',
  '2026-11-20T99:99:99Z',
  '0000-01-01T00:00:00Z',
  '2026-11-20T10:00:00+23:00',
])('rejects %j', (text) => expect(isTimestamp(text)).toBe(false))
