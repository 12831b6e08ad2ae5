import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClientBusyError, QueueFullError } from './fair-queue.ts'
import { createRejectionLog } from './rejection-log.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('counts rejected requests and logs the numbers once in ten seconds', () => {
  const warn = vi.fn()
  const isRejection = createRejectionLog({ warn }, 'rejected')
  expect(isRejection(new ClientBusyError('busy'))).toBe(true)
  for (let i = 0; i < 5; i += 1) isRejection(new QueueFullError('full'))
  vi.advanceTimersByTime(10_000)
  isRejection(new ClientBusyError('busy'))
  expect(isRejection(new Error('a defect'))).toBe(false)
  expect(warn.mock.calls).toEqual([
    ['rejected', { busyClients: 1, overloaded: 0 }],
    ['rejected', { busyClients: 1, overloaded: 5 }],
  ])
})
