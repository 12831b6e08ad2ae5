import { expect, test, vi } from 'vitest'
import { formatAge, formatAgo, formatDay, formatMonth, formatTime, READER_ZONE } from './dates.ts'

const now = '2026-11-20T15:00:00Z'

test('omits the current year', () => {
  expect(formatDay('2026-10-14T10:00:00Z', now)).toBe('14 October')
  expect(formatDay('2025-10-14T10:00:00Z', now)).toBe('14 October 2025')
})

test('writes the day in the given time zone', () => {
  expect(formatDay('2026-10-14T23:30:00Z', now, 'Europe/Rome')).toBe('15 October')
  expect(formatTime('2026-10-14T00:05:00Z')).toBe('00:05')
  expect(formatMonth('2025-03-31T23:59:59Z')).toBe('March 2025')
})

test('writes recent times as a duration, then as a date', () => {
  expect(
    [
      '2026-11-20T14:59:30Z',
      '2026-11-20T14:59:00Z',
      '2026-11-20T13:00:00Z',
      '2026-11-19T14:00:00Z',
      '2026-11-16T14:00:00Z',
      '2026-11-01T14:00:00Z',
    ].map((moment) => formatAgo(moment, now)),
  ).toEqual(['just now', '1 minute ago', '2 hours ago', 'yesterday', '4 days ago', '1 November'])
})

test('treats a time in the future as now', () => {
  expect(formatAgo('2026-11-20T15:02:00Z', now)).toBe('just now')
})

test('writes how long something has waited in two words', () => {
  expect(
    [
      '2026-11-20T15:02:00Z',
      '2026-11-20T14:54:59Z',
      '2026-11-19T16:00:00Z',
      '2026-11-19T15:00:00Z',
      '2026-11-08T10:00:00Z',
    ].map((moment) => formatAge(moment, now)),
  ).toEqual(['1 min', '5 min', '23 h', '1 day', '12 days'])
})

test("formats times in the reader's own time zone", () => {
  vi.stubEnv('TZ', 'Asia/Kolkata')
  expect(formatTime('2026-07-01T20:45:00Z', READER_ZONE)).toBe('02:15')
  expect(formatDay('2026-07-01T20:45:00Z', now, READER_ZONE)).toBe('2 July')
  vi.unstubAllEnvs()
})
