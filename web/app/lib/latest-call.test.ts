import { expect, test } from 'vitest'
import { createLatestCall } from './latest-call.ts'

test('outdates a call when another one starts', () => {
  const call = createLatestCall()
  const isFirst = call.start()
  expect(isFirst()).toBe(true)
  const isSecond = call.start()
  expect([isFirst(), isSecond()]).toEqual([false, true])
})

test('outdates the latest call when it is cancelled', () => {
  const call = createLatestCall()
  const isLatest = call.start()
  call.cancel()
  expect(isLatest()).toBe(false)
})
