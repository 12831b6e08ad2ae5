import { expect, test } from 'vitest'
import { readProcessCount } from './process-count.ts'

const GIGABYTE = 1e9

test.each([
  { cores: 1, memory: 8 * GIGABYTE, count: 1 },
  { cores: 2, memory: 1 * GIGABYTE, count: 1 },
  { cores: 2, memory: 2 * GIGABYTE, count: 1 },
  { cores: 2, memory: 4 * GIGABYTE, count: 2 },
  { cores: 8, memory: 5 * GIGABYTE, count: 3 },
  { cores: 16, memory: 64 * GIGABYTE, count: 4 },
])('starts $count processes on $cores cores with $memory bytes of memory', ({ count, ...machine }) => {
  expect(readProcessCount({}, machine)).toBe(count)
  expect(readProcessCount({ WEB_PROCESSES: '' }, machine)).toBe(count)
})

test('starts as many processes as are set', () => {
  expect(readProcessCount({ WEB_PROCESSES: '6' }, { cores: 1, memory: GIGABYTE })).toBe(6)
})

test('rejects a number of processes that cannot run', () => {
  for (const value of ['0', '65', '-1', '1.5', 'auto', '999']) {
    expect(() => readProcessCount({ WEB_PROCESSES: value })).toThrow('WEB_PROCESSES: must be a whole number')
  }
})
