import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQuietTask, QUIET_MS } from './quiet-task.ts'
import { HIDDEN_MS, whileInUse } from './while-in-use.ts'

let page: EventTarget & { visibilityState: DocumentVisibilityState }

beforeEach(() => {
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(state: DocumentVisibilityState): void {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

test('stops five minutes after the tab is hidden, and starts again when it becomes visible', () => {
  const stop = vi.fn()
  const start = vi.fn(() => stop)
  whileInUse(start)
  show('hidden')
  vi.advanceTimersByTime(HIDDEN_MS - 1)
  expect(stop).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(stop).toHaveBeenCalledOnce()
  show('visible')
  expect(start).toHaveBeenCalledTimes(2)
})

test('keeps running when the tab is hidden for less than five minutes', () => {
  const stop = vi.fn()
  const end = whileInUse(() => stop)
  show('hidden')
  vi.advanceTimersByTime(HIDDEN_MS - 1)
  show('visible')
  vi.advanceTimersByTime(HIDDEN_MS)
  expect(stop).not.toHaveBeenCalled()
  end()
  expect(stop).toHaveBeenCalledOnce()
})

test('runs a task at once, and at most once more for all requests within two seconds', () => {
  const run = vi.fn(async () => undefined)
  const task = createQuietTask(run)
  for (let count = 0; count < 5; count += 1) task.request()
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(QUIET_MS)
  expect(run).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(QUIET_MS)
  expect(run).toHaveBeenCalledTimes(2)
})

test('delays a task until the tab is visible', () => {
  const run = vi.fn(async () => undefined)
  const task = createQuietTask(run)
  show('hidden')
  task.request()
  expect(run).not.toHaveBeenCalled()
  show('visible')
  expect(run).toHaveBeenCalledOnce()
})

test('repeats a failed task after half a minute', async () => {
  const run = vi.fn(() => Promise.reject(new Error('offline')))
  const task = createQuietTask(run)
  task.request()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(run).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(run).toHaveBeenCalledTimes(2)
  task.cancel()
})
